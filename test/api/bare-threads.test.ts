// Issues that have no label, nobody assigned or no milestone, whatever happened to them before.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { grant, newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let api: Client
const repo = 'repos/ada/work'

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  const bob = await newPerson(stithy, 'bob')
  await newRepo(stithy, ada, 'work', { is_public: true, auto_init: true })
  await grant(stithy, 'work', bob, 'Developer')
  api = stithy.client('B').as(ada.access)
})
afterAll(() => stithy.stop())

async function listed(q: string): Promise<number[]> {
  const { text } = await stithy.client().get(`/ada/work/issues?q=${encodeURIComponent(q)}`, { cookie: ada.cookie })
  return [...text.matchAll(/data-row="(\d+)"/g)].map(([, number]) => Number(number))
}

const lacks = {
  'no:label': (issue: Record<string, unknown>) => (issue['labels'] as unknown[]).length === 0,
  'no:assignee': (issue: Record<string, unknown>) => (issue['assignees'] as unknown[]).length === 0,
  'no:milestone': (issue: Record<string, unknown>) => issue['milestone'] === null,
}
const words = Object.keys(lacks) as (keyof typeof lacks)[]
/** Every combination of them, but the one of none. */
const questions = [1, 2, 3, 4, 5, 6, 7].map((sum) => words.filter((_, at) => (sum & (1 << at)) !== 0))

async function expectRightLists(): Promise<void> {
  const all = itemsOf((await api.get(`${repo}/issues?state=all&per_page=100`)).body)
  for (const question of questions) {
    const having = all.filter((issue) => question.every((word) => lacks[word](issue)))
    for (const state of ['open', 'closed', 'all']) {
      const right = having.filter((issue) => state === 'all' || issue['state'] === state)
      const numbers = right.map((issue) => Number(issue['number'])).toSorted((a, b) => b - a)
      const q = [`is:${state}`, ...question].join(' ')
      expect(await listed(`${q} sort:created-desc`), q).toEqual(numbers)
      expect(
        (await listed(`${q} sort:updated-desc`)).toSorted((a, b) => b - a),
        q,
      ).toEqual(numbers)
    }
  }
  for (const who of ['assignee', 'milestone']) {
    const right = all.filter((issue) => lacks[`no:${who}` as keyof typeof lacks](issue))
    expect((await api.get(`${repo}/issues?state=all&${who}=none&per_page=1`)).body['total']).toBe(right.length)
  }
  await expectRightCounts()
}

/** What is kept is what counting would find. */
async function expectRightCounts(): Promise<void> {
  const key = 'repo_id, kind, facet, value, state'
  const [row] = await stithy.app.db.ask(
    `select count(*) as off from (
      select ${key} from (
        select ${key}, 1 as n from thread_facets
        union all select repo_id, kind, 'author', author_id, state, 1 as n from threads where author_id is not null
        union all select ${key}, -count as n from facet_counts
      ) as both_ways group by ${key} having sum(n) <> 0
    ) as wrong`,
    [],
  )
  expect(Number((row as { off: number }).off)).toBe(0)
}

const everything = { labels: ['bug'], assignees: ['bob'], milestone: 'First' }
const change = async (number: number, body: object): Promise<void> => {
  const { status, text } = await api.send('PATCH', `${repo}/issues/${number}`, { body })
  expect(status, text).toBe(200)
}

it('are found by what they lack, by several such things at once, and counted', async () => {
  for (const name of ['bug', 'later']) await api.post(`${repo}/labels`, { name })
  for (const title of ['First', 'Second']) await api.post(`${repo}/milestones`, { title })
  await api.post(`${repo}/issues`, { title: 'With all', ...everything })
  await api.post(`${repo}/issues`, { title: 'With nothing' })
  for (const [what, value] of Object.entries(everything))
    await api.post(`${repo}/issues`, { title: what, [what]: value })
  await api.post(`${repo}/issues`, { title: 'Two labels', labels: ['bug', 'later'], assignees: ['ada', 'bob'] })
  await expectRightLists()

  await change(1, { labels: [], state: 'closed' })
  await change(2, { ...everything, labels: ['bug', 'later'] })
  await change(3, { milestone: 'Second', assignees: ['ada', 'bob'] })
  await change(4, { assignees: ['ada'] })
  await change(5, { milestone: 'Second' })
  await change(6, { labels: ['later'], assignees: ['bob'] })
  await expectRightLists()

  await change(1, { assignees: [], milestone: null })
  await change(3, { labels: [], state: 'closed' })
  await change(5, { milestone: null })
  await change(6, { labels: [], assignees: [] })
  await expectRightLists()
})

it('are those, too, whose only label, milestone or assignee is gone, and no longer those that are', async () => {
  await change(2, everything)
  await change(4, { labels: ['later'], milestone: 'Second' })
  const [second] = itemsOf((await api.get(`${repo}/milestones?state=all`)).body).filter(
    (one) => one['title'] === 'Second',
  )
  expect((await api.send('DELETE', `${repo}/labels/later`)).status).toBe(204)
  expect((await api.send('DELETE', `${repo}/milestones/${String(second?.['id'])}`)).status).toBe(204)
  await expectRightLists()
  expect((await api.send('DELETE', `${repo}/collaborators/bob`)).status).toBe(204)
  expect((await api.send('DELETE', `${repo}/issues/2`)).status).toBe(204)
  expect((await api.send('DELETE', `${repo}/issues/6`)).status).toBe(204)
  await expectRightLists()
})

it('leave nothing behind when their repository goes', async () => {
  expect((await api.send('DELETE', repo)).status).toBe(204)
  await expectRightCounts()
  expect(await stithy.app.db.selectFrom('facet_counts').select('count').execute()).toEqual([])
})
