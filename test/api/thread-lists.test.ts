// Lists of several states are put together from lists of one (see find-thread-ids.ts).
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { newPerson } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let client: Client
let issues: string

interface Row {
  readonly number: number
  readonly comments: number
  readonly updated: string
}

beforeAll(async () => {
  stithy = await startStithy()
  const ada = await newPerson(stithy, 'ada')
  client = stithy.client('B').as(ada.access)
  issues = `${await newRepo(stithy, ada, 'forge')}/issues`
  for (let count = 0; count < 11; count++) await client.post(issues, { title: 'It rings', assignees: ['ada'] })
  for (const number of [2, 3, 7, 8, 11])
    await client.send('PATCH', `${issues}/${number}`, { body: { state: 'closed' } })
  for (const number of [9, 3, 9, 1, 8, 8]) await client.post(`${issues}/${number}/comments`, { body: 'Indeed' })
})
afterAll(() => stithy.stop())

async function listed(query: string): Promise<readonly Row[]> {
  return itemsOf((await client.get(`${issues}?${query}`)).body).map((one) => ({
    number: Number(one['number']),
    comments: Number(one['comment_count']),
    updated: String(one['updated_at']),
  }))
}

/** By what is asked for, and where that is the same by number. */
const orders: Readonly<Record<string, (one: Row, other: Row) => number>> = {
  created: (one, other) => one.number - other.number,
  updated: (one, other) => one.updated.localeCompare(other.updated) || one.number - other.number,
  comments: (one, other) => one.comments - other.comments || one.number - other.number,
}

it.each(
  Object.entries(orders).flatMap(([sort, order]) =>
    ['', '&assignee=ada', '&q=rings'].map((filter) => [sort, filter, order] as const),
  ),
)('pages of all states, sorted by %s, are one list, from either end%s', async (sort, filter, order) => {
  const all = await listed(`state=all&per_page=100${filter}`)
  expect(all).toHaveLength(11)
  for (const direction of ['asc', 'desc']) {
    const query = `state=all&sort=${sort}&direction=${direction}${filter}&per_page=2`
    const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((page) => listed(`${query}&page=${page}`)))
    const expected = all.toSorted(order)
    expect(pages.flat(), direction).toEqual(direction === 'asc' ? expected : expected.toReversed())
  }
})
