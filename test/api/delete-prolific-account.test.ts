// Whoever wrote much leaves like anybody else: what they wrote stays, without their name, and nobody waits for it.
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { addFacets } from '../../src/features/threads/add-facets.ts'
import { addressOf, newFolder, tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person, password, register } from '../support/people.ts'
import { grant, newRepo } from '../support/repos.ts'
import { keyOf, sshUrl, tryGitSsh } from '../support/ssh.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { newTeam } from '../support/teams.ts'

let stithy: TestStithy
let ada: Person
/** How many slices go before the process is as good as dead. */
let slicesLeft = Number.POSITIVE_INFINITY
const passed: string[] = []

beforeAll(async () => {
  const passing = async (point: string) => {
    passed.push(point)
    if (point === 'account.leaving' && slicesLeft-- <= 0) throw new Error('the process ends here')
  }
  stithy = await startStithy({}, { passing })
  ada = await newPerson(stithy, 'ada')
  await newRepo(stithy, ada, 'anvil', { is_public: true, auto_init: true })
})
afterAll(() => stithy.stop())

const as = (person: Person) => stithy.client('B').as(person.access)
const remove = (name: string) => as(ada).send('DELETE', `admin/users/${name}`)

async function idOf(table: 'owners' | 'repos', name: string): Promise<number> {
  const { db } = stithy.app
  const row =
    table === 'owners'
      ? await db.selectFrom('owners').select('id').where('name', '=', name).executeTakeFirstOrThrow()
      : await db.selectFrom('repos').select('id').where('slug', '=', name).executeTakeFirstOrThrow()
  return row.id
}

/** Issues, each with a comment and an event; returns the first one's number. */
async function write(slug: string, name: string, count: number): Promise<number> {
  const [repoId, authorId] = [await idOf('repos', slug), await idOf('owners', name)]
  return inTransaction(stithy.app, async (tx) => {
    const { last_number: last } = await tx
      .selectFrom('repos')
      .select('last_number')
      .where('id', '=', repoId)
      .executeTakeFirstOrThrow()
    const text = { title: 'Rings', body: '', kind: 'issue' as const, state: 'closed' as const }
    const numbers = { is_locked: 0, comment_count: 1, created_at: tx.now, updated_at: tx.now, closed_at: tx.now }
    const who = { author_id: authorId, closed_by: authorId }
    for (let done = 0; done < count; done += 400) {
      const made = Array.from({ length: Math.min(400, count - done) }, (_, at) => ({
        uuid: randomUUID(),
        repo_id: repoId,
        number: last + done + at + 1,
        ...text,
        ...numbers,
        ...who,
      }))
      const rows = await tx.insertInto('threads').values(made).returning('id').execute()
      for (const { id } of rows) await addFacets(tx, { id, repoId, ...text, authorId, milestoneId: null })
      const said = { author_id: authorId, body: 'Hot', created_at: tx.now, updated_at: tx.now }
      const comments = rows.map(({ id }) => ({ uuid: randomUUID(), thread_id: id, ...said }))
      await tx.insertInto('comments').values(comments).execute()
      const event = { type: 'closed', details: '{}', actor_id: authorId, created_at: tx.now }
      const events = rows.map(({ id }) => ({ uuid: randomUUID(), thread_id: id, ...event }))
      await tx.insertInto('timeline_events').values(events).execute()
    }
    await tx
      .updateTable('repos')
      .set({ last_number: last + count })
      .where('id', '=', repoId)
      .execute()
    return last + 1
  })
}

/** All that anybody sees of an issue. */
async function seen(number: number): Promise<string> {
  const issue = await stithy.client('B').get(`repos/ada/anvil/issues/${number}`)
  const comments = await stithy.client('B').get(`repos/ada/anvil/issues/${number}/comments`)
  const page = await stithy.client('B').get(`/ada/anvil/issues/${number}`)
  expect([issue.status, comments.status, page.status]).toEqual([200, 200, 200])
  expect(issue.body).toMatchObject({ title: 'Rings', author: null })
  expect(comments.body.items ?? comments.body).toMatchObject([{ body: 'Hot', author: null }])
  return page.text
}

async function expectGone(name: string, leavingId: number): Promise<void> {
  const { db } = stithy.app
  expect(await db.selectFrom('owners').select('name').where('id', '=', leavingId).execute()).toEqual([])
  const counted = db.selectFrom('facet_counts').select('count').where('facet', '=', 'author').where('count', '>', 0)
  expect(await counted.where('value', '=', leavingId).execute()).toEqual([])
  const log = await as(ada).get('admin/audit?event=user_deleted&per_page=100')
  expect(log.body.items.filter((one: { target_name: string }) => one.target_name === name)).toHaveLength(1)
  expect(await readdir(join(stithy.dataDir, 'repositories'))).not.toContain(name)
}

