// Pipelines that run one after the other.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Client } from '../support/client.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken } from '../support/people.ts'
import { type Body, ending, oneJob, outputOf, pipelineOf } from '../support/pipelines.ts'
import { commitTo } from '../support/pulls.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let client: Client
let count = 0

const usual = process.umask(0o077)
beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox', CI_CONCURRENCY: '8' })
  client = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
})
afterAll(async () => {
  await stithy.stop()
  process.umask(usual)
})

async function newRepo(): Promise<string> {
  const slug = `n${++count}`
  expect((await client.post('user/repos', { slug, auto_init: true, is_public: true })).status).toBe(201)
  return `repos/ada/${slug}`
}

const slow = oneJob('echo begun\nsleep 4317', 'serial: true\n')
const quick = oneJob('true', 'serial: true\n')

const hasBegun = (repo: string, { id }: Body) =>
  eventually(async () => expect(await outputOf(client, repo, id)).toEqual(['begun']))
const statusOf = async (repo: string, { id }: Body): Promise<string> =>
  (await client.get(`${repo}/ci/pipelines/${id}`)).body.status

it('those of one branch begin when the one before has ended, whatever started them; other branches go on', async () => {
  const repo = await newRepo()
  const first = await pipelineOf(client, repo, { '.svc-ci.yml': slow })
  await hasBegun(repo, first)
  const second = await pipelineOf(client, repo, { '.svc-ci.yml': quick })
  const { body: third } = await client.post(`${repo}/ci/pipelines/trigger`, {})
  const aside = await pipelineOf(client, repo, { a: '1' }, ['aside', 'main'])
  expect((await ending(client, repo, aside.id)).status).toBe('success')
  const plain = await pipelineOf(client, repo, { '.svc-ci.yml': oneJob('true') })
  expect((await ending(client, repo, plain.id)).status).toBe('success')
  for (const one of [second, third]) expect(await statusOf(repo, one)).toMatch(/created|pending/)
  const page = await stithy.client().get(`/ada/n${count}/ci/pipelines/${third.id}`)
  expect(page.text).toContain(`#${second.number} comes before it`)
  await client.post(`${repo}/ci/pipelines/${first.id}/cancel`)
  const ends = [await ending(client, repo, second.id), await ending(client, repo, third.id)]
  expect(ends).toMatchObject([{ status: 'success' }, { status: 'success' }])
  expect(Date.parse(ends[1]?.started_at)).toBeGreaterThanOrEqual(Date.parse(ends[0]?.finished_at))
})

it('what is run again waits as well', async () => {
  const repo = await newRepo()
  const first = await pipelineOf(client, repo, { '.svc-ci.yml': quick })
  await ending(client, repo, first.id)
  const second = await pipelineOf(client, repo, { '.svc-ci.yml': slow })
  await hasBegun(repo, second)
  const { body: again } = await client.post(`${repo}/ci/pipelines/${first.id}/retry`)
  const page = await stithy.client().get(`/ada/n${count}/ci/pipelines/${again.id}`)
  expect(page.text).toContain(`#${second.number} comes before it`)
  await client.post(`${repo}/ci/pipelines/${second.id}/cancel`)
  expect((await ending(client, repo, again.id)).status).toBe('success')
})

// As when an older one is let run while a newer one, that was run again, runs: and then its worker is killed.
it('one that has lost its worker waits for none that waits for it', async () => {
  const repo = await newRepo()
  const first = await pipelineOf(client, repo, { '.svc-ci.yml': slow })
  await hasBegun(repo, first)
  const older = await pipelineOf(client, repo, { '.svc-ci.yml': quick })
  const newer = await pipelineOf(client, repo, { a: '1' })
  await inTransaction(stithy.app, async (tx) => {
    const lost = { status: 'running', lease: 'lost', lease_until: 0, attempts: 1, started_at: tx.now } as const
    await tx.updateTable('pipelines').set(lost).where('uuid', '=', newer.id).execute()
  })
  await client.post(`${repo}/ci/pipelines/${first.id}/cancel`)
  for (const one of [newer, older]) expect((await ending(client, repo, one.id)).status).toBe('success')
})

it('no tag overtakes another', async () => {
  const repo = await newRepo()
  await commitTo(client, repo, 'main', {
    '.svc-ci.yml': oneJob('echo begun\nsleep 4317', 'serial: true\nwhen: { tag: "v*" }\n'),
  })
  const remote = addressOf(stithy, await newToken(client, ['repo:write']), repo.replace('repos/', ''))
  const tree = await newFolder()
  await git(tree, 'clone', '-q', '--bare', remote, '.')
  const made: Body[] = []
  for (const tag of ['v1', 'v2']) {
    await git(tree, 'push', '-q', remote, `main:refs/tags/${tag}`)
    made.push(itemsOf((await client.get(`${repo}/ci/pipelines`)).body)[0])
  }
  const [first, second] = made
  await hasBegun(repo, first)
  expect(await statusOf(repo, second)).toMatch(/created|pending/)
  await client.post(`${repo}/ci/pipelines/${first.id}/cancel`)
  await hasBegun(repo, second)
  await client.post(`${repo}/ci/pipelines/${second.id}/cancel`)
})
