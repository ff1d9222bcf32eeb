import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '../../src/core/actor.ts'
import type { Role } from '../../src/core/roles.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { onResourceShared } from '../../src/features/lifecycle/on-resource-shared.ts'
import { onResourceUnshared } from '../../src/features/lifecycle/on-resource-unshared.ts'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { addressOf, git, newFolder, tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { quickPerson } from '../support/quick-people.ts'
import { newRepo } from '../support/repos.ts'
import { itemsOf, statusesOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { addMember, newTeam } from '../support/teams.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let eve: Person
let mia: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  for (const name of ['carl', 'dora', 'finn']) await quickPerson(stithy, name)
  bob = await quickPerson(stithy, 'bob')
  eve = await quickPerson(stithy, 'eve')
  mia = await quickPerson(stithy, 'mia')
})
afterAll(() => stithy.stop())

const as = (person: Person, form: 'A' | 'B' = 'B'): Client => stithy.client(form).as(person.access)
const put = (person: Person, path: string, role: string): Promise<Answer> =>
  as(person).send('PUT', path, { body: { role } })
const remove = (person: Person, path: string): Promise<Answer> => as(person).send('DELETE', path)
const listOf = async (repo: string, form: 'A' | 'B' = 'B') =>
  itemsOf((await as(bob, form).get(`${repo}/collaborators`)).body)
const lastAudit = async (event: string): Promise<Record<string, unknown>> =>
  (await as(ada).get(`admin/audit?event=${event}&per_page=1`)).body.items[0]
const warnings = (hook: string) => stithy.logs.filter((line) => line.level === 'warn' && line.message.startsWith(hook))

describe.each(forms)('collaborators in Form %s', (form) => {
  it('are people and teams with a role, the owner first', async () => {
    const repo = await newRepo(stithy, bob, `forge-${form}`)
    const team = `hands-${form}`
    await newTeam(stithy, bob, team)
    const client = as(bob, form)
    const send = (path: string, role: string) => client.send('PUT', `${repo}/collaborators/${path}`, { body: { role } })
    const given = await send('EVE', 'Developer')
    expect([given.status, given.body]).toEqual([201, { username: 'eve', role: 'Developer', is_owner: false }])
    const shared = await send(team.toUpperCase(), 'Reader')
    expect([shared.status, shared.body]).toEqual([201, { team, role: 'Reader', is_owner: false }])
    const again = await send('eve', 'maintainer')
    expect([again.status, again.body.role]).toEqual([200, 'Maintainer'])
    expect((await send('eve', 'Maintainer')).status).toBe(200)
    expect(await listOf(repo, form)).toEqual([
      { username: 'bob', role: 'Owner', is_owner: true },
      { username: 'eve', role: 'Maintainer', is_owner: false },
      { team, role: 'Reader', is_owner: false },
    ])
    expect((await client.get(`${repo}/collaborators/Eve`)).body).toEqual({
      username: 'eve',
      role: 'Maintainer',
      is_owner: false,
    })
    for (const body of [
      { username: 'carl', role: 'Reader' },
      { team, role: 'Developer' },
    ]) {
      const posted = await client.post(`${repo}/collaborators`, body)
      expect(posted.body).toEqual({ ...body, is_owner: false })
    }
    expect((await client.send('DELETE', `${repo}/collaborators/${team}`)).status).toBe(204)
    expectFault(await client.send('DELETE', `${repo}/collaborators/${team}`), form, 'missing', {
      codeOfA: 'USER_NOT_FOUND',
    })
    expectFault(await client.get(`${repo}/collaborators/${team}`), form, 'missing', { codeOfA: 'USER_NOT_FOUND' })
    expectFault(await send('nobody-here', 'Reader'), form, 'missing', { codeOfA: 'USER_NOT_FOUND' })
    expectFault(await send('carl', 'King'), form, 'invalid', { details: ['role: unknown'] })
    for (const body of [{ role: 'Reader' }, { username: 'carl', team, role: 'Reader' }, { username: 'carl' }]) {
      expect((await client.post(`${repo}/collaborators`, body)).status).toBe(form === 'A' ? 422 : 400)
    }
  })
})

