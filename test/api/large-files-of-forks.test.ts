// Large files go where commits go that point to them, between a repository and its forks.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { lfsPointer } from '../support/lfs-pointer.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
const apis: Record<'ada' | 'eve', { api: Client; token: string }> = Object.create(null)

beforeAll(async () => {
  stithy = await startStithy({ OWNER_QUOTA_BYTES: '400000' })
  for (const name of ['ada', 'eve'] as const) {
    const person = await newPerson(stithy, name)
    const api = stithy.client('B').as(person.access)
    apis[name] = { api, token: await newToken(api, ['repo:write']) }
    if (name === 'ada') ada = person
  }
})
afterAll(() => stithy.stop())

interface LargeFile {
  readonly oid: string
  readonly pointer: string
}

const at = (path: string, { oid }: LargeFile): string => `${stithy.url}/${path}/info/lfs/objects/${oid}`

/** Sent to a repository as a client sends it before it pushes. */
async function sent(owner: 'ada' | 'eve', path: string, size = 1000): Promise<LargeFile> {
  const bytes = randomBytes(size)
  const oid = createHash('sha256').update(bytes).digest('hex')
  const pointer = lfsPointer(oid, size)
  const authorization = `Basic ${Buffer.from(`x:${apis[owner].token}`).toString('base64')}`
  const { status } = await fetch(at(path, { oid, pointer }), { method: 'PUT', headers: { authorization }, body: bytes })
  expect(status).toBe(200)
  return { oid, pointer }
}

const isAt = async (path: string, file: LargeFile): Promise<boolean> => (await fetch(at(path, file))).status === 200

async function forked(slug: string): Promise<{ repo: string; fork: string }> {
  const repo = await newRepo(stithy, ada, slug, { is_public: true, auto_init: true })
  expect((await apis.eve.api.post(`${repo}/forks`, {})).status).toBe(201)
  return { repo, fork: `repos/eve/${slug}` }
}

/** A pull request of Eve's from a branch of her fork. */
async function offered(repo: string, branch: string): Promise<number> {
  const { number } = await openPull(apis.eve.api, repo, branch, { source_repo: repo.replace('repos/ada', 'eve') })
  await settled(apis.eve.api, repo, number)
  return number
}

const merge = (repo: string, number: number, method: string): Promise<Answer> =>
  apis.ada.api.post(`${repo}/pulls/${number}/merge`, { merge_method: method })

it.each(['merge', 'squash', 'rebase'])('those of a fork are there when its commits are, by %s', async (method) => {
  const { repo, fork } = await forked(`up-${method}`)
  const file = await sent('eve', `eve/up-${method}`)
  const nested = await sent('eve', `eve/up-${method}`)
  const other = await sent('eve', `eve/up-${method}`)
  await commitTo(apis.eve.api, fork, ['art', 'main'], {
    'art/a.bin': file.pointer,
    'art/deep/b.bin': nested.pointer,
    'readme.txt': `oid sha256:${other.oid}\n`,
  })
  const number = await offered(repo, 'art')
  expect(await isAt(`ada/up-${method}`, file)).toBe(false)
  expect((await merge(repo, number, method)).status).toBe(200)
  expect(await isAt(`ada/up-${method}`, file)).toBe(true)
  expect(await isAt(`ada/up-${method}`, nested)).toBe(true)
  // What no commit points to stays where it is.
  expect(await isAt(`ada/up-${method}`, other)).toBe(false)
})

it('they count against the quota of whoever merges, and nothing is merged without them', async () => {
  const { repo, fork } = await forked('full')
  const file = await sent('eve', 'eve/full', 250_000)
  await commitTo(apis.eve.api, fork, ['art', 'main'], { 'a.bin': file.pointer })
  const number = await offered(repo, 'art')
  await sent('ada', 'ada/full', 250_000)
  const refused = await merge(repo, number, 'merge')
  expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('quota')])
  expect((await apis.ada.api.get(`${repo}/pulls/${number}`)).body.state).toBe('open')
  expect((await apis.ada.api.get(`${repo}/raw/main/a.bin`)).status).toBe(404)
  await apis.ada.api.send('DELETE', repo)
})

it('those of upstream come along when a fork is synced', async () => {
  const { repo, fork } = await forked('down')
  const file = await sent('ada', 'ada/down')
  const other = await sent('ada', 'ada/down')
  await commitTo(apis.ada.api, repo, 'main', { 'a.bin': file.pointer })
  expect((await apis.eve.api.post(`${fork}/sync`, {})).status).toBe(200)
  expect([await isAt('eve/down', file), await isAt('eve/down', other)]).toEqual([true, false])
})

it('those of upstream come along when the branch of a pull request is updated', async () => {
  const { repo, fork } = await forked('update')
  await commitTo(apis.eve.api, fork, ['mine', 'main'], { 'mine.txt': 'mine\n' })
  const number = await offered(repo, 'mine')
  const file = await sent('ada', 'ada/update')
  await commitTo(apis.ada.api, repo, 'main', { 'a.bin': file.pointer })
  const updated = await apis.eve.api.post(`${repo}/pulls/${number}/update-branch`, {})
  expect(updated.status, updated.text).toBeLessThan(300)
  expect(await isAt('eve/update', file)).toBe(true)
})
