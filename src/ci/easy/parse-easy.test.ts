import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import type { PipelineFile } from '../plan.ts'
import { type ParsedEasy, parseEasy } from './parse-easy.ts'

const config = readConfig({})
const rules = {
  allowedImages: config.CI_ALLOWED_IMAGES,
  allowedPackages: config.CI_ALLOWED_PACKAGES,
  maxTimeoutS: config.CI_MAX_TIMEOUT_S,
}

const example = `version: 1
image: debian:12            # default for all jobs
packages: [curl, jq]        # from the allow-list
timeout: 30m
variables: { NODE_ENV: test }
when: { branch: [main, "release/*"], event: [push, pull_request, manual, schedule], path: ["src/**"] }
schedule: ["0 3 * * *"]
jobs:
  test:
    needs: []
    matrix: { node: ["20", "24"] }
    steps:
      - name: unit
        run: |
          npm ci
          npm test
        env: { CI_NODE: "\${{ matrix.node }}" }
    cache: { key: "npm-\${{ hash('package-lock.json') }}", paths: [.npm] }
    artifacts: { paths: [coverage/], expire_in: 7d }
    allow_failure: false
    timeout: 10m
`

/** A file with one job, \`a\`: its line is the third, what it says begins in the fifth. */
const steps = '    steps: [{ run: "true" }]\n'
const job = (body: string): string => `version: 1\njobs:\n  a:\n${steps}${body}\n`
const head = (line: string): string => `version: 1\n${line}\njobs: { a: { steps: [{ run: "true" }] } }\n`
const script = (run: string): string => `version: 1\njobs: { a: { steps: [{ run: ${run} }] } }\n`

