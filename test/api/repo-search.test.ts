import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  await newRepo(stithy, ada, 'Blue-Whale', { is_public: true, description: 'Counts krill, 100% of it. Über Чай' })
  await newRepo(stithy, ada, 'white_shark', { is_public: true, description: 'Say "aaa\\bbb" – größe 🐋🐋🐋' })
  await newRepo(stithy, ada, 'hidden-whale', { is_public: false })
})
afterAll(() => stithy.stop())

async function found(q: string, by: Person | null = null): Promise<string[]> {
  const client = stithy.client('B')
  const { body } = await (by === null ? client : client.as(by.access)).get(`repos?q=${encodeURIComponent(q)}`)
  const names = itemsOf(body).map((repo) => `${String(repo['owner'])}/${String(repo['slug'])}`)
  expect(body['total']).toBe(names.length)
  return names.toSorted()
}

it.each([
  ['any part of the name, however it is written', 'uE-wHa', ['ada/Blue-Whale']],
  ['owner and name together', 'da/whi', ['ada/white_shark']],
  ['fewer than three letters', 'wh', ['ada/Blue-Whale', 'ada/white_shark']],
  ['words of the description', 'krill, 100', ['ada/Blue-Whale']],
  ['what means something to a database', '100%', ['ada/Blue-Whale']],
  ['an underscore as it is', 'te_sh', ['ada/white_shark']],
  ['nothing for a sign that would stand for any', 'b%hale', []],
  ['quotes', '"aaa', ['ada/white_shark']],
  ['a backslash', 'aa\\bb', ['ada/white_shark']],
  ['letters beyond ASCII', 'größe', ['ada/white_shark']],
  ['capitals of any alphabet', 'ÜBER ЧАЙ', ['ada/Blue-Whale']],
  ['letters beyond the first 65,536', '🐋🐋🐋', ['ada/white_shark']],
  ['letters that are there, but not in a row', 'blue-whale-shark', []],
  ['nothing where name and description only meet', 'whale counts', []],
  ['a text of many letters', 'counts krill, 100% of it'.repeat(4), []],
] as const)('finds by %s', async (_, q, names) => {
  expect(await found(q)).toEqual(names)
})

it('tells of private ones whoever may see them', async () => {
  expect(await found('whale')).toEqual(['ada/Blue-Whale'])
  expect(await found('whale', ada)).toEqual(['ada/Blue-Whale', 'ada/hidden-whale'])
})

it('follows every change', async () => {
  const as = stithy.client('B').as(ada.access)
  const change = async (body: object) => {
    const { body: after } = await as.send('PATCH', 'repos/ada/seal', { body })
    expect(after).toMatchObject(body)
  }
  await newRepo(stithy, ada, 'seal', { is_public: true })
  expect(await found('seal')).toEqual(['ada/seal'])
  await change({ description: 'Sleeps on ice' })
  expect(await found('on ice')).toEqual(['ada/seal'])
  await change({ topics: ['pinniped'] })
  expect(await found('innipe')).toEqual(['ada/seal'])
  expect(await found('on ice')).toEqual(['ada/seal'])
  await change({ slug: 'walrus' })
  expect(await found('seal')).toEqual([])
  expect(await found('alrus')).toEqual(['ada/walrus'])
  expect((await as.send('DELETE', 'repos/ada/walrus')).status).toBe(204)
  expect(await found('walrus')).toEqual([])
})

it('follows a team to its new name', async () => {
  const as = stithy.client('B').as(ada.access)
  await as.post('teams', { slug: 'harbour', name: 'Harbour' })
  expect((await as.post('teams/harbour/repos', { slug: 'tug', is_public: true })).status).toBe(201)
  expect(await found('arbour/tu')).toEqual(['harbour/tug'])
  expect((await as.send('PATCH', 'teams/harbour', { body: { slug: 'shipyard' } })).status).toBe(200)
  expect(await found('arbour/tu')).toEqual([])
  expect(await found('yard/tu')).toEqual(['shipyard/tug'])
})

describe('a word that hundreds have', () => {
  const many = 620
  const slugOf = (number: number): string => `buoy-${number}`
  const page = async (q: string, by: Person | null, more = '') => {
    const client = stithy.client('B')
    const { body } = await (by === null ? client : client.as(by.access)).get(`repos?q=${q}&per_page=100${more}`)
    return { total: body['total'], slugs: itemsOf(body).map((repo) => repo['slug']) }
  }

  beforeAll(async () => {
    await inTransaction(stithy.app, async (tx) => {
      const row = { is_empty: 1, is_archived: 0, default_branch: 'main', stars_count: 0, forks_count: 0, size_bytes: 0 }
      const { id: ownerId } = await tx
        .selectFrom('owners')
        .select('id')
        .where('name_key', '=', 'ada')
        .executeTakeFirstOrThrow()
      for (let number = 1; number <= many; number++) {
        const names = { uuid: `made-${number}`, slug: slugOf(number), slug_key: slugOf(number), description: 'Floats' }
        const times = { created_at: tx.now + number, updated_at: tx.now + number }
        const isPublic = number % 10 === 0 ? 0 : 1
        const made = { ...names, ...times, ...row, owner_id: ownerId, is_public: isPublic, last_number: 0 }
        await tx.insertInto('repos').values(made).execute()
      }
    })
  })

  it.each([
    ['', 'buoy'],
    ['in two letters', 'uo'],
    ['of the description', 'FLOATS'],
  ])('is found in all of them %s, those touched last first, and counted', async (_, q) => {
    const all = await page(q, ada)
    expect(all.total).toBe(many)
    expect(all.slugs).toEqual(Array.from({ length: 100 }, (_one, at) => slugOf(many - at)))
    const open = await page(q, null)
    expect(open.total).toBe(many - many / 10)
    expect(open.slugs.slice(0, 3)).toEqual([slugOf(619), slugOf(618), slugOf(617)])
    expect((await page(q, null, '&page=6')).slugs).toHaveLength(58)
    expect(await page(q, null, '&page=7')).toEqual({ total: many - many / 10, slugs: [] })
  })

  it('does not hide the few that have it beside another one', async () => {
    expect(await page('buoy-61', ada)).toMatchObject({ total: 11 })
    expect((await page('buoy-610', ada)).slugs).toEqual(['buoy-610'])
    expect(await page('buoy-610', null)).toEqual({ total: 0, slugs: [] })
  })

  it('leads through all of them on a page', async () => {
    const { text } = await stithy.client().get('/explore?q=buoy&page=2')
    expect(text).toContain('558')
    expect(text).toContain('/ada/buoy-')
    expect((await stithy.client().get('/search?q=buoy')).text).toContain('558')
  })
})
