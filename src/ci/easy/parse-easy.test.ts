import { describe, expect, it } from 'vitest'
import { errorsOf, example, fileOf, head, job, script } from '../../../test/support/easy-files.ts'

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
