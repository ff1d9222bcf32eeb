// Lists of repositories, which are read in parts that each have an order of their own.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let eve: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  eve = await newPerson(stithy, 'eve')
  await as(ada).post('teams', { slug: 'crew', name: 'Crew' })
  // One after the other: what was made last was touched last.
  await made(ada, 'first', { is_public: true })
  await made(bob, 'given', {})
  await made(ada, 'second', {})
  stithy.advance(1000)
  await as(ada).post('teams/crew/repos', { slug: 'third', is_public: true })
  await made(bob, 'open', { is_public: true })
  await made(ada, 'fourth', { is_public: true })
  await made(ada, 'fifth', {})
  await as(bob).send('PUT', 'repos/bob/given/collaborators/ada', { body: { role: 'Reader' } })
  // What is reached in two ways is there once.
  await as(ada).send('PUT', 'repos/ada/second/collaborators/eve', { body: { role: 'Reader' } })
  await as(ada).send('PUT', 'teams/crew/members/eve', { body: { role: 'Reader' } })
  await as(ada).send('PUT', 'teams/crew/repos/ada/second', { body: { role: 'Reader' } })
})
afterAll(() => stithy.stop())

const as = (person: Person | null) => stithy.client('B').as(person?.access)

async function made(person: Person, slug: string, more: object): Promise<void> {
  stithy.advance(1000)
  await newRepo(stithy, person, slug, more)
}

/** All of a list, asked for in pages of so many, where it says itself how many there are. */
async function listed(person: Person | null, path: string, perPage: number): Promise<readonly string[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { body } = await as(person).get(`${path}?page=${page}&per_page=${perPage}`)
    found.push(...body.items.map((one: { owner: string; slug: string }) => `${one.owner}/${one.slug}`))
    if (body.items.length < perPage) return body.total === found.length ? found : [...found, `of ${body.total}`]
  }
}

it('what one owns or was given comes once each, last touched first, however it is paged', async () => {
  const all = ['ada/fifth', 'ada/fourth', 'crew/third', 'ada/second', 'bob/given', 'ada/first']
  for (const perPage of [100, 4, 2, 1]) expect(await listed(ada, 'user/repos', perPage)).toEqual(all)
  expect(await listed(eve, 'user/repos', 1)).toEqual(['crew/third', 'ada/second'])
  expect(await listed(bob, 'user/repos', 100)).toEqual(['bob/open', 'bob/given'])
})

it('what somebody owns is shown as far as one may see it', async () => {
  const open = ['ada/fourth', 'ada/first']
  for (const perPage of [100, 1]) {
    expect(await listed(ada, 'users/ada/repos', perPage)).toEqual([
      'ada/fifth',
      'ada/fourth',
      'ada/second',
      'ada/first',
    ])
    expect(await listed(eve, 'users/ada/repos', perPage)).toEqual(['ada/fourth', 'ada/second', 'ada/first'])
    expect(await listed(bob, 'users/ada/repos', perPage)).toEqual(open)
    expect(await listed(null, 'users/ada/repos', perPage)).toEqual(open)
  }
  expect(await listed(eve, 'users/bob/repos', 100)).toEqual(['bob/open'])
})

it('what is touched comes first, and what is gone is not counted', async () => {
  stithy.advance(1000)
  await as(bob).send('PATCH', 'repos/bob/given', { body: { description: 'Heavy' } })
  expect((await listed(ada, 'user/repos', 2))[0]).toBe('bob/given')
  await as(bob).send('DELETE', 'repos/bob/given')
  await as(ada).send('PATCH', 'repos/ada/fourth', { body: { is_public: false } })
  expect(await listed(ada, 'user/repos', 2)).toHaveLength(5)
  expect(await listed(null, 'users/ada/repos', 2)).toEqual(['ada/first'])
})