function parse(text: string): ParsedEasy {
  const work = parseEasy(text, rules)
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

/** The longest of the parts between which others have their turn, in milliseconds of this thread: others may keep the machine busy. */
function longestPart(text: string): number {
  const work = parseEasy(text, rules)
  let longest = 0
  for (let isDone = false; !isDone; ) {
    const before = process.threadCpuUsage()
    isDone = work.next().done === true
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
  }
  return longest
}

function fileOf(text: string): PipelineFile {
  const parsed = parse(text)
  if ('errors' in parsed) throw new Error(parsed.errors.map((e) => `${e.line}:${e.column} ${e.message}`).join('\n'))
  return parsed.file
}

function errorsOf(text: string): readonly string[] {
  const parsed = parse(text)
  return 'errors' in parsed ? parsed.errors.map((e) => `${e.line}:${e.column} ${e.message}`) : []
}

describe('a file that is right', () => {
  it('is the example, with the settings that nobody has changed', () => {
    const { when, schedule, onNewCommit, isSerial, plan } = fileOf(example)
    expect(when).toEqual({
      branch: ['main', 'release/*'],
      tag: null,
      event: ['push', 'pull_request', 'manual', 'schedule'],
      path: ['src/**'],
    })
    expect(schedule).toEqual(['0 3 * * *'])
    expect(onNewCommit).toBe('keep')
    expect([isSerial, fileOf(head('serial: true')).isSerial]).toEqual([false, true])
    expect(fileOf(head('on_new_commit: cancel')).onNewCommit).toBe('cancel')
    expect(plan).toMatchObject({ variables: { NODE_ENV: 'test' } })
    expect(plan.jobs.map(({ name }) => name)).toEqual(['test (20)', 'test (24)'])
    expect(plan.jobs[1]).toEqual({
      name: 'test (24)',
      needs: [],
      image: 'debian:12',
      packages: ['curl', 'jq'],
      services: [],
      matrix: { node: '24' },
      when: { branch: null, tag: null, event: null, path: null },
      after: 'success',
      isManual: false,
      steps: [{ name: 'unit', run: 'npm ci\nnpm test\n', env: { CI_NODE: '24' } }],
      cache: { key: "npm-${{ hash('package-lock.json') }}", paths: ['.npm'] },
      artifacts: { paths: ['coverage/'], expireInS: 604_800 },
      allowFailure: false,
      retries: 0,
      timeoutS: 600,
      history: 1,
    })
  })

  it.each([
    ['the least there can be', head('# nothing'), { steps: [{ name: 'true', run: 'true', env: {} }], timeoutS: null }],
    ['a byte order mark', `\u{feff}${head('')}`, { name: 'a' }],
    ['lines that end as on Windows', job('    allow_failure: true').replaceAll('\n', '\r\n'), { allowFailure: true }],
    ['seconds as a number', job('    timeout: 90'), { timeoutS: 90 }],
    ['some history', job('    history: 50'), { history: 50 }],
    ['another try', job('    retry: 2'), { retries: 2 }],
    ['a hand that has to start it', job('    manual: true'), { isManual: true }],
    ['all history', job('    history: all'), { history: 'all' }],
    ["a job's history before the head's", `history: all\n${job('    history: 2')}`, { history: 2 }],
    ['history for every job', head('history: all'), { history: 'all' }],
    ['seconds', job('    timeout: 90s'), { timeoutS: 90 }],
    ['hours and minutes', job('    timeout: 1h30m'), { timeoutS: 5400 }],
    ['a time-out of the head for each job', head('timeout: 2h'), { timeoutS: 7200 }],
    ['an image without a tag', job('    image: alpine'), { image: 'alpine' }],
    [
      'an image with a digest',
      job(`    image: alpine@sha256:${'a'.repeat(64)}`),
      { image: `alpine@sha256:${'a'.repeat(64)}` },
    ],
    ["a job's image before the head's", `image: debian:12\n${job('    image: node:24')}`, { image: 'node:24' }],
    [
      "a job's packages beside the head's",
      `packages: [jq]\n${job('    packages: [git, jq]')}`,
      { packages: ['jq', 'git'] },
    ],
    ['one package without a list', job('    packages: git'), { packages: ['git'] }],
    [
      'a condition without a list',
      job('    when: { branch: main }'),
      { when: { branch: ['main'], tag: null, event: null, path: null } },
    ],
    ['numbers as values', job('    variables: { A: 1.10, B: true }'), { steps: [{ env: { A: '1.10', B: 'true' } }] }],
    [
      "a step's value before the job's",
      `version: 1\njobs: { a: { variables: { A: 1, B: 1 }, steps: [{ run: x, env: { A: 2 } }] } }`,
      { steps: [{ env: { A: '2', B: '1' } }] },
    ],
    [
      'a service in a list',
      job('    services: [{ name: db, image: "debian:12", env: { A: b } }]'),
      { services: [{ name: 'db', image: 'debian:12', env: { A: 'b' } }] },
    ],
    [
      'services as a mapping',
      job('    services: { db: "debian:12", q: { image: alpine } }'),
      { services: [{ name: 'db' }, { name: 'q', image: 'alpine', env: {} }] },
    ],
    [
      'a path that begins here',
      job('    artifacts: { paths: ./out }'),
      { artifacts: { paths: ['./out'], expireInS: null } },
    ],
    ['a step named after its first line', script('"make  all\\nmake test"'), { steps: [{ name: 'make  all' }] }],
    ['keys of JSON', JSON.stringify({ version: 1, jobs: { a: { steps: [{ run: 'x' }] } } }), { name: 'a' }],
    [
      'values that other times knew as flags',
      job('    variables: { A: yes, B: on, C: NO }'),
      { steps: [{ env: { A: 'yes', B: 'on', C: 'NO' } }] },
    ],
    [
      'what looks like an expression of others',
      script('"echo {{ x }} $X ${X} $(x) }}"'),
      { steps: [{ run: 'echo {{ x }} $X ${X} $(x) }}' }] },
    ],
    [
      'expressions in values',
      job('    variables: { A: "${{ ref }}-${{variables.X}}" }'),
      { steps: [{ env: { A: '${{ ref }}-${{variables.X}}' } }] },
    ],
    [
      'a key of several parts',
      job("    cache: { key: \"${{ hash('a', 'b/**') }}-${{ branch }}\", paths: [x] }"),
      { cache: { key: "${{ hash('a', 'b/**') }}-${{ branch }}" } },
    ],
    ['names with dashes', `version: 1\njobs: { a-b_C9: { steps: [{ run: x }] } }`, { name: 'a-b_C9' }],
  ])('may have %s', (_, text, expected) => {
    expect(fileOf(text).plan.jobs[0]).toMatchObject(expected)
  })

  it('has jobs behind those that they need, and all combinations of a matrix needed together', () => {
    const text = `version: 1
jobs:
  deploy: { needs: [test, lint], steps: [{ run: d }] }
  test:
    needs: build
    matrix: { node: [20, 24], os: [linux, "a b"] }
    image: node:\${{ matrix.node }}
    steps: [{ run: "t \${{ matrix.os }} \${{matrix.node}}", name: "on \${{ matrix.os }}" }]
    artifacts: { paths: ["out/\${{ matrix.node }}"] }
  lint: { steps: [{ run: l }] }
  build: { steps: [{ run: b }] }
`
    const { jobs } = fileOf(text).plan
    const tests = ['test (20, linux)', 'test (20, a b)', 'test (24, linux)', 'test (24, a b)']
    expect(jobs.map(({ name }) => name)).toEqual(['lint', 'build', ...tests, 'deploy'])
    expect(jobs.at(-1)?.needs).toEqual([...tests, 'lint'])
    expect(jobs[5]).toMatchObject({
      image: 'node:24',
      needs: ['build'],
      matrix: { node: '24', os: 'a b' },
      steps: [{ name: 'on a b', run: 't a b 24' }],
      artifacts: { paths: ['out/24'] },
    })
  })

  it.each([
    ['success', 'success'],
    ['failure', 'failure'],
    ['[success]', 'success'],
    ['[failure, success]', 'either'],
  ])('may have a job for what others come to: %s', (status, after) => {
    const text = `version: 1
jobs:
  a: { steps: [{ run: x }] }
  b: { needs: a, when: { status: ${status} }, steps: [{ run: x }] }
`
    expect(fileOf(text).plan.jobs.map((one) => one.after)).toEqual(['success', after])
  })

  it('may have a hundred jobs, and no more', () => {
    const with100 = `version: 1\njobs: { a: { matrix: { x: [${Array.from({ length: 100 }, (_, i) => i).join()}] }, steps: [{ run: x }] } }`
    expect(fileOf(with100).plan.jobs).toHaveLength(100)
    expect(errorsOf(with100.replace('jobs: {', 'jobs: { b: { steps: [{ run: x }] },'))).toEqual([
      '1:1 the file makes 101 jobs with its matrices; at most 100 are possible',
    ])
  })
})

const long = 'x'.repeat(200)

describe('a file that is wrong is refused where it is wrong', () => {
  it.each([
    // YAML
    ['', '1:1 the file is empty'],
    ['# nothing', '1:1 the file is empty'],
    ['hello', '1:1 the file must be a mapping'],
    ['- 1', '1:1 the file must be a mapping'],
    ['42', '1:1 the file must be a mapping'],
    ['version: 1\n\tjobs: 2', '2:'],
    ['version: [', '1:'],
    ['"', '1:'],
    ['a: "b', '1:'],
    ['a: "\\x"', '1:'],
    ['{', '1:'],
    ['}', '1:'],
    ['@', '1:'],
    ['`', '1:'],
    ['%', '1:'],
    ['a: b: c', '1:'],
    ['a:\n  b\n c: d', '2:3 not valid YAML'],
    [head('image: &x debian:12'), '2:11 anchors («&name») are not possible'],
    ['version: 1\na: &x [x]\njobs: [*x, *x]', '3:8 aliases («*name») are not possible'],
    ['a: &a [x]\nb: &b [*a,*a,*a]\nc: &c [*b,*b,*b]\nd: [*c,*c,*c]', '2:8 aliases'],
    ['&a {a: *a}', '1:8 aliases'],
    ['*a : 1', '1:1 aliases'],
    ['version: 1\n<<: { a: 1 }', '2:1 merge keys'],
    ['a: !!str b', '1:10 tags («tag:yaml.org,2002:str»)'],
    ['a: !x b', '1:7 tags'],
    ['a: !!js/function "x"', '1:18 tags'],
    ['version: 1\n---\nversion: 1', '2:1 a second document'],
    [`${head('')}---\n${head('')}`, '4:1 a second document'],
    ['%YAML 1.1\n---\nversion: 1', '1:1 a %YAML directive'],
    ['version: 1\nversion: 1', '2:1 the key «version» stands here twice'],
    [head('"image": a\nimage: b'), '3:1 the key «image» stands here twice'],
    ['? [a]\n: b', 'a key must be text'],
    ['? {a: b}\n: b', 'a key must be text'],
    ['~: b', 'a key must be text'],
    [': b', 'a key must be text'],
    ['"": b', '1:1 a key must be one line of text'],
    ['"a\\nb": b', '1:1 a key must be one line of text'],
    ['__proto__: { a: 1 }', '1:1 a key cannot be called «__proto__»'],
    [job('    __proto__: 1'), '5:5 a key cannot be called «__proto__»'],
    [head('variables: { constructor: 1 }'), '2:14 a key cannot be called «constructor»'],
    [script('"a\\0b"'), '2:29 text must not hold NUL'],
    [script('"\\ud800"'), '2:29 text must not hold NUL or half'],
    ['['.repeat(5000), 'nested too deeply'],
    ['{a: '.repeat(5000), 'nested too deeply'],
    ['- '.repeat(5000), 'nested too deeply'],
    [`version: 1\n${Array.from({ length: 100 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')}`, 'nested too deeply'],
    ['a: 1\n'.repeat(5000), 'the file has too many parts'],
    [`# ${'x'.repeat(65_536)}`, '1:1 the file is larger than 64 KiB'],
    [`# ${'é'.repeat(33_000)}`, '1:1 the file is larger than 64 KiB'],
    // version
    ['jobs: { a: { steps: [{ run: x }] } }', '1:1 the file needs «version»'],
    ['version: 2', '1:10 version must be 1'],
    ['version: "1"', '1:10 version must be 1'],
    ['version: 1.5', '1:10 version must be 1'],
    ['version: [1]', '1:10 version must be 1'],
    ['version:', '1:1 version is empty'],
    // keys
    [head('imgae: debian:12'), '2:1 unknown key «imgae»: did you mean «image»?'],
    [head('Image: debian:12'), '2:1 unknown key «Image»: did you mean «image»?'],
    [head('nonsense: 1'), '2:1 unknown key «nonsense»'],
    // history
    [job('    history: 0'), '5:14 jobs.a.history must be «all» or a whole number from 1 to 1000'],
    [job('    history: 1.5'), '5:14 jobs.a.history must be «all»'],
    [job('    history: -1'), '5:14 jobs.a.history must be «all»'],
    [head('history: full'), '2:10 history must be «all»'],
    [head('history: [1]'), '2:10 history must be «all»'],
    // jobs elsewhere
    [
      head('build: { stage: build, script: [make] }'),
      '2:1 unknown key «build»: if it is a job, it belongs into «jobs»',
    ],
    [head('build: { make: it }'), '2:1 unknown key «build»'],
    // after others
    [job('    when: { status: failure }'), '5:21 jobs.a.when.status is about the jobs that this one needs: name them'],
    [
      job('    needs: b\n    when: { status: always }'),
      '6:21 jobs.a.when.status is «always», which is none of success, failure: write «[success, failure]»',
    ],
    [job('    when: always'), '5:11 jobs.a.when must be a mapping: write «{ status: [success, failure] }»'],
    [job('    when: manual'), '5:11 jobs.a.when must be a mapping: «manual: true» beside it lets the job wait'],
    [job('    manual: later'), '5:13 jobs.a.manual must be true or false'],
    [
      job('    needs: b\n    manual: true\n    when: { status: failure }'),
      '7:21 jobs.a.when.status is never so for a job that is run by hand',
    ],
    [
      job('    when: sometimes'),
      '5:11 jobs.a.when must be a mapping with «branch», «tag», «event», «path», «status», not text',
    ],
    [head('when: { status: failure }'), '2:9 unknown key «status» in when: it belongs into a job'],
    // order
    [head('serial: yes'), '2:9 serial must be true or false, not text'],
    [head('resource_group: production'), '2:1 unknown key «resource_group»: «serial: true» at the top'],
    [job('    resource_group: production'), '5:5 unknown key «resource_group» in jobs.a: «serial: true» at the top'],
    // what a newer commit ends
    [head('on_new_commit: yes'), '2:16 on_new_commit is «yes», which is none of keep, cancel_waiting, cancel'],
    [head('on_new_commit: cancels'), 'which is none of keep, cancel_waiting, cancel: did you mean «cancel»?'],
    [head('on_new_commit: true'), '2:16 on_new_commit must be text, not true or false'],
    [head('on_new_commit: [keep]'), '2:16 on_new_commit must be text, not a list'],
    [head('concurrency: { group: x }'), '2:1 unknown key «concurrency»: «on_new_commit: cancel» at the top'],
    [job('    interruptible: true'), '5:5 unknown key «interruptible» in jobs.a: «on_new_commit: cancel» at the top'],
    [head(`${long}: 1`), `2:1 unknown key «${'x'.repeat(60)}…»`],
    [head('"\u{202e}\u{1b}[2J": 1'), '2:1 '],
    [job('    stepz: []'), '5:5 unknown key «stepz» in jobs.a: did you mean «steps»?'],
    [job('    allow-failure: true'), '5:5 unknown key «allow-failure» in jobs.a: did you mean «allow_failure»?'],
    [job('    need: [b]'), '5:5 unknown key «need» in jobs.a: did you mean «needs»?'],
    [job('    privileged: true'), '5:5 unknown key «privileged» in jobs.a'],
    [job('    volumes: ["/:/host"]'), '5:5 unknown key «volumes» in jobs.a'],
    [
      'version: 1\njobs: { a: { steps: [{ ruń: x }] } }',
      '2:24 unknown key «ruń» in jobs.a.steps[0]: did you mean «run»?',
    ],
    // images
    [
      head('image: ubuntu:22.04'),
      '2:8 image «ubuntu:22.04» is not on the list of allowed images (CI_ALLOWED_IMAGES): ',
    ],
    [head('image: alpine-evil'), '2:8 image «alpine-evil» is not on the list'],
    [head('image: alpine-evil:1'), '2:8 image «alpine-evil:1» is not on the list'],
    [head('image: evil.io/alpine:1'), '2:8 image «evil.io/alpine:1» is not on the list'],
    [head('image: evil/alpine:1'), '2:8 image «evil/alpine:1» is not on the list'],
    [head('image: alpine/evil:1'), '2:8 image «alpine/evil:1» is not on the list'],
    [head('image: docker.io/library/alpine'), '2:8 image «docker.io/library/alpine» is not on the list'],
    [head('image: "alpine:1 evil"'), '2:8 image «alpine:1 evil» is not the name of an image'],
    [head('image: "alpine:1\\nevil"'), 'is not the name of an image'],
    [head('image: "-v/:/host"'), 'is not the name of an image'],
    [head('image: "--privileged"'), 'is not the name of an image'],
    [head('image: ""'), 'is not the name of an image'],
    [head('image: "alpine:"'), 'is not the name of an image'],
    [head('image: ":3"'), 'is not the name of an image'],
    [head('image: "alpine:3:4"'), 'is not the name of an image'],
    [head('image: "Alpine:3"'), 'is not the name of an image'],
    [head('image: "alpine/../evil:3"'), 'is not the name of an image'],
    [head('image: "alpine//x"'), 'is not the name of an image'],
    [head('image: "/alpine"'), 'is not the name of an image'],
    [head('image: "alpine@sha256:abc"'), 'is not the name of an image'],
    [head('image: "alpine@evil"'), 'is not the name of an image'],
    [head(`image: "alpine:${'x'.repeat(300)}"`), 'is not the name of an image'],
    [head('image: "аlpine:3"'), 'is not the name of an image'],
    [head('image: [debian:12]'), '2:8 image must be text, not a list'],
    [head('image: 12'), '2:8 image must be text, not a number'],
    [head('image:'), '2:1 image is empty: give it a value, or leave it out'],
    [head('image: "${{ matrix.x }}"'), '2:9 image: «${{ matrix.x }}» is not in the matrix of this job (none)'],
    [
      job('    matrix: { i: [alpine, evil] }\n    image: "${{ matrix.i }}:3"'),
      '6:12 jobs.a.image «evil:3» is not on the list',
    ],
    [job('    image: "${{ variables.X }}"'), '5:13 jobs.a.image: «${{ variables.X }}» is not possible here'],
    // packages
    [head('packages: [curl, nmap]'), '2:18 packages[1] «nmap» is not on the list of allowed packages'],
    [
      head('packages: ["--allow-unauthenticated"]'),
      '2:12 packages[0] «--allow-unauthenticated» is not the name of a package',
    ],
    [head('packages: ["curl;id"]'), 'is not the name of a package'],
    [head('packages: ["curl jq"]'), 'is not the name of a package'],
    [head('packages: ["../curl"]'), 'is not the name of a package'],
    [head('packages: ["./curl.deb"]'), 'is not the name of a package'],
    [head('packages: [1]'), '2:12 packages[0] must be text, not a number'],
    [head('packages: { curl: 1 }'), '2:11 packages must be a list, not a mapping'],
    [head(`packages: [${'curl,'.repeat(51)}]`), '2:11 packages must have at most 50 entries'],
    // times
    [head('timeout: soon'), '2:10 timeout must be a time such as'],
    [head('timeout: -1'), 'timeout must be a time'],
    [head('timeout: 1.5'), 'timeout must be a time'],
    [head('timeout: 1e3'), 'timeout must be a time'],
    [head('timeout: true'), 'timeout must be a time'],
    [head('timeout: [1]'), 'timeout must be a time'],
    [head('timeout: 5 m'), 'timeout must be a time'],
    [head('timeout: 0'), '2:10 timeout must be at least 1s'],
    [head('timeout: 0s'), '2:10 timeout must be at least 1s'],
    [head('timeout: 7201'), '2:10 timeout must be at most 7200s'],
    [job('    timeout: 3h'), '5:14 jobs.a.timeout must be at most 7200s'],
    [head('timeout: 99999999999999999999s'), 'timeout must be a time'],
    [job('    artifacts: { paths: [x], expire_in: forever }'), '5:41 jobs.a.artifacts.expire_in must be a time'],
    [job('    artifacts: { paths: [x], expire_in: 9999d }'), '5:41 jobs.a.artifacts.expire_in must be between'],
    // variables
    [head('variables: { PATH: /evil }'), '2:14 variables: the name «PATH» is set by the runner'],
    [head('variables: { LD_PRELOAD: /evil.so }'), '2:14 variables: the name «LD_PRELOAD» is refused'],
    [head('variables: { NODE_OPTIONS: x }'), '2:14 variables: the name «NODE_OPTIONS» is refused'],
    [head('variables: { lower: x }'), '2:14 variables: the name «lower» must be'],
    [head('variables: { "A B": x }'), '2:14 variables: the name «A B» must be'],
    [head('variables: { A: [1] }'), '2:17 variables.A must be text, a number, true or false, not a list'],
    [head('variables: { A: }'), 'variables.A must be text, a number, true or false, not nothing'],
    [head('variables: [A]'), '2:12 variables must be a mapping, not a list'],
    [head('variables: { A: "${{ ref }}" }'), '2:17 variables.A must not hold an expression'],
    [head(`variables: { A: ${'x'.repeat(17_000)} }`), 'variables.A must have at most 16384 characters'],
    [script('x, env: { BASH_ENV: x }'), '2:39 jobs.a.steps[0].env: the name «BASH_ENV» is refused'],
    [script('x, env: { CI_COMMIT_SHA: x }'), 'the name «CI_COMMIT_SHA» is set by the runner'],
    [job('    services: { db: { image: alpine, env: { LD_X: y } } }'), 'the name «LD_X» is refused'],
    // conditions
    [head('when: main'), '2:7 when must be a mapping with'],
    [head('when: { branches: [main] }'), '2:9 unknown key «branches» in when: did you mean «branch»?'],
    [head('when: { branch: [] }'), '2:17 when.branch must not be empty'],
    [head('when: { branch: [1] }'), '2:18 when.branch[0] must be text, not a number'],
    [head('when: { branch: "" }'), '2:17 when.branch must not be empty'],
    [head(`when: { branch: ${'*a'.repeat(200)} }`), ''],
    [head(`when: { branch: "${'a*'.repeat(200)}" }`), '2:17 when.branch must have 1 to 256 characters'],
    [head('when: { branch: "{a,b}" }'), '2:17 when.branch may use «*», «**» and «?» alone'],
    [head('when: { branch: "[ab]" }'), 'may use «*»'],
    [head('when: { path: "!a" }'), 'may use «*»'],
    [head('when: { path: "@(a|b)" }'), 'may use «*»'],
    [head('when: { path: /src }'), '2:15 when.path must not begin with a slash'],
    [head('when: { event: [pull-request] }'), 'did you mean «pull_request»?'],
    [
      head('when: { event: tag }'),
      '2:16 when.event is «tag», which is none of push, pull_request, manual, schedule: that is a push: name tags by «tag»',
    ],
    [head('when: { event: merge_request }'), 'manual, schedule: write «pull_request»'],
    [head('when: { tags: "v*" }'), '2:9 unknown key «tags» in when: did you mean «tag»?'],
    [head('when: { tag: "{a,b}" }'), '2:14 when.tag may use «*»'],
    // words of other forges
    [head('stages: [build]'), '2:1 unknown key «stages»: jobs run side by side, and «needs» says which come before'],
    [head('on: [push]'), '2:1 unknown key «on»: «when» and «schedule» say when it runs'],
    [job('    script: [make]'), '5:5 unknown key «script» in jobs.a: write «steps», each with «run»'],
    [job('    runs-on: x'), '5:5 unknown key «runs-on» in jobs.a: it runs wherever there is room'],
    [job('    rules: []'), '5:5 unknown key «rules» in jobs.a: «when» says when it runs'],
    ['retry: 2\n' + job(''), '1:1 unknown key «retry»: it belongs into a job'],
    [job('    retry: 4'), '5:12 jobs.a.retry must be a whole number from 0 to 3'],
    [job('    retry: { max: 2 }'), '5:12 jobs.a.retry must be a whole number from 0 to 3'],
    [script('x, uses: actions/checkout@v4'), 'unknown key «uses» in jobs.a.steps[0]: there are no actions'],
    [script('x, working-directory: y'), 'in jobs.a.steps[0]: begin the script with «cd»'],
    [script('x: y: z'), 'not valid YAML: Nested mappings are not allowed in compact mappings: put a value that holds'],
    // schedules
    [head('schedule: ["* * * * *"]'), '2:12 schedule[0] comes more often than every 5 minutes'],
    [head('schedule: "*/4 * * * *"'), '2:11 schedule comes more often than every 5 minutes'],
    [head('schedule: "0,1 3 * * *"'), 'comes more often'],
    [head('schedule: "59,0 * * * *"'), 'comes more often'],
    [head('schedule: "*/7 * * * *"'), 'comes more often'],
    [head('schedule: "0 3 * *"'), '2:11 schedule is no schedule of five fields'],
    [head('schedule: "0 0 3 * * *"'), 'is no schedule of five fields'],
    [head('schedule: "@daily"'), 'is no schedule of five fields'],
    [head('schedule: "60 3 * * *"'), 'is no schedule of five fields'],
    [head('schedule: "x y z a b"'), 'is no schedule of five fields'],
    [head('schedule: "0 0 30 2 *"'), '2:11 schedule never comes'],
    [head('schedule: 5'), '2:11 schedule must be text, not a number'],
    [head(`schedule: [${'"0 3 * * *",'.repeat(11)}]`), '2:11 schedule must have at most 10 entries'],
    // jobs
    ['version: 1', '1:1 the file needs «jobs»'],
    ['version: 1\njobs:', '2:1 jobs is empty'],
    ['version: 1\njobs: {}', '2:7 jobs must have at least one job'],
    ['version: 1\njobs: []', '2:7 jobs must be a mapping, not a list'],
    ['version: 1\njobs: { a: }', 'jobs.a must be a mapping with'],
    ['version: 1\njobs: { a: x }', '2:12 jobs.a must be a mapping with'],
    ['version: 1\njobs: { "a b": { steps: [{ run: x }] } }', '2:9 «a b» cannot be the name of a job'],
    ['version: 1\njobs: { "a/b": { steps: [{ run: x }] } }', '2:9 «a/b» cannot be the name of a job'],
    ['version: 1\njobs: { "a (1)": { steps: [{ run: x }] } }', 'cannot be the name of a job'],
    [`version: 1\njobs: { ${'x'.repeat(65)}: { steps: [{ run: x }] } }`, 'cannot be the name of a job'],
    [
      `version: 1\njobs: { ${Array.from({ length: 101 }, (_, i) => `j${i}: { steps: [{ run: x }] }`).join()} }`,
      '2:7 jobs must have at most 100 entries',
    ],
    [job('    allow_failure: yes'), '5:20 jobs.a.allow_failure must be true or false, not text'],
    [job('    allow_failure: 1'), '5:20 jobs.a.allow_failure must be true or false, not a number'],
    // needs
    [job('    needs: [b]'), '5:13 jobs.a.needs[0] is «b», which is no job'],
    [job('    needs: b'), '5:12 jobs.a.needs is «b», which is no job'],
    [job('    needs: [a]'), '5:13 jobs.a.needs[0] is the job «a» itself'],
    [job('    needs: [1]'), '5:13 jobs.a.needs[0] must be text, not a number'],
    [job('    needs: { a: 1 }'), '5:12 jobs.a.needs must be a list, not a mapping'],
    [
      'version: 1\njobs: { build: { steps: [{ run: x }] }, b: { needs: biuld, steps: [{ run: x }] } }',
      'which is no job: did you mean «build»?',
    ],
    [`${job('    needs: [b]')}  b: { needs: [a], steps: [{ run: x }] }`, 'closes a circle: a → b → a'],
    [
      `${job('    needs: [b]')}  b: { needs: [c], steps: [{ run: x }] }\n  c: { needs: [a], steps: [{ run: x }] }`,
      '5:13 jobs.a.needs[0] closes a circle: a → b → c → a',
    ],
    [job('    matrix: { x: [1] }\n    needs: ["a (1)"]'), 'is «a (1)», which is no job'],
    // matrix
    [job('    matrix: []'), '5:13 jobs.a.matrix must be a mapping, not a list'],
    [job('    matrix: {}'), '5:13 jobs.a.matrix must not be empty'],
    [job('    matrix: { x: [] }'), '5:18 jobs.a.matrix.x must not be empty'],
    [job('    matrix: { x: 1 }'), '5:18 jobs.a.matrix.x must be a list, not a number'],
    [job('    matrix: { x: [[1]] }'), '5:19 jobs.a.matrix.x[0] must be text, a number, true or false, not a list'],
    [job('    matrix: { x: [1, 1] }'), '5:22 jobs.a.matrix.x[1] stands there twice: «1»'],
    [job('    matrix: { x: [1, "1"] }'), '5:22 jobs.a.matrix.x[1] stands there twice'],
    [job('    matrix: { x: ["${{ ref }}"] }'), '5:19 jobs.a.matrix.x[0] must be one line'],
    [job('    matrix: { x: ["a\\nb"] }'), 'must be one line'],
    [job('    matrix: { x: [""] }'), 'must be one line'],
    [job('    matrix: { "x y": [1] }'), '5:15 jobs.a.matrix: the name «x y» must be'],
    [job('    matrix: { x: ["a, b", a], y: [c, "b, c"] }'), 'gives two jobs the same name'],
    [
      job(`    matrix: { x: [${[...'0123456789a'].join()}], y: [${[...'0123456789'].join()}] }`),
      '5:13 jobs.a.matrix makes 110 jobs of one',
    ],
    [
      job(
        `    matrix: { ${[...'abcdefghij'].map((k) => `${k}: [${Array.from({ length: 100 }, (_, i) => i).join()}]`).join()} }`,
      ),
      '5:13 jobs.a.matrix makes 100000000000000000000 jobs of one',
    ],
    [
      job(
        `    matrix: { x: [${Array.from({ length: 90 }, (_, i) => i).join()}] }\n    variables: { A: ${'x'.repeat(16_000)} }`,
      ),
      'jobs.a becomes too long with its matrix',
    ],
    // steps
    ['version: 1\njobs: { a: {} }', '2:12 jobs.a needs «steps»'],
    ['version: 1\njobs: { a: { steps: [] } }', '2:21 jobs.a.steps must not be empty'],
    ['version: 1\njobs: { a: { steps: x } }', '2:21 jobs.a.steps must be a list, not text'],
    [
      'version: 1\njobs: { a: { steps: [x] } }',
      '2:22 jobs.a.steps[0] must be a mapping with «name», «run», «env», not text',
    ],
    ['version: 1\njobs: { a: { steps: [{ name: x }] } }', '2:22 jobs.a.steps[0] needs «run»'],
    [script('5'), '2:29 jobs.a.steps[0].run must be text, not a number'],
    [script('[x]'), '2:29 jobs.a.steps[0].run must be text, not a list'],
    [script('true'), '2:29 jobs.a.steps[0].run must be text, not true or false'],
    [script('" "'), '2:29 jobs.a.steps[0].run must not be empty'],
    [script('x, name: 5'), 'jobs.a.steps[0].name must be text'],
    [script('x, name: "a\\nb"'), 'jobs.a.steps[0].name must be one line'],
    [script(`x, name: ${long}`), 'jobs.a.steps[0].name must have at most 100 characters'],
    [script('x, env: [A]'), 'jobs.a.steps[0].env must be a mapping'],
    [
      `version: 1\njobs: { a: { steps: [${'{ run: x },'.repeat(101)}] } }`,
      'jobs.a.steps must have at most 100 entries',
    ],
    // expressions
    [script('"echo ${{ ref }}"'), '2:35 jobs.a.steps[0].run: «${{ ref }}» is not possible here: hand it over by «env»'],
    [script('"echo ${{ branch }}"'), '«${{ branch }}» is not possible here'],
    [script('"echo ${{ variables.X }}"'), '«${{ variables.X }}» is not possible here'],
    [script('"${{ hash(\'x\') }}"'), 'is only possible in the key of a cache'],
    [
      script('"${{ secrets.X }}"'),
      '2:30 jobs.a.steps[0].run: «${{ secrets.X }}» is no expression: variables are in the environment, as "$X"',
    ],
    [script('"${{ matrix.x"'), 'is no expression: no «}}» follows within 80 characters'],
    [script('"${{ github.ref }}"'), 'event, pull, source_branch and hash'],
    [
      script('"${{ matrix.x }}"'),
      '2:30 jobs.a.steps[0].run: «${{ matrix.x }}» is not in the matrix of this job (none)',
    ],
    [script('"a ${{ b"'), '2:32 jobs.a.steps[0].run: «${{» is no expression'],
    [script('"${{ }}"'), 'is no expression'],
    [script('"${{ ref || sha }}"'), 'is no expression'],
    [script('"${{ matrix[\'x\'] }}"'), 'is no expression'],
    [
      'version: 1\njobs:\n  a:\n    steps:\n      - run: |\n          one\n          two ${{ ref }}\n',
      '7:15 jobs.a.steps[0].run: «${{ ref }}»',
    ],
    [script('x, env: { A: "${{ hash(\'x\') }}" }'), 'is only possible in the key of a cache'],
    [job('    variables: { A: "${{ nothing }}" }'), '5:22 jobs.a.variables.A: «${{ nothing }}» is no expression'],
    // services
    [job('    services: [{ image: alpine }]'), '5:16 jobs.a.services[0] needs «name»'],
    [job('    services: [{ name: db }]'), '5:16 jobs.a.services[0] needs «image»'],
    [job('    services: [{ name: db, image: "postgres:16" }]'), '«postgres:16» is not on the list'],
    [job('    services: { db: evil }'), '«evil» is not on the list'],
    [job('    services: { "d b": alpine }'), '5:17 «d b» cannot be the name of a service'],
    [job('    services: { localhost: alpine }'), 'cannot be the name of a service'],
    [job('    services: [{ name: "--x", image: alpine }]'), '5:24 «--x» cannot be the name of a service'],
    [job('    services: [{ name: d, image: alpine }, { name: d, image: alpine }]'), 'is of a second service «d»'],
    [job('    services: db'), '5:15 jobs.a.services must be a list, not text'],
    [
      job('    services: { a: alpine, b: alpine, c: alpine, d: alpine, e: alpine, f: alpine }'),
      'must have at most 5 entries',
    ],
    [job('    services: [{ name: d, image: alpine, ports: ["80:80"] }]'), 'unknown key «ports»'],
    // paths
    [job('    cache: { key: k, paths: [/etc] }'), '5:30 jobs.a.cache.paths[0] must be relative'],
    [job('    cache: { key: k, paths: ["~/.npm"] }'), 'must be relative'],
    [job('    cache: { key: k, paths: [../x] }'), '5:30 jobs.a.cache.paths[0] must not hold «..»'],
    [job('    cache: { key: k, paths: [a/../../x] }'), 'must not hold «..»'],
    [job('    cache: { key: k, paths: ["--checkpoint-action=exec=id"] }'), 'must not begin with a dash'],
    [job('    cache: { key: k, paths: ["a\\nb"] }'), 'must not hold control characters'],
    [job('    cache: { key: k, paths: ["a\\\\..\\\\b"] }'), 'must not hold control characters or backslashes'],
    [job('    cache: { key: k, paths: [""] }'), 'must not be empty'],
    [job('    cache: { key: k, paths: [] }'), '5:29 jobs.a.cache.paths must not be empty'],
    [job('    cache: { key: k }'), '5:12 jobs.a.cache needs «paths»'],
    [job('    cache: { paths: [x] }'), '5:12 jobs.a.cache needs «key»'],
    [job('    cache: { key: "", paths: [x] }'), '5:19 jobs.a.cache.key must not be empty'],
    [job('    cache: { key: "a\\nb", paths: [x] }'), 'jobs.a.cache.key must be one line'],
    [job('    cache: x'), '5:12 jobs.a.cache must be a mapping'],
    [job('    artifacts: { paths: [/etc/passwd] }'), '5:26 jobs.a.artifacts.paths[0] must be relative'],
    [job('    artifacts: { path: [x] }'), 'unknown key «path» in jobs.a.artifacts: did you mean «paths»?'],
    [job('    matrix: { x: [".."] }\n    artifacts: { paths: ["a/${{ matrix.x }}/b"] }'), 'must not hold «..»'],
    [job('    artifacts: { paths: [1] }'), 'jobs.a.artifacts.paths[0] must be text'],
  ])('%j: %s', (text, expected) => {
    const errors = errorsOf(text)
    expect(errors).not.toEqual([])
    expect(errors.find((error) => error.includes(expected)) ?? errors).toContain(expected)
    for (const error of errors) expect(error).not.toMatch(/[\p{Cc}\u{202e}]/u)
  })

  it('is told of everything at once, in the order of the text', () => {
    const text = `image: evil\ntimeout: 9h\njobs:\n  a:\n    stepz: 1\n  b:\n    needs: [c]\n    steps: [{ run: 1 }, { rum: x }]\n`
    expect(errorsOf(text).map((error) => error.split(' ')[0])).toEqual([
      '1:1',
      '1:8',
      '2:10',
      '5:5',
      '5:5',
      '7:13',
      '8:20',
      '8:25',
      '8:27',
    ])
  })

  it('is told of fifty things at most', () => {
    expect(errorsOf(`version: 1\n${Array.from({ length: 500 }, (_, i) => `k${i}: 1`).join('\n')}`)).toHaveLength(50)
  })
})

describe('whatever the text', () => {
  const words = [
    'version: 1',
    'jobs:',
    '  a:',
    '    steps:',
    '      - run: x',
    '- ',
    ': ',
    '? ',
    '{',
    '}',
    '[',
    ']',
    ',',
    '&a',
    '*a',
    '!!x',
    '<<: ',
    '|\n',
    '>\n',
    '"',
    "'",
    '#',
    '---\n',
    '...\n',
    '%YAML 1.1\n',
    '\n',
    '  ',
    '\t',
    '${{ ',
    ' }}',
    'matrix',
    'needs: [a]',
    'image: alpine',
    '\\',
    '\0',
    '\u{feff}',
    '\r',
    '\u{2028}',
    '\ud800',
    '__proto__: ',
    'x'.repeat(100),
  ]
  const broken = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(''))
  const mutated = fc
    .tuple(fc.nat(example.length), fc.nat(20), fc.oneof(fc.constantFrom(...words), fc.string()))
    .map(([at, cut, put]) => example.slice(0, at) + put + example.slice(at + cut))

  it('is a plan or a list of what is wrong, with places inside the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'binary' }), broken, mutated), (text) => {
        const parsed = parse(text)
        if ('file' in parsed) return parsed.file.plan.jobs.length > 0
        expect(parsed.errors.length).toBeGreaterThan(0)
        expect(parsed.errors.length).toBeLessThanOrEqual(50)
        const lines = text.replace(/^\u{feff}/u, '').split('\n')
        for (const { line, column } of parsed.errors) {
          expect(lines.length).toBeGreaterThanOrEqual(line)
          expect((lines[line - 1]?.length ?? 0) + 1).toBeGreaterThanOrEqual(column)
          expect(Math.min(line, column)).toBeGreaterThanOrEqual(1)
        }
        return true
      }),
      { numRuns: 400 },
    )
  })

  it('a plan keeps to the bounds', () => {
    const values = fc.uniqueArray(fc.stringMatching(/^[a-z0-9 ,.]{1,8}$/), { minLength: 1, maxLength: 12 })
    const matrix = fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), values, { minKeys: 1, maxKeys: 4 })
    const jobs = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), matrix, { minKeys: 1, maxKeys: 5 })
    fc.assert(
      fc.property(jobs, (asked) => {
        const written = Object.fromEntries(
          Object.entries(asked).map(([name, one]) => [name, { matrix: one, steps: [{ run: 'x' }] }]),
        )
        const parsed = parse(JSON.stringify({ version: 1, jobs: written }))
        if ('errors' in parsed) return
        const names = parsed.file.plan.jobs.map(({ name }) => name)
        expect(names.length).toBeLessThanOrEqual(100)
        expect(new Set(names).size).toBe(names.length)
      }),
      { numRuns: 50 },
    )
  })

  it('64 KiB are read without holding anybody up', () => {
    const fill = (text: string, before = ''): string =>
      before + text.repeat(Math.floor((65_000 - before.length) / text.length))
    const worst = [
      ...[
        '[',
        '{',
        '- ',
        '? ',
        ': ',
        'a: ',
        '&a ',
        '! ',
        '*a ',
        '---\n',
        '%A\n',
        '?\n',
        '[]',
        '}\n',
        '"',
        '\n',
        '#\n',
        '\r',
        '|\n',
        '${{',
        '`\n',
      ].map((one) => fill(one)),
      fill(',', '['),
      fill('1,', 'a: ['),
      fill('a\n', '"'),
      fill('\\n', '"'),
      fill(' x\n', 'a: |\n'),
      fill('x\n ', 'a: '),
      fill('${{ ', 'version: 1\njobs:\n a:\n  steps:\n   - run: '),
      fill('${{ x }} ', 'version: 1\njobs:\n a:\n  steps:\n   - run: '),
      fill(' ', "version: 1\njobs:\n a:\n  steps:\n   - run: x ${{ hash('a'") + '"',
      Array.from({ length: 2500 }, (_, i) => `k${i}: 1`).join('\n'),
      `version: 1\njobs:\n${Array.from({ length: 100 }, (_, i) => ` j${i}: { needs: [${Array.from({ length: i }, (__, j) => `j${j}`).join()}], steps: [{ run: x }] }`).join('\n')}`,
      `version: 1\njobs: { a: { matrix: { x: [${Array.from({ length: 100 }, (_, i) => i).join()}] }, steps: [{ run: "${'${{ matrix.x }}'.repeat(3000)}" }] } }`,
      `version: 1\njobs: { a: { matrix: { x: [${Array.from({ length: 100 }, (_, i) => i).join()}] }, steps: [${Array.from({ length: 100 }, () => '{ run: "${{ matrix.x }} ${{ matrix.x }}" }').join()}] } }`,
    ]
    for (const text of worst)
      expect(Math.min(...[1, 2].map(() => longestPart(text))), text.slice(0, 80)).toBeLessThan(40)
  })
})
