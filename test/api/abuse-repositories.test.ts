// What is done to repositories by people who hang up, or look where nothing is served.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { git } from '../support/git.ts'
import { expectNoPause } from '../support/pauses.ts'
import { newPerson, newToken } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { folderOf, gitRefs, knownRefs } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const repo = 'repos/ada/work'
let stithy: TestStithy
let client: Client

beforeAll(async () => {
  stithy = await startStithy()
  const ada = await newPerson(stithy, 'ada')
  client = stithy.client('B').as(await newToken(stithy.client().as(ada.access), ['repo:write', 'pulls:write']))
  await client.post('user/repos', { slug: 'work', auto_init: true, is_public: true })
})
afterAll(() => stithy.stop())

describe('a client that hangs up in the middle of a merge', () => {
  it.each([1, 5, 20, 60])(
    'after %i ms makes one commit, or none, and the refs are what the database says',
    async (ms) => {
      const branch = `topic-${ms}`
      await commitTo(client, repo, [branch, 'main'], { [branch]: 'one\n' })
      const { number } = await openPull(client, repo, branch)
      const folder = await folderOf(stithy, 'ada', 'work')
      const before = await git(folder, 'rev-parse', 'main')
      await fetch(`${client.url}/api/v1/${repo}/pulls/${number}/merge`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ merge_method: 'merge' }),
        signal: AbortSignal.timeout(ms),
      }).catch(() => undefined)
      await eventually(async () => {
        const open = stithy.app.db.selectFrom('push_journal').select('id')
        expect(await open.execute()).toEqual([])
        expect(await knownRefs(stithy, 'work')).toEqual(await gitRefs(stithy, 'ada', 'work'))
      })
      // Asked for again, it is merged: now, or it was before.
      await eventually(async () => {
        const again = await client.post(`${repo}/pulls/${number}/merge`, { merge_method: 'merge' })
        expect(again.status, again.text).toBe(200)
      })
      expect(await git(folder, 'rev-list', '--count', '--first-parent', `${before}..main`)).toBe('1')
    },
  )
})

it.each([
  'config',
  'HEAD',
  'description',
  'hooks/pre-receive',
  'packed-refs',
  'objects/info/alternates',
  'objects/info/packs',
])('the file %s of a repository on disk is not served', async (path) => {
  const answer = await client.get(`/ada/work.git/${path}`)
  expect(answer.status).toBe(404)
})

it('a filter, a header or a query of a megabyte holds up nobody', async () => {
  const long = 'a,'.repeat(500_000)
  await expectNoPause(async () => {
    const answers = await Promise.all([
      client.get(`${repo}/issues?labels=${long}`).catch(() => null),
      client.get(`${repo}/issues`, { headers: { 'accept-language': long } }).catch(() => null),
      client.get(`/ada/work/issues?q=${long}`).catch(() => null),
    ])
    for (const answer of answers) expect(answer?.status ?? 431).toBeGreaterThanOrEqual(400)
  })
})
