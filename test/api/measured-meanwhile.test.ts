// A repository is measured at the worst moment, when what somebody brings lies there and no branch leads to it yet: it
// counts once, and nobody is refused what there is room for.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measureRepo } from '../../src/features/repos/measure-repo.ts'
import type { Answer, Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let api: Client

beforeAll(async () => {
  const passing = async (point: string): Promise<void> => {
    if (point === 'push.judged') await measureAll()
  }
  stithy = await startStithy({ OWNER_QUOTA_BYTES: '250000' }, { passing })
  ada = await newPerson(stithy, 'ada')
  api = stithy.client('B').as(ada.access)
})
afterAll(() => stithy.stop())

async function measureAll(): Promise<void> {
  const repos = await stithy.app.db.selectFrom('repos').select('id').execute()
  for (const { id } of repos) await measureRepo(stithy.app, id)
}

const large = { action: 'create', path: 'a.bin', content: randomBytes(150_000).toString('base64') }

function writeLarge(client: Client, repo: string): Promise<Answer> {
  return client.post(`${repo}/contents`, { branch: 'main', message: 'Large', operations: [large] })
}

it('a file that is written', async () => {
  const repo = await newRepo(stithy, ada, 'written', { is_public: true, auto_init: true })
  expect((await writeLarge(api, repo)).status).toBe(201)
})

it('commits that a fork gets', async () => {
  const eve = await newPerson(stithy, 'eve')
  const upstream = stithy.client('B').as(eve.access)
  const repo = await newRepo(stithy, eve, 'upstream', { is_public: true, auto_init: true })
  const bob = stithy.client('B').as((await newPerson(stithy, 'bob')).access)
  expect((await bob.post(`${repo}/forks`, {})).status).toBe(201)
  expect((await writeLarge(upstream, repo)).status).toBe(201)
  expect((await bob.post('repos/bob/upstream/sync', {})).status).toBe(200)
})
