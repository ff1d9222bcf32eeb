// What a job finds in its working directory besides the plain files of the commit.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { lfsPointer } from '../support/lfs-pointer.ts'
import { newPerson, newToken } from '../support/people.ts'
import { ending, linesOf, oneJob, outputOf, run } from '../support/pipelines.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let client: Client
let count = 0

const usual = process.umask(0o077)
beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox', CI_DISK_MB: '16' })
  client = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
})
afterAll(async () => {
  await stithy.stop()
  process.umask(usual)
})

async function newRepo(more: object = {}): Promise<string> {
  const slug = `c${++count}`
  expect((await client.post('user/repos', { slug, auto_init: true, ...more })).status).toBe(201)
  return `repos/ada/${slug}`
}

/** Keeps something by Git LFS, and says what stands for it in the repository. */
async function keep(by: Client, repo: string, text: string): Promise<string> {
  const oid = createHash('sha256').update(text).digest('hex')
  const to = `/${repo.replace('repos/', '')}.git/info/lfs/objects/${oid}`
  const token = await newToken(by, ['repo:write'])
  const answer = await stithy.client().send('PUT', to, { token, raw: Buffer.from(text) })
  expect(answer.status, answer.text).toBe(200)
  return lfsPointer(oid, Buffer.byteLength(text))
}

it('files that Git LFS keeps are there in place of their pointers, and git sees no change', async () => {
  const repo = await newRepo()
  const files = {
    '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
    'a b.bin': await keep(client, repo, 'large\n'),
    'dir/same.bin': await keep(client, repo, 'large\n'),
    'lost.bin': lfsPointer('0'.repeat(64), 5),
    'notes.txt': lfsPointer('1'.repeat(64), 5),
    '.svc-ci.yml': oneJob(
      'cat "a b.bin" dir/same.bin\nhead -c 7 lost.bin; echo\ngit status --short\nrm notes.txt\ngit status --short',
    ),
  }
  const done = await run(client, repo, files)
  expect(await outputOf(client, repo, done.id)).toEqual(['large', 'large', 'version', ' D notes.txt'])
  const said = (await linesOf(client, repo, done.id)).map(({ content }) => content)
  expect(said).toContain('Files of Git LFS that were never uploaded, and stay pointers: 1')
})

it('a pointer opens nothing that another repository keeps', async () => {
  const [repo, other] = [await newRepo(), await newRepo()]
  await keep(client, repo, 'ours\n')
  const pointer = await keep(client, other, 'hidden\n')
  const files = { '.gitattributes': '*.bin filter=lfs\n', 'a.bin': pointer, '.svc-ci.yml': oneJob('cat a.bin') }
  const done = await run(client, repo, files)
  expect((await outputOf(client, repo, done.id)).join('\n')).toBe(pointer.trimEnd())
})

it('what is kept is too large for a job as a file of the commit would be', async () => {
  const repo = await newRepo()
  const large = await keep(client, repo, 'x'.repeat(17 * 1024 * 1024))
  const files = { '.gitattributes': '*.bin filter=lfs\n', 'a.bin': large, '.svc-ci.yml': oneJob('true') }
  expect(await run(client, repo, files)).toMatchObject({ status: 'error', error: expect.stringContaining('Git LFS') })
})

it('a pull request from a fork brings what the fork keeps', async () => {
  const repo = await newRepo({ is_public: true })
  const eve = stithy.client('B').as((await newPerson(stithy, 'eve')).access)
  expect((await eve.post(`${repo}/forks`, {})).status).toBe(201)
  const fork = repo.replace('/ada/', '/eve/')
  const files = {
    '.gitattributes': '*.bin filter=lfs\n',
    'a.bin': await keep(eve, fork, 'from the fork\n'),
    '.svc-ci.yml': oneJob('cat a.bin'),
  }
  const sha = await commitTo(eve, fork, ['work', 'main'], files)
  await openPull(eve, repo, 'work', { source_repo: fork.replace('repos/', '') })
  const id = await eventually(async () => {
    const [made] = itemsOf((await client.get(`${repo}/ci/pipelines?commit=${sha}`)).body)
    expect(made).toMatchObject({ status: 'blocked' })
    return String(made?.['id'])
  })
  expect((await client.post(`${repo}/ci/pipelines/${id}/approve`)).status).toBe(200)
  await ending(client, repo, id)
  expect(await outputOf(client, repo, id)).toEqual(['from the fork'])
})
