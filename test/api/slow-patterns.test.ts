// Patterns that somebody else wrote are held against names that they chose: neither may hold up anybody.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { expectNoPause } from '../support/pauses.ts'
import { newPerson, type Person } from '../support/people.ts'
import { base64, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let client: Client

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  client = stithy.client('B').as(ada.access)
})
afterAll(() => stithy.stop())

async function commit(slug: string, files: Readonly<Record<string, string>>): Promise<string> {
  const operations = Object.entries(files).map(([path, text]) => ({ action: 'create', path, content: base64(text) }))
  const made = await client.post(`repos/ada/${slug}/contents`, { branch: 'main', message: 'More', operations })
  expect(made.status).toBe(201)
  const { body } = await client.get(`repos/ada/${slug}/commits?per_page=1`)
  return String(body.items[0]?.['sha'])
}

it('a page of a commit, whatever .gitattributes says of the files in it', async () => {
  await newRepo(stithy, ada, 'attributes', { is_public: true, auto_init: true })
  const rules = Array.from({ length: 200 }, (_, index) => `${'*a'.repeat(150)}q${index} linguist-generated`)
  await commit('attributes', { '.gitattributes': rules.join('\n') })
  const names = Array.from({ length: 60 }, (_, index) => `d/q${'a'.repeat(228)}${index}`)
  const sha = await commit('attributes', Object.fromEntries(names.map((name) => [name, 'x'])))
  let asked = 0
  const ask = async (): Promise<void> => {
    expect((await stithy.client('B').get(`/ada/attributes/commit/${sha}?x=${++asked}`)).status).toBe(200)
  }
  await ask()
  await expectNoPause(ask)
})

it('a list of branches, however many of them are protected by patterns', async () => {
  await newRepo(stithy, ada, 'rules', { is_public: true, auto_init: true })
  for (let index = 0; index < 100; index++) {
    const pattern = `${'*aaaaaaa'.repeat(19)}*q${index}`
    expect((await client.post('repos/ada/rules/branch-protections', { pattern })).status).toBe(201)
  }
  const { body } = await client.get('repos/ada/rules/branches/main')
  for (let index = 0; index < 40; index++) {
    const made = await client.post('repos/ada/rules/branches', {
      name: `q${'a'.repeat(230)}${index}`,
      sha: body['sha'],
    })
    expect(made.status).toBe(201)
  }
  let asked = 0
  const ask = async (): Promise<void> => {
    const { status, body: list } = await stithy.client('B').get(`repos/ada/rules/branches?per_page=100&x=${++asked}`)
    expect([status, list.total]).toEqual([200, 41])
  }
  await ask()
  await expectNoPause(ask)
})
