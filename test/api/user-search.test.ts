// People, as the search page and the palette find them: on both databases, because each is asked in its own words.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPerson, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let wei: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  const eve = await newPerson(stithy, 'blue-whale')
  wei = await newPerson(stithy, 'wang')
  await called(ada, 'Ada Lovelace, 100%')
  await called(eve, 'Élodie Größe_')
  await called(wei, '王伟')
})
afterAll(() => stithy.stop())

async function called(person: Person, name: string): Promise<void> {
  const { status } = await stithy
    .client('B')
    .as(person.access)
    .send('PATCH', 'user', { body: { full_name: name } })
  expect(status).toBe(200)
}

async function found(q: string): Promise<string[]> {
  const { text } = await stithy.client().get(`/search?q=${encodeURIComponent(q)}`, { cookie: ada.cookie })
  return ['ada', 'blue-whale', 'wang']
    .filter((name) => text.includes(`href="/${name}"`))
    .filter((name) => name !== 'ada' || text.includes('Ada Lovelace'))
}

it.each([
  ['a whole name', 'ada', ['ada']],
  ['one letter that it begins with', 'b', ['blue-whale']],
  ['two, in capitals', 'BL', ['blue-whale']],
  ['any part of the name', 'e-wha', ['blue-whale']],
  ['any part of the full name', 'ovelace, 1', ['ada']],
  ['what means something to a database', '100%', ['ada']],
  ['nothing for a sign that would stand for any', 'b%ale', []],
  ['capitals of any alphabet', 'ÉLODIE GRÖ', ['blue-whale']],
  ['a full name of two letters', '王伟', ['wang']],
  ['nothing where name and full name only meet', 'whale élodie', []],
] as const)('are found by %s', async (_, q, names) => {
  expect(await found(q)).toEqual(names)
})

it('are found by what they are called now, and not once they are gone', async () => {
  await called(wei, 'Wilhelmina')
  expect(await found('helmi')).toEqual(['wang'])
  expect(await found('王伟')).toEqual([])
  await stithy.client('B').as(ada.access).send('DELETE', 'admin/users/wang')
  expect(await found('helmi')).toEqual([])
  expect(await found('wan')).toEqual([])
})
