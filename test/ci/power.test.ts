import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { newPerson } from '../support/people.ts'
import { type Body, linesOf, oneJob, outputOf, run } from '../support/pipelines.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let client: Client
let count = 0

/** As the service has it: what it makes is for itself alone. */
let usual = 0
beforeAll(() => {
  usual = process.umask(0o077)
})
afterAll(() => {
  process.umask(usual)
})

beforeAll(async () => {
  stithy = await startStithy({
    CI_ENABLED: 'true',
    CI_EXECUTOR: 'sandbox',
    CI_CODE_ANALYSIS_ENABLED: 'true',
    CI_TIMEOUT_S: '25',
  })
  client = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
})
afterAll(() => stithy.stop())

async function newRepo(): Promise<string> {
  const slug = `r${++count}`
  await client.post('user/repos', { slug, auto_init: true, is_public: true })
  return `repos/ada/${slug}`
}

const module = `export default async function pipeline({ job, step, sh, artifact, cache, variables }: any) {
  await job('build', {}, async () => {
    await cache('things', ['.things'])
    await step('compile', () => sh('cat .things/made || echo nothing; mkdir -p .things out; echo made > .things/made; echo $CI_REPOSITORY > out/a'))
    await step('tell', async () => console.log('level', variables.LEVEL, variables.TOKEN))
    await artifact(['out'])
  })
  await job('test', { needs: ['build'], allowFailure: true }, () => step('unit', () => sh('exit 3')))
}
`

describe('a directory .svc-ci/', () => {
  it('that calls jobs, steps and what it keeps by a secret gives it away to nobody', async () => {
    const repo = await newRepo()
    const secret = 'sesame-open-now'
    await client.post(`${repo}/ci/variables`, { key: 'TOKEN', value: secret, secret: true })
    const named = `export default async function pipeline({ job, step, sh, artifact, variables: { TOKEN } }: any) {
  await job(TOKEN, async () => {
    await step('use ' + TOKEN, () => sh('mkdir out; test "$CI_JOB_NAME" = "$TOKEN"; touch out/a'))
    await artifact(['out'])
  })
  await job('after', { needs: [TOKEN] }, () => step(btoa(TOKEN), () => sh('true')))
}
`
    const done = await run(client, repo, { '.svc-ci/pipeline.ts': named })
    expect(done).toMatchObject({
      status: 'success',
      jobs: [
        { name: '***', steps: [{ name: 'use ***', status: 'success' }] },
        { name: 'after', needs: ['***'], steps: [{ name: '***' }] },
      ],
    })
    const kept = await client.get(`${repo}/ci/pipelines/${done.id}/artifacts`)
    expect(kept.body.items).toMatchObject([{ job: '***' }])
    expect(kept.text + JSON.stringify(done)).not.toContain(secret)
  })

  it('wins over the file; its module runs, with jobs and steps as those of a file', async () => {
    const repo = await newRepo()
    await client.post(`${repo}/ci/variables`, { key: 'TOKEN', value: 'sesame-open-now', secret: true })
    await client.post(`${repo}/ci/variables`, { key: 'LEVEL', value: 'high', secret: false })
    const files = { '.svc-ci/pipeline.ts': module, '.svc-ci.yml': oneJob('echo never') }
    const first = await run(client, repo, files)
    expect(first).toMatchObject({ status: 'success', mode: 'power', error: null })
    expect(first.jobs).toMatchObject([
      {
        name: 'build',
        status: 'success',
        steps: [
          { name: 'compile', status: 'success' },
          { name: 'tell', status: 'success' },
        ],
      },
      {
        name: 'test',
        status: 'failed',
        exit_code: 3,
        needs: ['build'],
        allow_failure: true,
        steps: [{ name: 'unit', exit_code: 3 }],
      },
    ])
    const said = await outputOf(client, repo, first.id)
    expect(said).toEqual(expect.arrayContaining(['nothing', 'level high ***']))
    const lines = await linesOf(client, repo, first.id)
    expect(lines.find((line) => line.content === 'nothing')).toMatchObject({ job: 0, step: 0 })
    const { body } = await client.get(`${repo}/ci/pipelines/${first.id}/artifacts`)
    expect(body.items).toMatchObject([{ job: 'build' }])
    const second = await run(client, repo, { other: '1' })
    expect(await outputOf(client, repo, second.id)).toContain('made')
  })

  it.each<readonly [string, string, RegExp]>([
    [
      'that runs programs past sh',
      `import { exec } from 'node:child_process'\nexport default () => exec('id')\n`,
      /^\.svc-ci\/pipeline\.mjs:1:\d+: /,
    ],
    [
      'that makes code from text',
      `export default () => {\n  globalThis['ev' + 'al']('1')\n}\n`,
      /^\.svc-ci\/pipeline\.mjs:2:\d+: /,
    ],
    ['that is none', `export default () => {`, /^\.svc-ci\/pipeline\.mjs:\d+:\d+: /],
  ])('with a module %s is refused where analysis is on, by line', async (_what, text, error) => {
    const repo = await newRepo()
    const done: Body = await run(client, repo, { '.svc-ci/pipeline.mjs': text })
    expect(done).toMatchObject({ status: 'error', error: expect.stringMatching(error), jobs: [] })
  })

  it('without a module is refused', async () => {
    const repo = await newRepo()
    const done = await run(client, repo, { '.svc-ci/readme.md': 'nothing' })
    expect(done).toMatchObject({ status: 'error', error: expect.stringContaining('pipeline.ts') })
  })

  it('may write commands as templates, whose values are words, and take the API where a job begins', async () => {
    const repo = await newRepo()
    const done = await run(client, repo, {
      '.svc-ci/pipeline.mjs': `export default ({ job }) => job('a', ({ step }) => step('b', ({ sh }) =>
        sh\`printf '<%s>\\n' $CI_JOB_NAME \${"it's; echo $HOME"} \${['c', 'd e']}\`))`,
    })
    expect(done).toMatchObject({ status: 'success', jobs: [{ name: 'a', steps: [{ name: 'b' }] }] })
    expect(await outputOf(client, repo, done.id)).toEqual(['<a>', "<it's; echo $HOME>", '<c>', '<d e>'])
  })

  it('whose module fails, or does not end, fails or is ended', async () => {
    const repo = await newRepo()
    const thrown = await run(client, repo, {
      '.svc-ci/pipeline.mjs': `export default async ({ job }) => job('a', {}, () => { throw new Error('no') })`,
    })
    expect(thrown).toMatchObject({ status: 'failed', jobs: [{ name: 'a', status: 'failed' }] })
    const endless = await run(client, repo, {
      '.svc-ci/pipeline.mjs': `export default async ({ job, step, sh }) =>
        job('a', {}, () => step('sleep', () => sh('sleep 1000')))`,
    })
    expect(endless).toMatchObject({
      status: 'timed_out',
      jobs: [{ name: 'a', status: 'timed_out', steps: [{ name: 'sleep', status: 'timed_out' }] }],
    })
    expect((await linesOf(client, repo, endless.id)).map((line) => line.content)).toContain(
      'The time of 25s (CI_TIMEOUT_S) is over, and the job was ended',
    )
  })
})
