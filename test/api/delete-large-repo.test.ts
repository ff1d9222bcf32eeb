// A repository with much in it is gone at once for everybody, and by and by from the disk.
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { addFacets } from '../../src/features/threads/add-facets.ts'
import { newPerson, type Person } from '../support/people.ts'
import { grant, newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let eve: Person
const passed: string[] = []

beforeAll(async () => {
  stithy = await startStithy({}, { passing: async (point) => void passed.push(point) })
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
})
afterAll(() => stithy.stop())

const as = (person: Person) => stithy.client('B').as(person.access)
const idOf = (slug: string) =>
  stithy.app.db.selectFrom('repos').select('id').where('slug', '=', slug).executeTakeFirst()

async function fill(repoId: number, count: number): Promise<void> {
  await inTransaction(stithy.app, async (tx) => {
    const text = { title: 'Rings', body: '', kind: 'issue' as const, state: 'open' as const }
    const numbers = { is_locked: 0, comment_count: 0, created_at: tx.now, updated_at: tx.now }
    const row = (number: number) => ({ uuid: randomUUID(), repo_id: repoId, number, ...text, ...numbers })
    const made = Array.from({ length: count }, (_, at) => row(at + 1))
    const rows = await tx.insertInto('threads').values(made).returning('id').execute()
    for (const { id } of rows) await addFacets(tx, { id, repoId, ...text, authorId: null, milestoneId: null })
    await tx.updateTable('repos').set({ last_number: count }).where('id', '=', repoId).execute()
  })
}

async function left(): Promise<object> {
  const { db } = stithy.app
  const count = async (query: Promise<readonly unknown[]>) => (await query).length
  return {
    threads: await count(db.selectFrom('threads').select('id').execute()),
    facets: await count(db.selectFrom('thread_facets').select('thread_id').execute()),
    owners: await count(db.selectFrom('owners').select('id').where('kind', '=', 'deleted').execute()),
    repos: (await db.selectFrom('repos').select('slug').orderBy('id').execute()).map(({ slug }) => slug),
    trash: await readdir(join(stithy.dataDir, 'trash')),
  }
}

const gone = { threads: 0, facets: 0, owners: 0, trash: [] }

it('is found by nobody, leaves its name to another, and keeps no fork from being', async () => {
  await newRepo(stithy, ada, 'large', { is_public: true, auto_init: true })
  await grant(stithy, 'large', eve, 'Maintainer')
  await as(ada).send('PUT', 'repos/ada/large/star')
  await fill((await idOf('large'))?.id ?? 0, 700)
  expect((await as(eve).post('repos/ada/large/forks', { name: 'mine' })).status).toBeLessThan(300)
  expect((await as(ada).send('DELETE', 'repos/ada/large')).status).toBe(204)
  for (const person of [ada, eve]) {
    expect((await as(person).get('repos/ada/large')).status).toBe(404)
    expect((await as(person).get('repos/ada/large/issues/1')).status).toBe(404)
    expect((await as(person).get('repos?q=large')).body.total).toBe(0)
  }
  expect((await as(ada).get('user/repos')).body.total).toBe(0)
  expect((await as(ada).send('DELETE', 'repos/ada/large')).status).toBe(404)
  await newRepo(stithy, ada, 'large')
  expect((await as(ada).get('repos/ada/large/issues')).body.total).toBe(0)
  await eventually(async () => expect(await left()).toEqual({ ...gone, repos: ['mine', 'large'] }))
  expect((await as(eve).get('repos/eve/mine')).status).toBe(200)
})

it('stays gone when the service ends in between, and goes on going', async () => {
  await fill((await idOf('large'))?.id ?? 0, 900)
  expect((await as(ada).send('DELETE', 'repos/ada/large')).status).toBe(204)
  stithy = await stithy.restart()
  expect((await as(ada).get('repos/ada/large')).status).toBe(404)
  await eventually(async () => expect(await left()).toEqual({ ...gone, repos: ['mine'] }))
  expect(await readdir(join(stithy.dataDir, 'repositories', 'ada'))).toEqual([])
})

it('goes by and by also with the account that owned it', async () => {
  await newRepo(stithy, ada, 'model', { is_public: true, auto_init: true })
  expect((await as(eve).post('repos/ada/model/forks', { name: 'large' })).status).toBeLessThan(300)
  await fill((await idOf('large'))?.id ?? 0, 700)
  passed.length = 0
  expect((await as(ada).send('DELETE', 'admin/users/eve')).status).toBe(204)
  expect((await as(ada).get('repos/eve/large')).status).toBe(404)
  await eventually(async () => expect(await left()).toEqual({ ...gone, repos: ['model'] }))
  expect(passed).toContain('run:repo.purge')
  expect((await stithy.client('A').as(ada.access).get('repos/ada/model')).body.forks_count).toBe(0)
  expect(await readdir(join(stithy.dataDir, 'repositories'))).toEqual(['ada'])
})