it('leaves much behind as little: without the name, which is free at once', async () => {
  const pages: string[] = []
  for (const [name, count] of [
    ['brief', 3],
    ['prolific', 1300],
  ] as const) {
    const person = await newPerson(stithy, name)
    await newRepo(stithy, person, `own-of-${name}`, { is_public: true, auto_init: true })
    const number = await write('anvil', name, count)
    const id = await idOf('owners', name)
    passed.length = 0
    expect((await remove(name)).status).toBe(204)
    expect(passed.includes('account.leaving')).toBe(count > 1000)
    await expectGone(name, id)
    expect((await as(person).get('user')).status).toBe(401)
    expect((await stithy.client('B').post('auth/login', { username: name, password })).status).toBe(401)
    expect((await stithy.client('B').get(`users/${name}`)).status).toBe(404)
    expect((await stithy.client('B').get(`repos/${name}/own-of-${name}`)).status).toBe(404)
    expect((await remove(name)).status).toBe(404)
    const page = await seen(number + count - 1)
    expect(page).not.toContain(name)
    // Numbers, times and ids are others.
    pages.push(page.replaceAll(/[0-9a-f]{8}-[-0-9a-f]+|\d+/g, '0'))
    await register(stithy, name)
    expect((await stithy.client('B').get(`repos/ada/anvil/issues?state=all&author=${name}`)).body.total).toBe(0)
  }
  expect(pages[1]).toBe(pages[0])
  await eventually(async () => expect(await readdir(join(stithy.dataDir, 'trash'))).toEqual([]))
})

it('keeps every name where it is refused', async () => {
  const person = await newPerson(stithy, 'captain')
  await newTeam(stithy, person, 'crew')
  const number = await write('anvil', 'captain', 1300)
  expect((await remove('captain')).status).toBe(409)
  expect((await as(person).get(`repos/ada/anvil/issues/${number}`)).body.author).toBe('captain')
  expect((await as(person).send('DELETE', 'teams/crew')).status).toBe(204)
})

it('is brought to its end by the next life when the process ends in between', async () => {
  const person = await newPerson(stithy, 'interrupted')
  await newRepo(stithy, person, 'left', { is_public: true, auto_init: true })
  const number = await write('anvil', 'interrupted', 1300)
  const id = await idOf('owners', 'interrupted')
  await newRepo(stithy, ada, 'vault', { auto_init: true })
  await grant(stithy, 'vault', person, 'Reader')
  const [token, key] = [await newToken(as(person), ['repo:read']), await keyOf(stithy, person)]
  const folder = await newFolder()
  /** By a token, over HTTP and over SSH. */
  const doors = () =>
    Promise.all([
      stithy.client('B').as(token).get('repos/ada/vault'),
      tryGit(folder, 'ls-remote', addressOf(stithy, token, 'ada/vault')),
      tryGitSsh(key, folder, 'ls-remote', sshUrl(stithy, 'ada/vault')),
    ])
  const [answer, ...gits] = await doors()
  expect([answer.status, ...gits.map(({ code }) => code)]).toEqual([200, 0, 0])
  slicesLeft = 2
  expect((await remove('interrupted')).status).toBe(500)
  const { status, body } = await as(ada).get(`repos/ada/anvil/issues/${number + 1299}`)
  expect([status, body.author]).toEqual([200, 'interrupted'])
  stithy = await stithy.restart()
  const [refused, ...shut] = await doors()
  expect([refused.status, ...shut.map(({ code }) => code)]).toEqual([401, 128, 128])
  expect((await stithy.client('B').post('auth/login', { username: 'interrupted', password })).status).toBe(401)
  expect((await as(person).get('user')).status).toBe(401)
  expect((await stithy.client('B').get('users/interrupted')).status).toBe(404)
  expect((await stithy.client('B').get('repos/interrupted/left')).status).toBe(404)
  expect((await remove('interrupted')).status).toBe(404)
  expect(await readdir(join(stithy.dataDir, 'repositories', 'interrupted')).catch(() => 'none')).toBe('none')
  slicesLeft = Number.POSITIVE_INFINITY
  await eventually(async () => {
    stithy.advance(20_000)
    await inTransaction(stithy.app, (tx) => tx.notify('jobs'))
    await expectGone('interrupted', id)
  })
  expect(await seen(number)).not.toContain('interrupted')
  await register(stithy, 'interrupted')
})

it('takes many small repositories by and by, and leaves their names at once', async () => {
  const person = await newPerson(stithy, 'collector')
  await as(person).post('repos/ada/anvil/forks', { name: 'fork' })
  const slugs = Array.from({ length: 6 }, (_, at) => `small-${at}`)
  for (const slug of slugs) {
    await newRepo(stithy, person, slug, { is_public: true })
    await write(slug, 'ada', 60)
  }
  passed.length = 0
  expect((await remove('collector')).status).toBe(204)
  for (const slug of slugs) expect((await as(ada).get(`repos/collector/${slug}`)).status).toBe(404)
  expect((await as(ada).get('repos?q=small')).body.total).toBe(0)
  expect((await stithy.client('A').as(ada.access).get('repos/ada/anvil')).body.forks_count).toBe(0)
  const heir = await newPerson(stithy, 'collector')
  await newRepo(stithy, heir, 'small-1', { is_public: true })
  expect((await as(heir).get('repos/collector/small-1/issues?state=all')).body.total).toBe(0)
  await eventually(async () => {
    const { db } = stithy.app
    expect(await db.selectFrom('owners').select('id').where('kind', '=', 'deleted').execute()).toEqual([])
    const left = await db.selectFrom('repos').select('slug').orderBy('slug').execute()
    expect(left.map(({ slug }) => slug)).toEqual(['anvil', 'small-1', 'vault'])
  })
  expect(passed.filter((point) => point === 'run:repo.purge')).toHaveLength(1)
})
