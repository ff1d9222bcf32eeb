import { access, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { expectFault } from '../support/faults.ts'
import { addressOf, git, newFolder, pushSomething } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let token: string
let bobsToken: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  bobsToken = await newToken(stithy.client().as(bob.access), ['repo:write'])
})
afterAll(() => stithy.stop())

const as = (person: Person): Client => stithy.client('B').as(person.access)

async function newRepo(slug: string, isPublic: boolean): Promise<string> {
  await as(ada).post('user/repos', { slug, is_public: isPublic, description: 'Ours' })
  return pushSomething(stithy, token, `ada/${slug}`)
}

describe('a fork', () => {
  it('begins with the branches and tags of where it came from, and goes its own way', async () => {
    const tree = await newRepo('origin', true)
    // Nothing has to be said, not even an empty object.
    const made = await as(bob).send('POST', 'repos/ada/origin/forks')
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ owner: 'bob', slug: 'origin', is_public: true, is_empty: false })
    const clone = await newFolder()
    await git(clone, 'clone', '-q', addressOf(stithy, bobsToken, 'bob/origin'), '.')
    expect(await git(clone, 'rev-parse', 'HEAD')).toBe(await git(tree, 'rev-parse', 'HEAD'))
    expect((await git(clone, 'tag')).split('\n')).toEqual(['heavy', 'light'])
    await git(clone, 'commit', '-q', '--allow-empty', '-m', 'Mine')
    await git(clone, 'push', '-q', 'origin', 'main')
    const commits = (await as(bob).get('repos/bob/origin/commits')).body.total as number
    expect((await as(ada).get('repos/ada/origin/commits')).body.total).toBe(commits - 1)
    expect((await stithy.client('A').get('repos/ada/origin')).body.forks_count).toBe(1)
    expect((await stithy.client('B').get('repos/ada/origin/forks')).body.total).toBe(1)
  })

  it('stays whole when where it came from is deleted', async () => {
    await newRepo('short-lived', true)
    await as(bob).post('repos/ada/short-lived/forks', {})
    await as(ada).send('DELETE', 'repos/ada/short-lived')
    const clone = await newFolder()
    await git(clone, 'clone', '-q', addressOf(stithy, bobsToken, 'bob/short-lived'), '.')
    expect(await git(clone, 'fsck', '--strict')).toBe('')
  })

  it('of what is private is private, and of what one may not see does not exist', async () => {
    await newRepo('secret', false)
    expect((await as(bob).post('repos/ada/secret/forks', {})).status).toBe(404)
    const own = await as(ada).post('repos/ada/secret/forks', { name: 'secret-too' })
    expect(own.body).toMatchObject({ slug: 'secret-too', is_public: false })
  })

  it('of what is private cannot be made public, as long as that is private and there', async () => {
    const publish = async (slug: string) => as(bob).send('PATCH', `repos/bob/${slug}`, { body: { is_public: true } })
    for (const slug of ['closed', 'gone']) {
      await newRepo(slug, false)
      await as(ada).send('PUT', `repos/ada/${slug}/collaborators/bob`, { body: { role: 'Reader' } })
      expect((await as(bob).post(`repos/ada/${slug}/forks`, {})).status).toBe(201)
      expectFault(await publish(slug), 'B', 'invalid', { details: ['is_public: private_origin'] })
      expect((await stithy.client().get(`repos/bob/${slug}`)).status).toBe(404)
    }
    await as(ada).send('PATCH', 'repos/ada/closed', { body: { is_public: true } })
    await as(ada).send('DELETE', 'repos/ada/gone')
    for (const slug of ['closed', 'gone']) expect((await publish(slug)).status).toBe(200)
  })

  it('is refused where the name is taken, and leaves no folder behind', async () => {
    const before = await readdir(join(stithy.dataDir, 'repositories', 'bob'))
    expect((await as(bob).post('repos/ada/origin/forks', {})).status).toBe(409)
    expect(await readdir(join(stithy.dataDir, 'repositories', 'bob'))).toEqual(before)
    expect((await as(bob).post('repos/ada/origin/forks', { slug: '../x' })).status).toBe(400)
    expect((await stithy.client().post('repos/ada/origin/forks', {})).status).toBe(401)
  })

  it('of an empty repository is empty', async () => {
    await as(ada).post('user/repos', { slug: 'blank', is_public: true })
    const fork = await as(bob).post('repos/ada/blank/forks', {})
    expect([fork.status, fork.body.is_empty]).toEqual([201, true])
  })
})

