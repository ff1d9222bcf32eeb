import { afterAll, beforeAll, expect, it } from 'vitest'
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
