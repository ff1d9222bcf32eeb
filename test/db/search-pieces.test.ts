// What SQLite's full-text indexes are made of, and that it stays little. PostgreSQL's have no pieces, and are left alone.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countPieces } from '../../src/db/search-pieces.ts'
import { mergeSearchPieces } from '../../src/features/search/merge-search-pieces.ts'
import type { Client } from '../support/client.ts'
import { onPostgres } from '../support/database.ts'
import { newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let api: Client

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  api = stithy.client('B').as(ada.access)
})
afterAll(() => stithy.stop())

const pieces = (): Promise<number> => countPieces(stithy.app.db, 'thread_search')

async function found(repo: string, word: string): Promise<number> {
  return (await api.get(`${repo}/issues?state=all&q=${word}`)).body.total
}

it('an index in many pieces is merged into a few, which find the same', async () => {
  const repo = await newRepo(stithy, ada, 'anvils')
  const isCut = async (count: number) => (onPostgres ? count > 10 : (await pieces()) > 4)
  for (let count = 0; !(await isCut(count)); count++) {
    expect(count).toBeLessThan(200)
    await api.post(`${repo}/issues`, { title: `Ring number${count}`, body: count % 2 === 0 ? 'even' : 'odd' })
  }
  await api.send('PATCH', `${repo}/issues/1`, { body: { title: 'Silence', state: 'closed' } })
  const before = [await found(repo, 'ring'), await found(repo, 'odd'), await found(repo, 'silence')]
  await mergeSearchPieces(stithy.app)
  expect(await pieces()).toBeLessThanOrEqual(4)
  expect([await found(repo, 'ring'), await found(repo, 'odd'), await found(repo, 'silence')]).toEqual(before)
  await api.post(`${repo}/issues`, { title: 'Ring again' })
  expect(await found(repo, 'ring')).toBe((before[0] ?? 0) + 1)
})

it('an index in a few pieces is left as it is', async () => {
  await api.post('repos/ada/anvils/issues', { title: 'One more' })
  const before = await pieces()
  expect(before).toBeLessThanOrEqual(4)
  await mergeSearchPieces(stithy.app)
  expect(await pieces()).toBe(before)
})