describe('a transfer', () => {
  it('gives the repository to somebody else, and the old path leads on', async () => {
    const tree = await newRepo('gift', false)
    const given = await as(ada).post('repos/ada/gift/transfer', { new_owner: 'Bob' })
    expect([given.status, given.body.owner]).toEqual([200, 'bob'])
    expect((await as(bob).get('repos/bob/gift')).status).toBe(200)
    expect((await as(ada).get('repos/ada/gift')).body.owner).toBe('bob')
    await git(tree, 'commit', '-q', '--allow-empty', '-m', 'Later')
    await git(tree, 'push', '-q', addressOf(stithy, bobsToken, 'bob/gift'), 'main')
    await git(tree, 'commit', '-q', '--allow-empty', '-m', 'By who gave it')
    await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/gift'), 'main')
    expect((await as(ada).send('DELETE', 'repos/bob/gift')).status).toBe(403)
  })

  it('takes the word that the repository itself has for its owner, too', async () => {
    await newRepo('handed', false)
    const given = await as(ada).post('repos/ada/handed/transfer', { owner: 'bob' })
    expect([given.status, given.body.owner]).toEqual([200, 'bob'])
    for (const [body, detail] of [
      [{}, 'new_owner: required'],
      [{ owner: 'ada', new_owner: 'bob' }, 'owner: contradiction'],
    ] as const) {
      expectFault(await as(bob).post('repos/bob/handed/transfer', body), 'B', 'invalid', { details: [detail] })
    }
  })

  it('is the owner’s alone to make, and only to somebody who is there', async () => {
    await newRepo('kept', true)
    expect((await as(bob).post('repos/ada/kept/transfer', { new_owner: 'bob' })).status).toBe(403)
    expect((await as(ada).post('repos/ada/kept/transfer', { new_owner: 'nobody' })).status).toBe(400)
    expect((await as(ada).post('repos/ada/kept/transfer', { new_owner: 'ada' })).status).toBe(400)
    await as(bob).post('user/repos', { slug: 'kept' })
    expect((await as(ada).post('repos/ada/kept/transfer', { new_owner: 'bob' })).status).toBe(409)
    expect((await as(ada).get('repos/ada/kept/commits')).status).toBe(200)
  })

  it('that was cut off half way is undone at the next start', async () => {
    await newRepo('half-way', true)
    const { uuid } = await stithy.app.db
      .selectFrom('repos')
      .select('uuid')
      .where('slug', '=', 'half-way')
      .executeTakeFirstOrThrow()
    const root = join(stithy.dataDir, 'repositories')
    await rename(join(root, 'ada', `${uuid}.git`), join(root, 'bob', `${uuid}.git`))
    stithy = await stithy.restart()
    // On PostgreSQL somebody else could be in the middle of it: that is waited for.
    await eventually(() => access(join(root, 'ada', `${uuid}.git`)))
    expect((await stithy.client().get('repos/ada/half-way/commits')).status).toBe(200)
  })
})

describe('what somebody left behind', () => {
  const give = (person: Person, name: string, newOwner: string, form: 'A' | 'B' = 'B'): Promise<Answer> =>
    stithy.client(form).as(person.access).post(`admin/repos/${name}/transfer`, { new_owner: newOwner })
  const disable = (name: string): Promise<Answer> =>
    as(ada).send('PATCH', `admin/users/${name}`, { body: { disabled: true } })

  it('is given to somebody else by an administrator, who gets no role in it', async () => {
    const gone = await newPerson(stithy, 'gone')
    const key = await newToken(as(gone), ['repo:write'])
    await as(gone).post('user/repos', { slug: 'plans' })
    const tree = await pushSomething(stithy, key, 'gone/plans')
    await as(gone).post('repos/gone/plans/issues', { title: 'Still to do' })
    await disable('gone')
    const given = await give(ada, 'gone/plans', 'bob')
    expect(given.status, given.text).toBe(200)
    expect(given.body).toMatchObject({ owner: 'bob', slug: 'plans', is_public: false })
    const clone = await newFolder()
    await git(clone, 'clone', '-q', addressOf(stithy, bobsToken, 'gone/plans'), '.')
    expect(await git(clone, 'rev-parse', 'HEAD')).toBe(await git(tree, 'rev-parse', 'HEAD'))
    expect((await as(bob).get('repos/bob/plans/issues')).body.total).toBe(1)
    expectFault(await as(ada).get('repos/bob/plans'), 'B', 'missing')
    const [entry] = (await as(ada).get('admin/audit?event=REPO_TRANSFERRED&per_page=1')).body.items
    expect(entry).toMatchObject({ actor: { username: 'ada' }, target_name: 'gone/plans' })
    expect(entry.metadata).toEqual({ from: 'gone', to: 'bob' })
    expect((await as(ada).send('DELETE', 'admin/users/gone')).status).toBe(204)
    expect((await as(bob).get('repos/bob/plans')).status).toBe(200)
  })

  it('can go to a team that the administrator does not belong to', async () => {
    const left = await newPerson(stithy, 'left')
    await as(left).post('user/repos', { slug: 'tools' })
    await as(bob).post('teams', { slug: 'heirs' })
    await disable('left')
    expect((await give(ada, 'left/tools', 'heirs', 'A')).body).toMatchObject({ full_name: 'heirs/tools' })
    expect((await as(bob).get('repos/heirs/tools')).status).toBe(200)
  })

  it('is not taken from anybody who is there, nor from a team, nor by anybody else', async () => {
    const there = await newPerson(stithy, 'there')
    await as(there).post('user/repos', { slug: 'mine' })
    expectFault(await give(ada, 'there/mine', 'bob'), 'B', 'conflict')
    await as(bob).post('teams', { slug: 'owners-of-one' })
    await as(bob).post('teams/owners-of-one/repos', { slug: 'one' })
    expectFault(await give(ada, 'owners-of-one/one', 'bob', 'A'), 'A', 'conflict')
    expectFault(await give(ada, 'there/missing', 'bob', 'A'), 'A', 'missing', { codeOfA: 'REPO_NOT_FOUND' })
    await disable('there')
    expectFault(await give(bob, 'there/mine', 'bob'), 'B', 'forbidden')
    for (const newOwner of ['nobody-here', 'there', '']) {
      expectFault(await give(ada, 'there/mine', newOwner), 'B', 'invalid', { details: ['new_owner: unknown'] })
    }
  })
})