describe('nobody gives more than they have', () => {
  it('nor takes from whoever has more', async () => {
    const repo = await newRepo(stithy, bob, 'vault')
    const at = (name: string): string => `${repo}/collaborators/${name}`
    await put(bob, at('mia'), 'Maintainer')
    await put(bob, at('eve'), 'Owner')
    expect(expectFault(await put(mia, at('carl'), 'Owner'), 'B', 'forbidden')).toContain('Maintainer')
    expectFault(await put(mia, at('mia'), 'Owner'), 'B', 'forbidden')
    expectFault(await put(mia, at('eve'), 'Reader'), 'B', 'forbidden')
    expectFault(await remove(mia, at('eve')), 'B', 'forbidden')
    expect((await put(mia, at('carl'), 'Maintainer')).status).toBe(201)
    expect((await put(mia, at('carl'), 'Reader')).status).toBe(200)
    expect((await put(eve, at('carl'), 'Owner')).status).toBe(200)
    expectFault(await put(mia, at('carl'), 'Maintainer'), 'B', 'forbidden')
    expect((await remove(eve, at('carl'))).status).toBe(204)
  })

  it('through a team neither', async () => {
    const repo = await newRepo(stithy, bob, 'safe')
    await newTeam(stithy, mia, 'mias')
    await put(bob, `${repo}/collaborators/mia`, 'Maintainer')
    expectFault(await put(mia, `${repo}/collaborators/mias`, 'Owner'), 'B', 'forbidden')
    expectFault(await put(mia, 'teams/mias/repos/bob/safe', 'Owner'), 'B', 'forbidden')
    const shared = await put(mia, 'teams/mias/repos/bob/safe', 'Maintainer')
    expect([shared.status, shared.body.role, shared.body.slug]).toEqual([201, 'Maintainer', 'safe'])
    expect((await put(mia, 'teams/mias/repos/bob/safe', 'Developer')).status).toBe(200)
    await put(bob, 'repos/bob/safe/collaborators/mia', 'Developer')
    expectFault(await put(mia, 'teams/mias/repos/bob/safe', 'Developer'), 'B', 'forbidden')
  })

  it('and a weak role manages nobody, with a token or without', async () => {
    const repo = await newRepo(stithy, bob, 'chest', { is_public: true })
    await put(bob, `${repo}/collaborators/eve`, 'Developer')
    const token = await newToken(as(eve), ['repo:write'])
    for (const client of [as(eve), stithy.client('B').as(token), as(mia)]) {
      expect((await client.get(`${repo}/collaborators`)).status).toBe(403)
      expect((await client.get(`${repo}/collaborators/bob`)).status).toBe(403)
      expect((await client.send('PUT', `${repo}/collaborators/mia`, { body: { role: 'Reader' } })).status).toBe(403)
      expect((await client.send('DELETE', `${repo}/collaborators/bob`)).status).toBe(403)
    }
    const reader = await newToken(as(bob), ['repo:read'])
    const answer = await stithy
      .client('A')
      .as(reader)
      .send('PUT', `${repo}/collaborators/mia`, { body: { role: 'Reader' } })
    expect([answer.status, answer.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
    expect((await stithy.client('A').as(reader).get(`${repo}/collaborators`)).status).toBe(200)
  })

  it('of two who change each other at once, one finds the role gone', async () => {
    for (let round = 0; round < 5; round++) {
      const repo = await newRepo(stithy, bob, `duel-${round}`)
      for (const name of ['eve', 'mia']) await put(bob, `${repo}/collaborators/${name}`, 'Maintainer')
      const answers = await Promise.all([
        remove(eve, `${repo}/collaborators/mia`),
        remove(mia, `${repo}/collaborators/eve`),
      ])
      expect(statusesOf(answers)).toEqual([204, 404])
      expect(await listOf(repo)).toHaveLength(2)
    }
  })
})

describe('whoever owns a repository', () => {
  it('stays its owner: 409', async () => {
    const repo = await newRepo(stithy, bob, 'home')
    await put(bob, `${repo}/collaborators/eve`, 'Owner')
    for (const person of [bob, eve]) {
      expectFault(await remove(person, `${repo}/collaborators/BOB`), 'B', 'conflict')
      expectFault(await put(person, `${repo}/collaborators/bob`, 'Maintainer'), 'B', 'conflict')
      expect((await put(person, `${repo}/collaborators/bob`, 'Owner')).status).toBe(200)
    }
    await put(bob, `${repo}/collaborators/mia`, 'Maintainer')
    // Who is too weak for it is told that, and not that it cannot be.
    expectFault(await remove(mia, `${repo}/collaborators/bob`), 'B', 'forbidden')
    for (const role of ['Maintainer', 'Owner']) {
      expectFault(await put(mia, `${repo}/collaborators/bob`, role), 'B', 'forbidden')
    }
    expect((await listOf(repo))[0]).toEqual({ username: 'bob', role: 'Owner', is_owner: true })
  })

  it('is a team, too', async () => {
    await newTeam(stithy, bob, 'clan')
    await as(bob).post('teams/clan/repos', { slug: 'hall' })
    expect(await listOf('repos/clan/hall')).toEqual([{ team: 'clan', role: 'Owner', is_owner: true }])
    expectFault(await remove(bob, 'repos/clan/hall/collaborators/clan'), 'B', 'conflict')
    expectFault(await put(bob, 'repos/clan/hall/collaborators/clan', 'Reader'), 'B', 'conflict')
    expectFault(await remove(bob, 'teams/clan/repos/clan/hall'), 'B', 'conflict')
    expect((await put(bob, 'repos/clan/hall/collaborators/eve', 'Owner')).status).toBe(201)
    expect((await remove(eve, 'repos/clan/hall/collaborators/eve')).status).toBe(204)
  })
})

describe('a role', () => {
  it('opens every door at once, and shuts it at once', async () => {
    const repo = await newRepo(stithy, bob, 'lair', { auto_init: true })
    const token = await newToken(as(eve), ['repo:write'])
    const clone = await newFolder()
    const address = addressOf(stithy, token, 'bob/lair')
    expect((await as(eve).get(repo)).status).toBe(404)
    expect((await tryGit(clone, 'clone', '-q', address, '.')).code).not.toBe(0)
    await put(bob, `${repo}/collaborators/eve`, 'Reader')
    await git(clone, 'clone', '-q', address, '.')
    await git(clone, 'commit', '-q', '--allow-empty', '-m', 'Mine')
    expect((await tryGit(clone, 'push', '-q', 'origin', 'main')).stderr).toContain('403')
    await put(bob, `${repo}/collaborators/eve`, 'Developer')
    await git(clone, 'push', '-q', 'origin', 'main')
    expect((await stithy.client().get('/bob/lair', { cookie: eve.cookie })).status).toBe(200)
    expect(itemsOf((await as(eve).get('user/repos')).body).map((one) => one['slug'])).toContain('lair')
    expect((await as(eve).get('repos?q=lair')).body.total).toBe(1)
    expect((await remove(bob, `${repo}/collaborators/eve`)).status).toBe(204)
    expect((await as(eve).get(repo)).status).toBe(404)
    expect((await stithy.client().get('/bob/lair', { cookie: eve.cookie })).status).toBe(404)
    expect((await tryGit(clone, 'fetch', '-q', 'origin')).code).not.toBe(0)
    expect((await as(eve).get('repos?q=lair')).body.total).toBe(0)
  })

  it('is given back by whoever has it, or by whoever maintains the team that has it', async () => {
    const repo = await newRepo(stithy, bob, 'loan')
    await put(bob, `${repo}/collaborators/eve`, 'Reader')
    expect((await as(eve).get(`${repo}/collaborators/eve`)).body.role).toBe('Reader')
    expect((await remove(eve, `${repo}/collaborators/Eve`)).status).toBe(204)
    expect((await remove(eve, `${repo}/collaborators/eve`)).status).toBe(404)
    await newTeam(stithy, mia, 'lenders')
    await addMember(stithy, mia, 'lenders', { person: bob, role: 'Reader' })
    await addMember(stithy, mia, 'lenders', { person: eve, role: 'Developer' })
    await put(bob, 'teams/lenders/repos/bob/loan', 'Maintainer')
    await put(bob, 'teams/lenders/repos/bob/loan', 'Reader')
    expect((await remove(eve, 'teams/lenders/repos/bob/loan')).status).toBe(403)
    expect((await remove(mia, 'teams/lenders/repos/bob/loan')).status).toBe(204)
    expect((await as(mia).get(repo)).status).toBe(404)
  })

  it('is taken away in an archived repository too, but not given', async () => {
    const repo = await newRepo(stithy, bob, 'attic')
    await put(bob, `${repo}/collaborators/eve`, 'Reader')
    await as(bob).send('PATCH', repo, { body: { archived: true } })
    expectFault(await put(bob, `${repo}/collaborators/mia`, 'Reader'), 'B', 'forbidden')
    expect((await remove(bob, `${repo}/collaborators/eve`)).status).toBe(204)
  })

  it('is not given to a team that the giver may not know of', async () => {
    const repo = await newRepo(stithy, bob, 'rumour')
    await newTeam(stithy, mia, 'veiled')
    for (const name of ['veiled', 'nothing']) {
      const answer = await put(bob, `${repo}/collaborators/${name}`, 'Reader')
      expect([answer.status, answer.body.message]).toEqual([404, 'User not found'])
    }
    expect((await put(bob, 'teams/veiled/repos/bob/rumour', 'Reader')).status).toBe(404)
  })

  it('goes with the team, and with the account', async () => {
    const repo = await newRepo(stithy, bob, 'remains')
    await newTeam(stithy, bob, 'brief')
    await quickPerson(stithy, 'leaving')
    await put(bob, `${repo}/collaborators/brief`, 'Reader')
    await put(bob, `${repo}/collaborators/leaving`, 'Reader')
    expect((await remove(bob, 'teams/brief')).status).toBe(204)
    await remove(ada, 'admin/users/leaving')
    expect(await listOf(repo)).toHaveLength(1)
  })
})

describe('access is explained', () => {
  const explain = async (person: Person, user?: string): Promise<Answer> =>
    as(person).get(`repos/guild/work/access${user === undefined ? '' : `?user=${user}`}`)
  const both: Record<string, Role> = { hands: 'Developer', heads: 'Maintainer' }

  beforeAll(async () => {
    await newTeam(stithy, bob, 'guild')
    await as(bob).post('teams/guild/repos', { slug: 'work', is_public: true })
    for (const [team, role] of Object.entries(both)) {
      await newTeam(stithy, bob, team)
      await addMember(stithy, bob, team, { person: eve, role: 'Owner' })
      await put(bob, `repos/guild/work/collaborators/${team}`, role)
    }
    await addMember(stithy, bob, 'guild', { person: eve, role: 'Reader' })
    await put(bob, 'repos/guild/work/collaborators/eve', 'Reader')
  })

  it('by every grant in the chain, and the highest counts', async () => {
    const { body } = await explain(bob, 'EVE')
    expect(body).toMatchObject({ username: 'eve', role: 'Maintainer' })
    const grants = [
      { source: 'direct', team: null, role: 'Reader' },
      { source: 'team', team: 'hands', role: 'Developer' },
      { source: 'team', team: 'heads', role: 'Maintainer' },
      { source: 'team_owner', team: 'guild', role: 'Reader' },
      { source: 'public', team: null, role: 'Reader' },
    ]
    expect(body.grants).toHaveLength(grants.length)
    expect(body.grants).toEqual(expect.arrayContaining(grants))
    const steps: [string, Role][] = [
      ['repos/guild/work/collaborators/heads', 'Developer'],
      ['repos/guild/work/collaborators/hands', 'Reader'],
      ['repos/guild/work/collaborators/eve', 'Reader'],
    ]
    for (const [path, role] of steps) {
      await remove(bob, path)
      expect((await explain(bob, 'eve')).body.role).toBe(role)
    }
  })

  it('to everybody about themselves, to a maintainer about anybody', async () => {
    expect((await explain(mia)).body).toEqual({
      username: 'mia',
      role: 'Reader',
      grants: [{ source: 'public', team: null, role: 'Reader' }],
    })
    expect((await explain(mia, 'MIA')).status).toBe(200)
    for (const user of ['bob', 'nobody-here']) expectFault(await explain(mia, user), 'B', 'forbidden')
    expectFault(await explain(bob, 'nobody-here'), 'B', 'missing')
    expect((await stithy.client().get('repos/guild/work/access')).status).toBe(401)
    const repo = await newRepo(stithy, bob, 'own')
    const own = { username: 'bob', role: 'Owner', grants: [{ source: 'owner', team: null, role: 'Owner' }] }
    expect((await as(bob).get(`${repo}/access`)).body).toEqual(own)
    expect((await as(bob).get(`${repo}/access?user=mia`)).body).toEqual({ username: 'mia', role: null, grants: [] })
    expect((await as(mia).get(`${repo}/access`)).status).toBe(404)
    // To administer the service is no grant.
    expect((await as(ada).get(`${repo}/access`)).status).toBe(404)
  })
})

describe('the hooks of a share', () => {
  it('write REPO_SHARED and REPO_UNSHARED', async () => {
    const repo = await newRepo(stithy, bob, 'noted')
    const { id } = (await as(bob).get(repo)).body
    await newTeam(stithy, bob, 'noters')
    for (const [grantee, word] of [
      ['eve', 'username'],
      ['noters', 'team'],
    ] as const) {
      await put(bob, `${repo}/collaborators/${grantee}`, 'Developer')
      expect(await lastAudit('REPO_SHARED')).toMatchObject({
        actor: { username: 'bob' },
        target_type: 'repository',
        target_id: id,
        target_name: 'bob/noted',
        metadata: { [word]: grantee, permission_level: 'Developer' },
      })
      await remove(bob, `${repo}/collaborators/${grantee}`)
      expect(await lastAudit('REPO_UNSHARED')).toMatchObject({
        actor: { username: 'bob' },
        target_id: id,
        metadata: { [word]: grantee },
      })
    }
  })

  it('concern repositories alone, and never fail', async () => {
    const { app } = stithy
    const count = async () => (await as(ada).get('admin/audit?event=REPO_SHARED')).body.total
    const before = await count()
    const share = { resourceId: 0, sharedWithUserId: 0, permissionLevel: 'Reader', sharedByUserId: 0 } as const
    await inTransaction(app, async (tx) => {
      const occasion = { tx, actor: systemActor }
      await onResourceShared(app, occasion, { resourceType: 'song', ...share })
      await onResourceUnshared(app, occasion, { resourceType: 'song', resourceId: 0, userId: 0 })
    })
    expect(warnings('on_resource_')).toEqual([])
    await inTransaction(app, async (tx) => {
      const occasion = { tx, actor: systemActor }
      await onResourceShared(app, occasion, { resourceType: 'repository', ...share })
      await onResourceUnshared(app, occasion, { resourceType: 'repository', resourceId: 0, userId: 0 })
    })
    expect(warnings('on_resource_')).toHaveLength(2)
    expect(await count()).toBe(before)
  })

  it('do not hold up a share that they cannot record', async () => {
    const repo = await newRepo(stithy, bob, 'unnoted')
    const head = await stithy.app.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
    await inTransaction(stithy.app, async (tx) => void (await tx.deleteFrom('audit_head').execute()))
    try {
      expect((await put(bob, `${repo}/collaborators/eve`, 'Reader')).status).toBe(201)
      expect((await as(eve).get(repo)).status).toBe(200)
      expect((await remove(bob, `${repo}/collaborators/eve`)).status).toBe(204)
      expect((await as(eve).get(repo)).status).toBe(404)
      expect(warnings('on_resource_shared').at(-1)).toMatchObject({ error: expect.stringContaining('no result') })
      expect(warnings('on_resource_unshared').at(-1)).toMatchObject({ error: expect.stringContaining('no result') })
    } finally {
      await inTransaction(stithy.app, async (tx) => void (await tx.insertInto('audit_head').values(head).execute()))
    }
  })
})
