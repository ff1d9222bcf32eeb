import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { boxSettings, type Kind, makeImages, removeImagesAndFolders } from '../support/boxes.ts'
import type { Client } from '../support/client.ts'
import { hookMisfit, readDescription } from '../support/described.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { type Body, ending, linesOf, oneJob, outputOf, pipelineOf, run } from '../support/pipelines.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { startReceiver } from '../support/receiver.ts'
import { aTime, itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { readEvents } from '../support/stream.ts'
import { thorough } from '../support/thorough.ts'

/** Containers take their time, and know nothing of the database. */
const kinds: readonly Kind[] = process.env['STITHY_TEST_DB'] === 'postgres' ? ['sandbox'] : ['sandbox', 'container']

describe.each(kinds)('in a %s', (kind) => {
  let stithy: TestStithy
  let ada: Person
  let bob: Person
  let client: Client
  let count = 0

  let usual = 0

  beforeAll(async () => {
    if (kind === 'container') makeImages()
    // As the service has it: what it makes is for itself alone.
    usual = process.umask(0o077)
    stithy = await startStithy({
      CI_ENABLED: 'true',
      CI_EXECUTOR: kind,
      ...(kind === 'container' ? { CI_DEFAULT_IMAGE: boxSettings().defaultImage } : {}),
      CI_LOG_MAX_MB: '1',
      CI_ALLOWED_IMAGES: 'debian:*,alpine:*,localhost/stithy-test-box:*,localhost:1/*',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    })
    ada = await newPerson(stithy, 'ada')
    bob = await newPerson(stithy, 'bob')
    client = stithy.client('B').as(ada.access)
  })
  afterAll(async () => {
    await stithy.stop()
    process.umask(usual)
    if (kind === 'container') removeImagesAndFolders()
  })

  const as = (person: Person, form: Form = 'B'): Client => stithy.client(form).as(person.access)

  async function newRepo(more: object = {}): Promise<string> {
    const slug = `r${++count}`
    expect((await client.post('user/repos', { slug, auto_init: true, is_public: true, ...more })).status).toBe(201)
    return `repos/ada/${slug}`
  }

  const stagesOf = (one: Body): readonly string[] => one.stages.map(({ status }: Body) => status)

  const uuid = /^[0-9a-f-]{36}$/
  /** What happens outside the box is the same whatever the box. */
  const once = thorough || kind === 'sandbox'

  describe('a push with .svc-ci.yml', () => {
    it('makes a pipeline that runs its five stages in order, to success', async () => {
      const repo = await newRepo()
      const file = oneJob('echo hello\necho oops >&2\ntest "$CI" = true\npwd')
      const made = await pipelineOf(client, repo, { '.svc-ci.yml': file, 'a.txt': 'a' })
      expect(made).toMatchObject({ id: expect.stringMatching(uuid), trigger: 'push', ref: 'main', mode: 'easy' })
      expect(['created', 'pending', 'running', 'success']).toContain(made.status)
      const done = await ending(client, repo, made.id)
      expect(done).toMatchObject({
        status: 'success',
        number: 1,
        triggered_by: 'ada',
        error: null,
        retry_of: null,
        sbom: null,
        duration_ms: expect.any(Number),
        started_at: aTime,
        finished_at: aTime,
        jobs: [
          {
            id: expect.stringMatching(uuid),
            name: 'build',
            status: 'success',
            exit_code: 0,
            steps: [{ status: 'success' }],
          },
        ],
      })
      expect(done.stages.map((one: { name: string; status: string }) => [one.name, one.status])).toEqual([
        ['static_validation', 'success'],
        ['sbom_gate', 'skipped'],
        ['variable_resolution', 'success'],
        ['execution', 'success'],
        ['report', 'success'],
      ])
      const lines = await linesOf(client, repo, made.id)
      expect(lines.map((line) => line.line)).toEqual(lines.map((_, index) => index + 1))
      expect(lines).toContainEqual(expect.objectContaining({ content: 'hello', stream: 'stdout', timestamp: aTime }))
      expect(lines).toContainEqual(expect.objectContaining({ content: 'oops', stream: 'stderr' }))
      expect(lines).toContainEqual(expect.objectContaining({ content: '/workspace', stream: 'stdout' }))
    })

    // The image of the tests has no git.
    it.runIf(kind === 'sandbox')('by git makes it before the client hears "ok"', async () => {
      const repo = await newRepo({ auto_init: false })
      const token = await newToken(client, ['repo:write'])
      const tree = await newFolder()
      await git(tree, 'init', '-q', '-b', 'main')
      await writeFile(`${tree}/.svc-ci.yml`, oneJob('git log --oneline\ngit status --short'))
      await git(tree, 'add', '.')
      await git(tree, 'commit', '-qm', 'First')
      await git(tree, 'push', '-q', addressOf(stithy, token, repo.replace('repos/', '')), 'main')
      const { body } = await client.get(`${repo}/ci/pipelines`)
      expect(body.total).toBe(1)
      const [made] = body.items
      expect(made.commit_sha).toBe(await git(tree, 'rev-parse', 'HEAD'))
      expect((await ending(client, repo, made.id)).status).toBe('success')
      // The commit alone is there, and it is clean.
      expect(await outputOf(client, repo, made.id)).toEqual([expect.stringMatching(/^[0-9a-f]{7} First$/)])
    })

    it.runIf(once)('without one, or with [skip ci], or where its conditions do not hold, makes none', async () => {
      const repo = await newRepo()
      await commitTo(client, repo, 'main', { 'x.txt': 'x' })
      const only = oneJob('true', 'when: { branch: [main], path: ["src/**"] }\n')
      await commitTo(client, repo, 'main', { '.svc-ci.yml': only })
      await commitTo(client, repo, ['other', 'main'], { 'src/a': 'a' })
      const skipped = { branch: 'main', message: 'No [skip ci]', content: Buffer.from('b').toString('base64') }
      expect((await client.send('PUT', `${repo}/contents/src/b`, { body: skipped })).status).toBe(201)
      expect((await client.get(`${repo}/ci/pipelines`)).body.total).toBe(0)
      await pipelineOf(client, repo, { 'src/c': 'c' })
      expect((await client.get(`${repo}/ci/pipelines`)).body.total).toBe(1)
    })

    it.runIf(once)('makes one for the tags that it names, and jobs of their own for them', async () => {
      const repo = await newRepo()
      const file = `version: 1
when: { branch: main, tag: "v*" }
jobs:
  test: { steps: [{ run: echo test }] }
  release: { needs: test, when: { tag: "v*" }, steps: [{ run: echo "release $CI_REF" }] }
`
      const pushed = await run(client, repo, { '.svc-ci.yml': file })
      expect(await outputOf(client, repo, pushed.id)).toEqual(['test'])
      const position = pushed.jobs.findIndex(({ name }: Body) => name === 'release')
      expect(await linesOf(client, repo, pushed.id)).toContainEqual(
        expect.objectContaining({ content: 'Skipped: its «when» does not name this branch', job: position }),
      )
      for (const name of ['nightly', 'v1.0']) {
        expect((await client.post(`${repo}/tags`, { name, target: 'main' })).status).toBe(201)
      }
      const { body } = await client.get(`${repo}/ci/pipelines`)
      expect(body.items.map(({ ref }: Body) => ref)).toEqual(['v1.0', 'main'])
      await ending(client, repo, body.items[0].id)
      expect(await outputOf(client, repo, body.items[0].id)).toEqual(['test', 'release v1.0'])
    })

    it.runIf(once)('that is not valid ends as an error that says where, and nothing has run', async () => {
      const repo = await newRepo()
      const done = await run(client, repo, { '.svc-ci.yml': 'version: 1\njobs:\n  a:\n    stepz: []\n' })
      expect(done).toMatchObject({
        status: 'error',
        error: expect.stringMatching(/^\.svc-ci\.yml:4:\d+: .*stepz/),
        jobs: [],
      })
      expect(done.stages[0]).toMatchObject({ name: 'static_validation', status: 'failed' })
      const evil = await run(client, repo, { '.svc-ci.yml': oneJob('true', 'image: alpine-evil:1\n') })
      expect(evil).toMatchObject({ status: 'error', error: expect.stringContaining('alpine-evil') })
    })
  })

  describe('jobs', () => {
    it.runIf(once)('run by what they need; what failed holds up those behind it, unless it may fail', async () => {
      const repo = await newRepo()
      const file = `version: 1
jobs:
  last: { needs: [good], steps: [{ run: echo last }] }
  good: { needs: [may], steps: [{ run: echo good }] }
  may: { allow_failure: true, steps: [{ run: exit 7 }] }
  bad: { steps: [{ name: first, run: echo one }, { name: second, run: exit 3 }, { run: echo never }] }
  behind: { needs: [bad], steps: [{ run: echo never }] }
`
      const done = await run(client, repo, { '.svc-ci.yml': file })
      expect(done.status).toBe('failed')
      const by: Body = Object.fromEntries(done.jobs.map((job: Body) => [job.name, job]))
      expect(by['may']).toMatchObject({ status: 'failed', exit_code: 7 })
      expect(by['last']).toMatchObject({ status: 'success', needs: ['good'] })
      expect(by['bad']).toMatchObject({ status: 'failed', exit_code: 3 })
      expect(by['bad'].steps.map((step: { status: string }) => step.status)).toEqual(['success', 'failed', 'skipped'])
      expect(by['behind'].status).toBe('skipped')
      expect((await linesOf(client, repo, done.id)).map((line) => line.content)).toContain(
        'Skipped: it needs bad, which did not succeed',
      )
      expect((await outputOf(client, repo, done.id)).toSorted()).toEqual(['good', 'last', 'one'])
    })

    it.runIf(once)('of a matrix run once for each combination, with its values', async () => {
      const repo = await newRepo()
      const file = `version: 1
jobs:
  test:
    matrix: { node: ["20", "24"] }
    steps:
      - run: echo "$CI_NODE on $CI_JOB_NAME" | tee made
        env: { CI_NODE: "\${{ matrix.node }}" }
    artifacts: { paths: [made] }
`
      const done = await run(client, repo, { '.svc-ci.yml': file })
      expect(done.status).toBe('success')
      expect((await outputOf(client, repo, done.id)).toSorted()).toEqual(['20 on test (20)', '24 on test (24)'])
      const kept = itemsOf((await client.get(`${repo}/ci/pipelines/${done.id}/artifacts`)).body)
      expect(kept.map(({ name }) => String(name)).toSorted()).toEqual(['test-20.tar.gz', 'test-24.tar.gz'])
    })

    it.runIf(once)('can be for what others come to: for a failure, or for either end', async () => {
      const repo = await newRepo()
      const file = (build: string): string => `version: 1
jobs:
  lint: { allow_failure: true, steps: [{ run: exit 1 }] }
  build: { steps: [{ run: ${build} }] }
  ship: { needs: [build], steps: [{ run: echo ship }] }
  apart: { when: { branch: other }, steps: [{ run: echo apart }] }
  tell: { needs: [lint, ship, apart], when: { status: failure }, steps: [{ run: "echo tell $CI_NEEDS_STATUS" }] }
  tidy: { needs: [ship], when: { status: [success, failure] }, steps: [{ run: "echo tidy $CI_NEEDS_STATUS" }] }
  last: { needs: [tell], steps: [{ run: echo last }] }
  never: { needs: [last], when: { status: failure }, steps: [{ run: echo never }] }
`
      const statuses = (one: Body): object =>
        Object.fromEntries(one.jobs.map(({ name, status }: Body) => [name, status]))
      const good = await run(client, repo, { '.svc-ci.yml': file('"true"') })
      expect(good.status).toBe('success')
      expect(statuses(good)).toMatchObject({
        ship: 'success',
        tell: 'skipped',
        tidy: 'success',
        last: 'skipped',
        never: 'skipped',
      })
      expect(await outputOf(client, repo, good.id)).toEqual(expect.arrayContaining(['tidy success']))
      const bad = await run(client, repo, { '.svc-ci.yml': file('exit 1') })
      expect(bad.status).toBe('failed')
      expect(statuses(bad)).toMatchObject({ ship: 'skipped', tell: 'success', tidy: 'success', last: 'success' })
      expect(await outputOf(client, repo, bad.id)).toEqual(expect.arrayContaining(['tell failure', 'tidy failure']))
      const { body } = await client.post(`${repo}/ci/pipelines/${bad.id}/retry?only=failed`)
      const again = await ending(client, repo, body.id)
      expect(statuses(again)).toMatchObject({ build: 'failed', ship: 'skipped', tell: 'success', tidy: 'success' })
    })

    it.runIf(kind === 'container')('whose box cannot be made fail by themselves, and their log says why', async () => {
      const repo = await newRepo()
      const image = boxSettings().defaultImage
      // Nothing listens there.
      const away = 'localhost:1/busybox:none'
      const file = `version: 1
jobs:
  away: { image: "${away}", allow_failure: true, steps: [{ run: "true" }] }
  served: { services: [{ name: db, image: "${image}" }], steps: [{ run: "true" }] }
  sound: { needs: [away], steps: [{ run: echo fine }] }
  behind: { needs: [served], steps: [{ run: echo never }] }
`
      const done = await run(client, repo, { '.svc-ci.yml': file })
      expect(done).toMatchObject({ status: 'failed', error: null })
      expect(done.jobs.map(({ name, status }: Body) => [name, status])).toEqual([
        ['away', 'failed'],
        ['served', 'failed'],
        ['sound', 'success'],
        ['behind', 'skipped'],
      ])
      const said = (await linesOf(client, repo, done.id)).map(({ job, content }) => `${job} ${content}`).join('\n')
      expect(said).toContain(`0 The image ${away} could not be had. podman: `)
      expect(said).toContain('1 The service db did not start. podman: ')
    })

    it('end when their time is over, whatever they do against it', async () => {
      const repo = await newRepo()
      const file = oneJob(
        "trap '' TERM\nsetsid sleep 1000 &\necho begun\nwhile :; do sleep 1000 || true; done",
      ).replace('    steps:', '    timeout: 1s\n    steps:')
      const done = await run(client, repo, { '.svc-ci.yml': file })
      expect(done).toMatchObject({
        status: 'timed_out',
        jobs: [{ status: 'timed_out', steps: [{ status: 'timed_out' }] }],
      })
      expect(await outputOf(client, repo, done.id)).toEqual(['begun'])
      const why = { content: 'The time of 1s (timeout) is over, and the job was ended', job: 0, step: 0 }
      expect(await linesOf(client, repo, done.id)).toContainEqual(expect.objectContaining(why))
    })

    it.runIf(once)('know what they run for', async () => {
      const repo = await newRepo()
      const script =
        'echo "$CI_EVENT $CI_REF_TYPE ${CI_BRANCH-none} ${CI_TAG-none} ${CI_PULL_REQUEST-none} $CI_PIPELINE_NUMBER"'
      const pushed = await run(client, repo, { '.svc-ci.yml': oneJob(script, 'when: { branch: main, tag: "*" }\n') })
      expect(await outputOf(client, repo, pushed.id)).toEqual(['push branch main none none 1'])
      const manual = await client.post(`${repo}/ci/pipelines/trigger`, {})
      await client.post(`${repo}/tags`, { name: 'v1', target: 'main' })
      await commitTo(client, repo, ['work', 'main'], { a: 'a' })
      const pull = await openPull(client, repo, 'work')
      const made = await eventually(async () => {
        const { body } = await client.get(`${repo}/ci/pipelines`)
        expect(body.items).toHaveLength(4)
        return body.items as Body[]
      })
      for (const { id } of made) await ending(client, repo, id)
      const said = await Promise.all(made.map(({ id }) => outputOf(client, repo, id)))
      expect(said.flat()).toEqual([
        `pull_request pull_request main none ${pull.number} 4`,
        'push tag none v1 none 3',
        'manual branch main none none 2',
        'push branch main none none 1',
      ])
      expect(manual.status).toBe(201)
    })

    it('keep artifacts, and find again what was cached under the same key', async () => {
      const repo = await newRepo()
      const file = `version: 1
jobs:
  build:
    steps:
      - run: |
          cat .cache/made || echo nothing
          mkdir -p .cache out
          echo "from $CI_COMMIT_SHA" > .cache/made
          ln -s /etc/passwd out/link
          echo result > out/file
    cache: { key: "k-\${{ hash('lock') }}", paths: [.cache] }
    artifacts: { paths: [out/, "missing"], expire_in: 7d }
`
      const first = await run(client, repo, { '.svc-ci.yml': file, lock: '1' })
      const second = await run(client, repo, { other: '1' })
      const third = await run(client, repo, { lock: '2' })
      expect([first.status, second.status, third.status]).toEqual(['success', 'success', 'success'])
      expect(await outputOf(client, repo, second.id)).toContain(`from ${first.commit_sha}`)
      expect(await outputOf(client, repo, third.id)).toContain('nothing')
      const { body } = await client.get(`${repo}/ci/pipelines/${first.id}/artifacts`)
      expect(body.items).toEqual([expect.objectContaining({ job: 'build', name: 'build.tar.gz', expires_at: aTime })])
      const packed = await fetch(body.items[0].download_url)
      expect(packed.status).toBe(200)
      const folder = await newFolder()
      await writeFile(`${folder}/a.tar.gz`, Buffer.from(await packed.arrayBuffer()))
      const names = execFileSync('tar', ['-tzf', `${folder}/a.tar.gz`]).toString()
      expect(names.split('\n').toSorted()).toEqual(['', './out/', './out/file', './out/link'])
    })

    it.runIf(once)('find what the jobs that they need have left, and nothing of others', async () => {
      const repo = await newRepo()
      const file = `version: 1
jobs:
  build:
    matrix: { part: [one, two] }
    steps: [{ run: "mkdir -p dist && echo made > dist/\${{ matrix.part }} && echo new > kept.txt" }]
    artifacts: { paths: [dist/, kept.txt] }
  other:
    steps: [{ run: echo other > other }]
    artifacts: { paths: [other] }
  empty:
    steps: [{ run: "true" }]
    artifacts: { paths: [missing/] }
  deploy:
    needs: [build, empty]
    steps: [{ run: "find dist other -type f 2> /dev/null | sort; cat kept.txt" }]
  behind:
    needs: [deploy]
    steps: [{ run: "test ! -e dist; cat kept.txt" }]
`
      const done = await run(client, repo, { '.svc-ci.yml': file, 'kept.txt': 'old\n' })
      expect(done.status).toBe('success')
      const lines = await linesOf(client, repo, done.id)
      const saidBy = (name: string): readonly string[] => {
        const position = done.jobs.findIndex((job: Body) => job.name === name)
        return lines.filter((line) => line.job === position && line.stream === 'stdout').map((line) => line.content)
      }
      expect(saidBy('deploy')).toEqual(['dist/one', 'dist/two', 'new'])
      // Only what a job needs itself: what those need in turn is not its own.
      expect(saidBy('behind')).toEqual(['old'])
      const said = lines.map((line) => line.content)
      expect(said).toContain('The artifacts of build (one) were brought')
      expect(said).toContain('There are no artifacts of empty')
    })

    it.runIf(once)('write more than a log may hold: it is cut off, and they run to their end', async () => {
      const repo = await newRepo()
      const done = await run(client, repo, {
        '.svc-ci.yml': oneJob('yes 0123456789 | head -c 3000000\necho the reason >&2\nexit 5'),
      })
      expect(done).toMatchObject({ status: 'failed', jobs: [{ exit_code: 5 }] })
      const { body } = await client.get(`${repo}/ci/pipelines/${done.id}/logs?page=10000`)
      expect(body.items).toEqual([])
      expect(body.total).toBeLessThan((1024 * 1024) / 11 + 100)
      const last = await client.get(`${repo}/ci/pipelines/${done.id}/logs?page=${Math.ceil(body.total / 100)}`)
      expect(JSON.stringify(last.body.items)).toContain('more were written than a log may hold')
      // What went wrong mostly stands at the end.
      const ofStep = last.body.items.map(({ content }: Body) => content)
      expect(ofStep.at(-2)).toBe('the reason')
    })
  })

  describe.runIf(once)('a flood of short lines', () => {
    it('makes the job wait, nobody else, and fills the log as longer ones do', async () => {
      const repo = await newRepo()
      const before = process.memoryUsage.rss()
      const file = oneJob("yes '' | head -c 3000000; echo done >&2")
      const made = await pipelineOf(client, repo, { '.svc-ci.yml': file })
      const done = await ending(client, repo, made.id)
      expect(done.status).toBe('success')
      expect(done['log_lines']).toBeGreaterThan(100_000)
      expect(done['log_lines']).toBeLessThan(110_000)
      expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024)
      const page = await stithy.client('B').get(`/ada/${repo.split('/')[2]}/ci/pipelines/${made.id}?q=log%20is%20full`)
      expect(page.text).toContain('1 line with “log is full”')
    })
  })

  describe('variables', () => {
    it.runIf(once)(
      'reach jobs, the repository over the team, what is given by hand over both; secrets show as stars',
      async () => {
        const repo = await newRepo()
        const secret = 'S3cret-value-of-the-house'
        await client.post(`${repo}/ci/variables`, { key: 'TOKEN', value: secret, secret: true })
        await client.post(`${repo}/ci/variables`, { key: 'LEVEL', value: 'low', secret: false })
        await client.post(`${repo}/ci/variables`, {
          key: 'ONLY',
          value: 'protected-value',
          secret: true,
          protected_only: true,
        })
        const file = oneJob(
          'echo "token $TOKEN level $LEVEL only ${ONLY-none}"\nprintf %s "$TOKEN" | base64\nprintf %s "$TOKEN" | cut -c1-8; printf "%s" "$TOKEN" | cut -c9-',
        )
        const pushed = await run(client, repo, { '.svc-ci.yml': file })
        expect(await outputOf(client, repo, pushed.id)).toEqual(['token *** level low only none', '***', '***'])
        const said = (await linesOf(client, repo, pushed.id)).map(({ content }) => content)
        expect(said).toContain('Variables that are for protected branches alone, and left out here: 1')
        const answer = await client.post(`${repo}/ci/pipelines/trigger`, { ref: 'main', variables: { LEVEL: 'high' } })
        expect(answer.status, answer.text).toBe(201)
        expect(answer.body).toMatchObject({ trigger: 'manual', ref: 'main', triggered_by: 'ada' })
        const manual = await ending(client, repo, answer.body.id)
        expect((await outputOf(client, repo, manual.id))[0]).toBe('token *** level high only none')
        const raw = JSON.stringify(await stithy.app.db.selectFrom('pipelines').selectAll().execute())
        expect(raw).not.toContain(secret)
      },
    )

    it.runIf(once)('that would hijack the runner are refused', async () => {
      const repo = await newRepo()
      await run(client, repo, { '.svc-ci.yml': oneJob('true') })
      for (const form of forms) {
        const answer = await as(ada, form).post(`${repo}/ci/pipelines/trigger`, { variables: { LD_PRELOAD: '/x' } })
        expectFault(answer, form, 'invalid', { details: ['variables.LD_PRELOAD: format'] })
      }
    })
  })

  describe('whoever watches', () => {
    it.runIf(once)('gets every line as it comes, the end, and what was missed', async () => {
      const repo = await newRepo()
      const made = await pipelineOf(client, repo, { '.svc-ci.yml': oneJob('echo one\nsleep 0.3\necho two') })
      const headers = { authorization: `Bearer ${ada.access}` }
      const url = `${stithy.url}/api/v1/${repo}/ci/pipelines/${made.id}/logs/stream`
      const { status, type, reader } = await readEvents(url, headers)
      expect([status, type]).toEqual([200, 'text/event-stream; charset=utf-8'])
      await eventually(() => expect(reader.ended()).toBe(true))
      const lines = reader.frames.filter((frame) => frame.id !== null)
      expect(lines.map((frame) => frame.data['line'])).toEqual(lines.map((_, index) => index + 1))
      expect(lines.map((frame) => frame.data['content'])).toEqual(expect.arrayContaining(['one', 'two']))
      expect(reader.text()).toMatch(/event: end\ndata: \{.*"status":"success"/)
      const behind = String(lines.length - 1)
      for (const again of [
        await readEvents(url, { ...headers, 'last-event-id': behind }),
        await readEvents(`${url}?after=${behind}`, headers),
        await readEvents(`${url}?after=1`, { ...headers, 'last-event-id': behind }),
      ]) {
        await eventually(() => expect(again.reader.ended()).toBe(true))
        expect(again.reader.frames.filter((frame) => frame.id !== null).map((frame) => frame.id)).toEqual([
          String(lines.length),
        ])
      }
    })
  })

  describe('a pipeline', () => {
    it('that is canceled is over at once, with every process of it', async () => {
      const repo = await newRepo()
      const file = `${oneJob('echo begun\nsleep 4321 & setsid sleep 4321')}      - run: echo never
  after:
    needs: [build]
    steps: [{ run: echo never }]
`
      const made = await pipelineOf(client, repo, { '.svc-ci.yml': file })
      await eventually(async () => expect(await outputOf(client, repo, made.id)).toEqual(['begun']))
      const canceled = await client.post(`${repo}/ci/pipelines/${made.id}/cancel`)
      expect(canceled.status).toBe(200)
      expect(canceled.body).toMatchObject({
        status: 'canceled',
        jobs: [
          {
            status: 'canceled',
            steps: [{ status: 'canceled', duration_ms: expect.any(Number) }, { status: 'skipped' }],
          },
          { status: 'skipped', steps: [{ status: 'skipped' }] },
        ],
        finished_at: aTime,
      })
      expect(stagesOf(canceled.body)).toEqual(['success', 'skipped', 'success', 'canceled', 'skipped'])
      for (const form of forms) {
        expectFault(await as(ada, form).post(`${repo}/ci/pipelines/${made.id}/cancel`), form, 'conflict')
      }
      await eventually(() => expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain('sleep 4321'))
      expect((await client.get(`${repo}/ci/pipelines/${made.id}`)).body.status).toBe('canceled')
    })

    it.runIf(once)('that waits is canceled with all of its stages', async () => {
      const repo = await newRepo()
      const slow = oneJob('sleep 4320', 'when: { event: manual }\n')
      await commitTo(client, repo, 'main', { '.svc-ci.yml': slow })
      const many = await Promise.all(
        Array.from({ length: 9 }, () => client.post(`${repo}/ci/pipelines/trigger`, { ref: 'main' })),
      )
      const [queued] = itemsOf((await client.get(`${repo}/ci/pipelines?status=pending`)).body)
      const canceled = await client.post(`${repo}/ci/pipelines/${String(queued?.['id'])}/cancel`)
      expect(canceled.body).toMatchObject({ status: 'canceled', jobs: [], started_at: null })
      expect(stagesOf(canceled.body)).toEqual(Array.from({ length: 5 }, () => 'skipped'))
      for (const { body } of many) await client.post(`${repo}/ci/pipelines/${body.id}/cancel`)
    })

    it.runIf(once)('that has ended can be run again, as a new one; only what failed if so wanted', async () => {
      const repo = await newRepo()
      const file = `version: 1
jobs:
  good: { steps: [{ run: echo good }] }
  bad: { steps: [{ run: exit 1 }] }
  behind: { needs: [bad, good], steps: [{ run: echo behind }] }
`
      const first = await run(client, repo, { '.svc-ci.yml': file })
      const again = await client.post(`${repo}/ci/pipelines/${first.id}/retry`)
      expect(again.status).toBe(201)
      expect(again.body).toMatchObject({ retry_of: first.id, commit_sha: first.commit_sha, number: 2 })
      await ending(client, repo, again.body.id)
      const failed = await client.post(`${repo}/ci/pipelines/${first.id}/retry?only=failed`)
      const done = await ending(client, repo, failed.body.id)
      expect(done.jobs.map((job: { status: string }) => job.status)).toEqual(['skipped', 'failed', 'skipped'])
      expect((await client.get(`${repo}/ci/pipelines/${first.id}`)).body).toMatchObject({ status: 'failed', number: 1 })
    })

    it.runIf(once)(
      'that is run again for what failed never runs again what succeeded, and uses what that left',
      async () => {
        const repo = await newRepo()
        const file = `version: 1
jobs:
  build:
    steps: [{ run: "echo built; echo $CI_PIPELINE_ID > made" }]
    artifacts: { paths: [made] }
  ship:
    needs: [build]
    steps: [{ run: "echo shipped $(cat made); false" }]
`
        const first = await run(client, repo, { '.svc-ci.yml': file })
        const second = await client.post(`${repo}/ci/pipelines/${first.id}/retry?only=failed`)
        await ending(client, repo, second.body.id)
        const third = await client.post(`${repo}/ci/pipelines/${second.body.id}/retry?only=failed`)
        const done = await ending(client, repo, third.body.id)
        expect(done.jobs.map(({ name, status }: Body) => [name, status])).toEqual([
          ['build', 'skipped'],
          ['ship', 'failed'],
        ])
        expect(await outputOf(client, repo, done.id)).toEqual([`shipped ${first.id}`])
        expect((await linesOf(client, repo, done.id)).map((line) => line.content)).toContain(
          'Skipped: it is not among the jobs that are run again',
        )
        // What was made for an unprotected branch does not reach the variables of a protected one.
        await client.post(`${repo}/branch-protections`, { pattern: 'main' })
        const fourth = await client.post(`${repo}/ci/pipelines/${third.body.id}/retry?only=failed`)
        await ending(client, repo, fourth.body.id)
        const lines = await linesOf(client, repo, fourth.body.id)
        expect(lines.map((line) => line.content)).toContain(
          'The artifacts of build were not made for a protected branch: run the whole pipeline again to have them',
        )
        expect(await outputOf(client, repo, fourth.body.id)).not.toContain(`shipped ${first.id}`)
      },
    )

    it.runIf(once)('that has succeeded has nothing that could be run again for having failed', async () => {
      const repo = await newRepo()
      const done = await run(client, repo, { '.svc-ci.yml': oneJob('true') })
      const again = await client.post(`${repo}/ci/pipelines/${done.id}/retry?only=failed`)
      expect(again).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('Nothing in this pipeline') },
      })
    })

    it.runIf(once)('is a check of its commit, in the audit log, and told to whoever pushed', async () => {
      const repo = await newRepo()
      const done = await run(client, repo, { '.svc-ci.yml': oneJob('exit 1') })
      const { body } = await client.get(`${repo}/commits/${done.commit_sha}/status`)
      expect(body).toMatchObject({ state: 'failure', statuses: [{ context: 'ci', state: 'failure' }] })
      expect(body.statuses[0].target_url).toBe(`${stithy.url}/${repo.replace('repos/', '')}/ci/pipelines/${done.id}`)
      const audit = await stithy.app.db
        .selectFrom('audit')
        .select(['event', 'metadata'])
        .where('target_id', '=', done.id)
        .execute()
      expect(audit).toEqual([{ event: 'PIPELINE_FINISHED', metadata: expect.stringContaining('"status":"failed"') }])
      const told = await readEvents(`${stithy.url}/notifications/stream`, {
        authorization: `Bearer ${ada.access}`,
        'last-event-id': '0',
      })
      await eventually(() => {
        expect(told.reader.frames.at(-1)?.data).toMatchObject({
          type: 'ci_failed',
          repo: repo.replace('repos/', ''),
          pipeline_id: done.id,
          url: `${stithy.url}/${repo.replace('repos/', '')}/ci/pipelines/${done.id}`,
          actor: null,
        })
      })
      told.reader.close()
    })

    it.runIf(once)('that passed comes to the inbox where that is news, and to the stream always', async () => {
      const repo = await newRepo()
      const slug = repo.replace('repos/', '')
      const last = async () =>
        Number(
          (await stithy.app.db.selectFrom('users').select('last_notification').where('id', '=', 1).executeTakeFirst())
            ?.last_notification,
        )
      const before = await last()
      const scripts = ['true', 'echo again', null, 'echo mended', 'echo still']
      for (const script of scripts)
        await run(client, repo, { '.svc-ci.yml': script === null ? 'jobs: 3' : oneJob(script) })
      await eventually(async () => expect(await last()).toBe(before + scripts.length))
      const shown = async (query: string) => {
        const { text } = await stithy.client().get(`/notifications?repo=${slug}&${query}`, { cookie: ada.cookie })
        return [...text.matchAll(/Pipeline #(\d) of main\s*<\/a>/g)].map(([, number]) => number)
      }
      expect(await shown('')).toEqual(['4', '3', '1'])
      expect(await shown('show=done')).toEqual(['5', '2'])
      const headers = { authorization: `Bearer ${ada.access}`, 'last-event-id': String(before) }
      const { reader } = await readEvents(`${stithy.url}/notifications/stream`, headers)
      await eventually(() => {
        const types = reader.frames.map(({ data }) => (data as { type: string }).type)
        expect(types).toEqual(['ci_succeeded', 'ci_succeeded', 'ci_failed', 'ci_succeeded', 'ci_succeeded'])
      })
      reader.close()
      const choose = (inbox: readonly string[]) =>
        stithy
          .client()
          .send('POST', '/settings/notifications', { cookie: ada.cookie, fields: { asks_for_inbox: 'yes', inbox } })
      const chosen = async () => {
        const { text } = await stithy.client().get('/settings/notifications', { cookie: ada.cookie })
        return [...text.matchAll(/name="inbox" value="(ci_\w+)" checked/g)].map(([, type]) => type)
      }
      expect(await chosen()).toEqual(['ci_failed', 'ci_mended'])
      await choose(['ci_succeeded'])
      expect(await chosen()).toEqual(['ci_succeeded', 'ci_mended'])
      await run(client, repo, { '.svc-ci.yml': oneJob('echo all') })
      await eventually(async () => expect(await shown('')).toContain('6'))
      await choose([])
      expect(await chosen()).toEqual([])
      await inTransaction(stithy.app, async (tx) => void (await tx.deleteFrom('notification_preferences').execute()))
    })

    it.runIf(once)('is found by its own repository alone, by uuid or number, by whoever may read it', async () => {
      const repo = await newRepo({ is_public: false })
      const other = await newRepo()
      const done = await run(client, repo, { '.svc-ci.yml': oneJob('true') })
      const codeOfA = { codeOfA: 'PIPELINE_NOT_FOUND' }
      for (const form of forms) {
        expect((await as(ada, form).get(`${repo}/ci/pipelines/${done.id}`)).body.id).toBe(done.id)
        expectFault(await as(ada, form).get(`${other}/ci/pipelines/${done.id}`), form, 'missing', codeOfA)
        expectFault(await as(ada, form).post(`${other}/ci/pipelines/${done.id}/cancel`), form, 'missing', codeOfA)
        expectFault(await as(bob, form).get(`${repo}/ci/pipelines/${done.id}`), form, 'missing', {
          codeOfA: 'REPO_NOT_FOUND',
        })
        const logs = await as(ada, form).get(`${repo}/ci/pipelines/${done.id}/logs`)
        expect(logs.body).toMatchObject({ items: expect.any(Array), page: 1, per_page: 100, total: expect.any(Number) })
      }
      const list = await as(ada, 'A').get(`${repo}/ci/pipelines?limit=1`)
      expect(list.body).toHaveLength(1)
      expect(list.headers.get('x-total-count')).toBe('1')
    })

    it.runIf(once)('cannot be triggered where there is no file, or the ref is none', async () => {
      const repo = await newRepo()
      for (const form of forms) {
        expectFault(await as(ada, form).post(`${repo}/ci/pipelines/trigger`, {}), form, 'invalid', {
          details: ['ref: no_config'],
        })
        expectFault(await as(ada, form).post(`${repo}/ci/pipelines/trigger`, { ref: '--exec=x' }), form, 'invalid', {
          details: ['ref: unknown'],
        })
        expectFault(await as(bob, form).post(`${repo}/ci/pipelines/trigger`, {}), form, 'forbidden')
      }
    })
  })

  describe('a webhook', () => {
    it.runIf(once)('hears when a pipeline is made and when it has ended', async () => {
      const repo = await newRepo()
      const receiver = await startReceiver()
      await client.post(`${repo}/hooks`, { url: receiver.url, events: ['pipeline'] })
      const done = await run(client, repo, { '.svc-ci.yml': oneJob('exit 1') })
      const told = await eventually(() => {
        expect(receiver.received).toHaveLength(2)
        return receiver.received.map(({ body }) => body)
      })
      expect(told).toMatchObject([
        { action: 'created', sender: { username: 'ada' }, pipeline: { id: done.id, status: 'created' } },
        { action: 'finished', pipeline: { id: done.id, status: 'failed', commit_sha: done.commit_sha } },
      ])
      const description = await readDescription(stithy.client())
      for (const body of told) expect(hookMisfit(description, 'pipeline', body)).toBeNull()
      const made = { status: 'created', started_at: null, finished_at: null, duration_ms: 0 }
      expect(told).toContainEqual(expect.objectContaining({ pipeline: expect.objectContaining(made) }))
      await receiver.stop()
    })
  })

  describe('a schedule', () => {
    it.runIf(once)('runs the default branch when its time comes, once', async () => {
      const repo = await newRepo()
      const file = oneJob('echo "$CI_REF"', 'schedule: ["0 3 * * *"]\nwhen: { event: [schedule] }\n')
      await commitTo(client, repo, 'main', { '.svc-ci.yml': file })
      expect((await client.get(`${repo}/ci/pipelines`)).body.total).toBe(0)
      const due = { next_at: stithy.app.clock.now() - 1 }
      await inTransaction(stithy.app, async (tx) => {
        await tx.updateTable('pipeline_schedules').set(due).execute()
        await tx.notify('pipelines')
      })
      const made = await eventually(async () => {
        const { body } = await client.get(`${repo}/ci/pipelines`)
        expect(body.items).toHaveLength(1)
        return body.items[0]
      })
      expect(made).toMatchObject({ trigger: 'schedule', ref: 'main', triggered_by: null })
      expect((await ending(client, repo, made.id)).status).toBe('success')
      const [next] = await stithy.app.db.selectFrom('pipeline_schedules').select('next_at').execute()
      expect(next?.next_at).toBeGreaterThan(stithy.app.clock.now())
      await commitTo(client, repo, 'main', { '.svc-ci.yml': oneJob('true') })
      expect(await stithy.app.db.selectFrom('pipeline_schedules').selectAll().execute()).toEqual([])
    })
  })

  describe('a protected branch', () => {
    it.runIf(once)('that asks for the check "ci" takes a merge only when the pipeline has succeeded', async () => {
      const repo = await newRepo()
      await client.post(`${repo}/branch-protections`, {
        pattern: 'main',
        required_checks: ['ci'],
        push_role: 'Developer',
      })
      await commitTo(client, repo, ['bad', 'main'], { '.svc-ci.yml': oneJob('test -e good') })
      const pull = await openPull(client, repo, 'bad')
      await eventually(async () => {
        const { body } = await client.post(`${repo}/pulls/${pull.number}/merge`, { merge_method: 'merge' })
        expect(body.details?.[0]?.code).toBe('checks_failed')
      })
      await run(client, repo, { good: 'yes' }, 'bad')
      await eventually(async () => {
        const merged = await client.post(`${repo}/pulls/${pull.number}/merge`, { merge_method: 'merge' })
        expect(merged.status, merged.text).toBe(200)
      })
    })

    it.runIf(once)('that asks for it also takes a change of files that the pipeline is not for', async () => {
      const repo = await newRepo()
      await commitTo(client, repo, 'main', { '.svc-ci.yml': oneJob('echo ran', 'when: { path: ["src/**"] }\n') })
      const offer = async (branch: string): Promise<string> => {
        // A new branch is compared with nothing: its first push counts as a change of everything.
        await client.post(`${repo}/branches`, { name: branch, target: 'main' })
        const sha = await commitTo(client, repo, branch, { [`docs/${branch}`]: 'x' })
        await settled(client, repo, (await openPull(client, repo, branch)).number)
        return sha
      }
      const before = await offer('before')
      await client.post(`${repo}/branch-protections`, { pattern: 'main', required_checks: ['ci'] })
      const after = await offer('after')
      const made = await eventually(async () => {
        const { body } = await client.get(`${repo}/ci/pipelines?commit=${after}`)
        expect(body.items).toHaveLength(1)
        return body.items[0]
      })
      expect((await client.get(`${repo}/ci/pipelines?commit=${before}`)).body.total).toBe(0)
      const done = await ending(client, repo, made.id)
      expect(done).toMatchObject({ status: 'success', trigger: 'pull_request', jobs: [{ status: 'skipped' }] })
      expect((await linesOf(client, repo, done.id)).map((line) => line.content)).toEqual([
        'No changed file is one that this pipeline is for: there is nothing to do',
      ])
      const merged = await client.post(`${repo}/pulls/${done.pull}/merge`, { merge_method: 'merge' })
      expect(merged.status, merged.text).toBe(200)
      // Whoever wants it to run all the same runs it again.
      const again = await client.post(`${repo}/ci/pipelines/${done.id}/retry`)
      await ending(client, repo, again.body.id)
      expect(await outputOf(client, repo, again.body.id)).toEqual(['ran'])
    })

    it.runIf(once)('is not satisfied by a pipeline that had nothing to do for another branch', async () => {
      const repo = await newRepo()
      await commitTo(client, repo, 'main', { '.svc-ci.yml': oneJob('echo ran', 'when: { path: ["src/**"] }\n') })
      await client.post(`${repo}/branches`, { name: 'stable', target: 'main' })
      await commitTo(client, repo, 'main', { 'src/new': 'x' })
      await client.post(`${repo}/branch-protections`, { pattern: '*', required_checks: ['ci'], push_role: 'Developer' })
      await client.post(`${repo}/branches`, { name: 'words', target: 'main' })
      const sha = await commitTo(client, repo, 'words', { 'docs/a': 'x' })
      const made = (many: number): Promise<Body[]> =>
        eventually(async () => {
          const { body } = await client.get(`${repo}/ci/pipelines?commit=${sha}`)
          expect(body.items).toHaveLength(many)
          return body.items as Body[]
        })
      await openPull(client, repo, 'words')
      const [idle] = await made(1)
      expect((await ending(client, repo, idle?.id)).jobs[0].status).toBe('skipped')
      await openPull(client, repo, 'words', { target_branch: 'stable' })
      const [real] = await made(2)
      expect((await ending(client, repo, real?.id)).jobs[0].status).toBe('success')
    })
  })

  describe('a pull request from a fork', () => {
    it.runIf(once)('waits for approval of exactly its commit, and gets no secret', async () => {
      const repo = await newRepo()
      const slug = repo.split('/').at(-1)
      await client.post(`${repo}/ci/variables`, { key: 'TOKEN', value: 'a-very-secret-thing', secret: true })
      // Of a pull request that is the branch that it is to be merged into.
      const forMain = oneJob('echo "got ${TOKEN-nothing}"').replace(
        '    steps:',
        '    when: { branch: main }\n    steps:',
      )
      await run(client, repo, { '.svc-ci.yml': forMain })
      expect((await as(bob).post(`${repo}/forks`, {})).status).toBe(201)
      const fork = `repos/bob/${slug}`
      await commitTo(as(bob), fork, ['work', 'main'], { evil: '1' })
      const pull = await openPull(as(bob), repo, 'work', { source_repo: `bob/${slug}` })
      const find = () =>
        eventually(async () => {
          const { body } = await client.get(`${repo}/ci/pipelines`)
          const [newest] = itemsOf(body)
          expect(newest).toMatchObject({ trigger: 'pull_request', pull: pull.number })
          return newest
        })
      const waiting = await find()
      expect(waiting).toMatchObject({ status: 'blocked', ref: `refs/pull/${pull.number}/head` })
      expectFault(await as(bob).post(`${repo}/ci/pipelines/${String(waiting?.['id'])}/approve`), 'B', 'forbidden')
      const approved = await client.post(`${repo}/ci/pipelines/${String(waiting?.['id'])}/approve`)
      expect([approved.status, approved.body.approved_by]).toEqual([200, 'ada'])
      const done = await ending(client, repo, approved.body.id)
      expect(done.status).toBe('success')
      expect(await outputOf(client, repo, done.id)).toEqual(['got nothing'])
      await commitTo(as(bob), fork, 'work', { evil: '2' })
      await eventually(async () => {
        expect(await find()).toMatchObject({
          status: 'blocked',
          commit_sha: expect.not.stringMatching(done.commit_sha),
        })
      })
    })

    it.runIf(once)('waits no longer when it goes on, is closed or is merged', async () => {
      const repo = await newRepo()
      await run(client, repo, { '.svc-ci.yml': oneJob('echo one') })
      expect((await as(bob).post(`${repo}/forks`, {})).status).toBe(201)
      const fork = repo.replace('/ada/', '/bob/')
      await commitTo(as(bob), fork, ['work', 'main'], { evil: '1' })
      const pull = await openPull(as(bob), repo, 'work', { source_repo: fork.replace('repos/', '') })
      const one = `${repo}/pulls/${pull.number}`
      const ask = async (id: string, act: 'approve' | 'cancel') => client.post(`${repo}/ci/pipelines/${id}/${act}`)
      const waiting = () =>
        eventually(async () => {
          const [newest, ...others] = itemsOf((await client.get(`${repo}/ci/pipelines?status=blocked`)).body)
          expect(newest).toMatchObject({ pull: pull.number })
          expect(others).toEqual([])
          return String(newest?.['id'])
        })
      const withdrawn = async (id: string, error: string): Promise<void> => {
        expect(await ending(client, repo, id)).toMatchObject({ status: 'canceled', error, started_at: null, jobs: [] })
        expectFault(await ask(id, 'approve'), 'B', 'conflict')
      }
      const first = await waiting()
      const sha = await commitTo(as(bob), fork, 'work', { evil: '2' })
      await withdrawn(first, 'The pull request has gone on to another commit')
      const second = await waiting()
      await as(bob).send('PATCH', one, { body: { state: 'closed' } })
      await withdrawn(second, 'The pull request was closed')
      // Nor in the moment before it is withdrawn.
      await inTransaction(stithy.app, async (tx) => {
        const open = { status: 'blocked', finished_at: null } as const
        await tx.updateTable('pipelines').set(open).where('uuid', '=', second).execute()
      })
      expectFault(await ask(second, 'approve'), 'B', 'conflict')
      const canceled = await ask(second, 'cancel')
      expect(canceled.body).toMatchObject({ status: 'canceled', error: null })
      expect(stagesOf(canceled.body)).toEqual(Array.from({ length: 5 }, () => 'skipped'))
      await inTransaction(stithy.app, async (tx) => {
        const error = 'The pull request was closed'
        await tx.updateTable('pipelines').set({ error }).where('uuid', '=', second).execute()
      })
      await as(bob).send('PATCH', one, { body: { state: 'open' } })
      const third = await waiting()
      expect((await client.get(`${repo}/ci/pipelines/${third}`)).body).toMatchObject({ commit_sha: sha })
      await settled(client, repo, pull.number)
      const merged = await client.post(`${one}/merge`, { merge_method: 'rebase' })
      expect(merged.status, merged.text).toBe(200)
      await withdrawn(third, 'The pull request was merged')
      const page = await stithy.client().get(`/${repo.replace('repos/', '')}/ci/pipelines/${third}`)
      expect(page.text).toContain('The pull request was merged')
      // The commit is that of the branch now, and what its own pipeline says counts.
      await eventually(async () => {
        const { body } = await client.get(`${repo}/commits/${sha}/status`)
        expect(body).toMatchObject({ state: 'success' })
      })
    })
  })
})
