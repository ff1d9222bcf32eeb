import { access, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../src/core/roles.ts'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { addressOf, git, newFolder, pushSomething } from '../support/git.ts'
import { emailOf, newPerson, newToken, type Person, password } from '../support/people.ts'
import { quickPerson } from '../support/quick-people.ts'
import { anId, aTime, itemsOf, keysOf, statusesOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { addMember, newTeam } from '../support/teams.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let eve: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await quickPerson(stithy, 'bob')
  eve = await quickPerson(stithy, 'eve')
})
afterAll(() => stithy.stop())

const as = (person: Person, form: 'A' | 'B' = 'B'): Client => stithy.client(form).as(person.access)
const place = (name: string): string => join(stithy.dataDir, 'repositories', name)
const there = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
const put = (person: Person, path: string, role: string): Promise<Answer> =>
  as(person).send('PUT', path, { body: { role } })
const remove = (person: Person, path: string): Promise<Answer> => as(person).send('DELETE', path)
const audit = async (event: string): Promise<Record<string, unknown>> =>
  (await as(ada).get(`admin/audit?event=${event}&per_page=1`)).body.items[0]

describe.each(forms)('a team in Form %s', (form) => {
  it('has the fields of the contract, and its maker as owner', async () => {
    const slug = `Smiths-${form}`
    const made = await as(bob, form).post('teams', { name: 'The smiths', slug, description: ' They strike. ' })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toEqual({
      id: anId[form],
      name: 'The smiths',
      slug,
      description: 'They strike.',
      members_count: 1,
      repos_count: 0,
      created_at: aTime,
    })
    expect((await as(bob, form).get(`teams/${slug.toLowerCase()}`)).body).toEqual(made.body)
    const members = await as(bob, form).get(`teams/${slug}/members`)
    expect(itemsOf(members.body)).toEqual([{ username: 'bob', role: 'Owner' }])
    expect((await as(bob, form).get(`teams/${slug}/members/BOB`)).body).toEqual({ username: 'bob', role: 'Owner' })
    expect(await readdir(place(slug))).toEqual([])
    expect(itemsOf((await as(bob, form).get('teams')).body).map((team) => team['slug'])).toContain(slug)
    expect(await audit('TEAM_CREATED')).toMatchObject({ target_type: 'team', target_name: slug })
  })

  it('is called by its slug where nobody says otherwise, whichever word it came by', async () => {
    for (const word of ['name', 'slug']) {
      const slug = `plain-${word}-${form}`
      const made = await as(bob, form).post('teams', { [word]: slug })
      expect(made.body).toMatchObject({ name: slug, slug, description: '' })
    }
  })
})

describe('the name of a team', () => {
  it('is a slug that nobody else has, whatever the case', async () => {
    await newTeam(stithy, bob, 'Masons')
    for (const slug of ['masons', 'MASONS', 'ada', 'ADA']) {
      for (const form of forms) {
        expectFault(await as(bob, form).post('teams', { slug }), form, 'conflict', {
          codeOfA: 'TEAM_EXISTS',
          details: ['slug: taken'],
        })
      }
    }
    const joining = { username: 'mAsons', email: emailOf('masons'), password }
    expectFault(await stithy.client('A').post('auth/register', joining), 'A', 'conflict', {
      codeOfA: 'USER_EXISTS',
      details: ['username: taken'],
    })
    expect(await there(place('mAsons'))).toBe(false)
  })

  const bad = ['..', '../evil', 'a/b', 'a\\b', 'a..b', '.hidden', '-x', 'x.git', 'x.lock', 'x.', '', ' ', 'x y', 'ä']

  it.each([...bad, 'a\0b', 'a'.repeat(101)])(
    'is refused as %j, by either word, and leaves nothing behind',
    async (name) => {
      const before = await readdir(place(''))
      for (const body of [{ slug: name }, { name }, { slug: name, name: 'Fine' }]) {
        const answer = await as(bob, 'A').post('teams', body)
        expect([400, 422], answer.text).toContain(answer.status)
      }
      expect(await readdir(place(''))).toEqual(before)
    },
  )

  it.each(['teams', 'api', 'new', 'settings', 'Login', 'admin', 'users', 'CON', 'lpt1.x'])(
    'is not %s, which is reserved',
    async (slug) => {
      const answer = await as(bob, 'A').post('teams', { slug })
      expect([answer.status, answer.body.code]).toEqual([422, 'NAME_RESERVED'])
      expect((await as(bob, 'A').send('PATCH', 'teams/Masons', { body: { slug } })).body.code).toBe('NAME_RESERVED')
    },
  )

  it('goes to one of two who ask for it at once', async () => {
    const asked = [bob, eve].flatMap((person) => [
      as(person).post('teams', { slug: 'rare' }),
      as(person).post('teams', { slug: 'RARE' }),
    ])
    const answers = await Promise.all(asked)
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409])
    const { slug } = answers.find((one) => one.status === 201)?.body ?? {}
    expect(await there(place(slug))).toBe(true)
    expect((await readdir(place(''))).filter((name) => name.toLowerCase() === 'rare')).toEqual([slug])
  })

  it('goes to a team or a person, not to both', async () => {
    const joining = { username: 'wanted', email: emailOf('wanted'), password }
    const answers = await Promise.all([
      stithy.client().post('auth/register', joining),
      as(bob).post('teams', { slug: 'Wanted' }),
    ])
    expect(statusesOf(answers)).toEqual([201, 409])
  })
})

describe('another name', () => {
  it('takes all addresses along, and the old ones lead on', async () => {
    await newTeam(stithy, bob, 'old-guild')
    await as(bob).post('teams/old-guild/repos', { slug: 'bell', is_public: true })
    const token = await newToken(as(bob), ['repo:write'])
    const tree = await pushSomething(stithy, token, 'old-guild/bell')
    const renamed = await as(bob).send('PATCH', 'teams/old-guild', { body: { slug: 'new-guild' } })
    expect([renamed.status, renamed.body.slug, renamed.body.name]).toEqual([200, 'new-guild', 'new-guild'])
    expect((await as(bob).get('teams/old-guild')).body.slug).toBe('new-guild')
    expect((await as(bob).get('repos/old-guild/bell')).body.owner).toBe('new-guild')
    expect((await stithy.client().get('repos/new-guild/bell/commits')).status).toBe(200)
    await git(tree, 'commit', '-q', '--allow-empty', '-m', 'By the old address')
    await git(tree, 'push', '-q', addressOf(stithy, token, 'old-guild/bell'), 'main')
    await git(tree, 'commit', '-q', '--allow-empty', '-m', 'By the new one')
    await git(tree, 'push', '-q', addressOf(stithy, token, 'new-guild/bell'), 'main')
    const clone = await newFolder()
    await git(clone, 'clone', '-q', addressOf(stithy, token, 'OLD-guild/bell'), '.')
    expect(await git(clone, 'log', '-1', '--format=%s')).toContain('By the new one')
    const page = await stithy.client().get('/old-guild/bell/commits/main?page=1')
    expect([page.status, page.headers.get('location')]).toEqual([302, '/new-guild/bell/commits/main?page=1'])
    expect(await audit('TEAM_UPDATED')).toMatchObject({
      metadata: { slug: { from: 'old-guild', to: 'new-guild' } },
    })
  })

  it('leads on also where the repository got another name, before or after', async () => {
    await as(bob).send('PATCH', 'repos/new-guild/bell', { body: { slug: 'gong' } })
    for (const path of ['old-guild/bell', 'new-guild/bell', 'old-guild/gong', 'new-guild/gong']) {
      expect((await as(bob).get(`repos/${path}`)).body.slug, path).toBe('gong')
    }
  })

  it('survives a new start, with all repositories in their place', async () => {
    await as(bob).post('teams/new-guild/repos', { slug: 'later' })
    stithy = await stithy.restart()
    expect((await stithy.client().get('repos/old-guild/gong/commits')).status).toBe(200)
    expect(stithy.logs.filter((line) => line.level === 'warn')).toEqual([])
    // As if a crash had cut off its deletion: it was not deleted, so its directory comes back.
    const { id } = (await as(bob).get('teams/new-guild')).body
    await rename(place('old-guild'), join(stithy.dataDir, 'trash', id))
    stithy = await stithy.restart()
    // On PostgreSQL somebody else could be in the middle of it: that is waited for.
    await eventually(() => access(place('old-guild')))
    expect((await stithy.client().get('repos/old-guild/gong/commits')).status).toBe(200)
  })

  it('keeps the old one from everybody else, and can be taken back', async () => {
    expect((await as(eve).post('teams', { slug: 'Old-Guild' })).status).toBe(409)
    const joining = { username: 'old-guild', email: emailOf('old-guild'), password }
    expect((await stithy.client().post('auth/register', joining)).status).toBe(409)
    expect((await as(bob).send('PATCH', 'teams/Masons', { body: { slug: 'old-guild' } })).status).toBe(409)
    const back = await as(bob).send('PATCH', 'teams/new-guild', { body: { slug: 'Old-Guild' } })
    expect([back.status, back.body.slug]).toEqual([200, 'Old-Guild'])
    expect((await as(bob).get('repos/new-guild/gong')).body.owner).toBe('Old-Guild')
    expect((await as(eve).post('teams', { slug: 'new-guild' })).status).toBe(409)
  })

  it('is not one that somebody else has', async () => {
    for (const slug of ['ada', 'MASONS']) {
      const answer = await as(bob).send('PATCH', 'teams/Old-Guild', { body: { slug } })
      expectFault(answer, 'B', 'conflict', { details: ['slug: taken'] })
    }
  })

  it('of a team that is called by its slug is its new slug; one with a name of its own keeps its place', async () => {
    await newTeam(stithy, bob, 'coopers')
    const patch = async (slug: string, body: object) => (await as(bob).send('PATCH', `teams/${slug}`, { body })).body
    expect(await patch('coopers', { name: 'coopers-2' })).toMatchObject({ slug: 'coopers-2', name: 'coopers-2' })
    expect(await patch('coopers-2', { name: 'The coopers' })).toMatchObject({ slug: 'coopers-2', name: 'The coopers' })
    expect(await patch('coopers', { name: 'coopers-3' })).toMatchObject({ slug: 'coopers-2', name: 'coopers-3' })
    expect(await patch('coopers', { slug: 'coopers-4' })).toMatchObject({ slug: 'coopers-4', name: 'coopers-3' })
    expect(await patch('coopers', { description: 'Barrels' })).toMatchObject({
      slug: 'coopers-4',
      description: 'Barrels',
    })
    for (const name of ['../x', 'a\nb', '', 'x'.repeat(256)]) {
      expect((await as(bob).send('PATCH', 'teams/coopers-4', { body: { name } })).status).toBe(400)
    }
  })
})

describe('a team', () => {
  it('is hidden from whoever does not belong to it, as if it were missing', async () => {
    await newTeam(stithy, bob, 'secret')
    for (const path of ['', '/members', '/members/bob', '/repos']) {
      const hidden = await as(eve).get(`teams/secret${path}`)
      const missing = await as(eve).get(`teams/nothing${path}`)
      expect([hidden.status, keysOf(hidden.body)]).toEqual([404, keysOf(missing.body)])
      expect({ ...hidden.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
      expect((await as(ada).get(`teams/secret${path}`)).status).toBe(200)
      expect((await stithy.client().get(`teams/secret${path}`)).status).toBe(401)
    }
    expect((await stithy.client().get('users/secret/repos')).status).toBe(404)
    expect((await stithy.client().get('/secret')).status).toBe(404)
    const slugs = itemsOf((await as(eve).get('teams')).body).map((one) => (one as { slug: string }).slug)
    expect(slugs).not.toContain('secret')
    expect((await as(eve).get('teams?all=true')).status).toBe(403)
    expect(itemsOf((await as(ada).get('teams?all=true&per_page=100')).body).map((team) => team['slug'])).toContain(
      'secret',
    )
  })

  it('is known to whoever may see a repository of it, who sees no more than that', async () => {
    await newTeam(stithy, bob, 'known')
    await as(bob).post('teams/known/repos', { slug: 'open', is_public: true })
    await as(bob).post('teams/known/repos', { slug: 'shut' })
    await as(bob).post('user/repos', { slug: 'lent' })
    await put(bob, 'teams/known/repos/bob/lent', 'Reader')
    expect((await as(eve).get('teams/known')).body).toMatchObject({ slug: 'known', repos_count: 1 })
    expect((await as(bob).get('teams/known')).body).toMatchObject({ slug: 'known', repos_count: 3 })
    expect(itemsOf((await as(eve).get('teams/known/repos')).body).map((repo) => repo['slug'])).toEqual(['open'])
    expect(itemsOf((await stithy.client().get('users/known/repos')).body).map((repo) => repo['slug'])).toEqual(['open'])
    expect((await as(eve).get('teams/known/members')).status).toBe(403)
    expect((await as(eve).get('teams/known/repos/known/open')).body.role).toBeNull()
    expect((await as(eve).get('teams/known/repos/known/shut')).status).toBe(404)
    expect((await remove(eve, 'teams/known')).status).toBe(403)
    expect((await as(eve).post('teams/known/repos', { slug: 'x' })).status).toBe(403)
    expect((await stithy.client().get('/known')).status).toBe(200)
  })

  it('has no share in what is not shared with it, which is told of the repository and not of a person', async () => {
    await newTeam(stithy, bob, 'apart')
    await as(bob).post('user/repos', { slug: 'kept' })
    const path = 'teams/apart/repos/bob/kept'
    for (const answer of [await as(bob, 'A').send('DELETE', path), await as(bob, 'A').get(path)]) {
      const said = expectFault(answer, 'A', 'missing', { codeOfA: 'REPO_NOT_FOUND' })
      expect(said).toBe('The repository is not shared with this team')
    }
    const hidden = await as(eve, 'A').get('teams/apart/repos/bob/kept')
    expectFault(hidden, 'A', 'missing', { codeOfA: 'TEAM_NOT_FOUND' })
  })

  it('is for people who signed in: a token gets 403', async () => {
    const token = await newToken(as(bob), ['repo:write', 'issues:write', 'pulls:write', 'ci:write'])
    for (const path of ['teams', 'teams/known', 'teams/known/members', 'teams/known/repos']) {
      expectFault(await stithy.client('A').as(token).get(path), 'A', 'forbidden')
    }
  })
})

describe('members', () => {
  const roster = async (team: string): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      itemsOf((await as(ada).get(`teams/${team}/members`)).body).map((one) => [one['username'], one['role']]),
    )

  it('are taken in, given roles and sent away; whoever does so goes up to their own role', async () => {
    await newTeam(stithy, bob, 'crew')
    const people = new Map<Role, Person>()
    for (const role of ['Reader', 'Developer', 'Maintainer'] as const) {
      people.set(role, await quickPerson(stithy, `crew-${role}`))
      expect((await put(bob, `teams/crew/members/crew-${role}`, role)).status).toBe(201)
    }
    const maintainer = people.get('Maintainer') ?? bob
    const at = (name: string): string => `teams/crew/members/${name}`
    const added = await put(maintainer, at('EVE'), 'developer')
    expect([added.status, added.body]).toEqual([201, { username: 'eve', role: 'Developer' }])
    expect(await audit('TEAM_MEMBER_ADDED')).toMatchObject({ metadata: { username: 'eve', role: 'Developer' } })
    expect((await put(maintainer, at('eve'), 'Maintainer')).status).toBe(200)
    expectFault(await put(maintainer, at('eve'), 'Owner'), 'B', 'forbidden')
    expectFault(await put(maintainer, at(maintainer.username), 'Owner'), 'B', 'forbidden')
    expectFault(await put(maintainer, at('bob'), 'Reader'), 'B', 'forbidden')
    expectFault(await remove(maintainer, at('bob')), 'B', 'forbidden')
    for (const role of ['Reader', 'Developer'] as const) {
      const weak = people.get(role) ?? bob
      expectFault(await put(weak, at('ada'), 'Reader'), 'B', 'forbidden')
      expectFault(await remove(weak, at('eve')), 'B', 'forbidden')
    }
    expect((await remove(maintainer, at('eve'))).status).toBe(204)
    expectFault(await remove(maintainer, at('eve')), 'B', 'missing')
    expectFault(await put(bob, at('nobody-here'), 'Reader'), 'B', 'missing')
    expectFault(await put(bob, at('known'), 'Reader'), 'B', 'missing')
    for (const role of ['King', '', 'Nobody']) {
      expectFault(await put(bob, at('eve'), role), 'B', 'invalid', { details: ['role: unknown'] })
    }
    expect(await roster('crew')).toEqual({
      bob: 'Owner',
      'crew-Reader': 'Reader',
      'crew-Developer': 'Developer',
      'crew-Maintainer': 'Maintainer',
    })
  })

  it('may leave, but never the last owner', async () => {
    await newTeam(stithy, bob, 'boat')
    await addMember(stithy, bob, 'boat', { person: eve, role: 'Reader' })
    expect((await remove(eve, 'teams/boat/members/eve')).status).toBe(204)
    expect((await as(eve).get('teams/boat')).status).toBe(404)
    expectFault(await remove(bob, 'teams/boat/members/bob'), 'B', 'conflict')
    expectFault(await put(bob, 'teams/boat/members/bob', 'Maintainer'), 'B', 'conflict')
    expectFault(await put(ada, 'teams/boat/members/bob', 'Maintainer'), 'B', 'conflict')
    await addMember(stithy, bob, 'boat', { person: eve, role: 'Owner' })
    expect((await remove(bob, 'teams/boat/members/bob')).status).toBe(204)
    expect(await roster('boat')).toEqual({ eve: 'Owner' })
  })

  it('who are both owners cannot both leave at once', async () => {
    for (let round = 0; round < 5; round++) {
      const team = `raft-${round}`
      await newTeam(stithy, bob, team)
      await addMember(stithy, bob, team, { person: eve, role: 'Owner' })
      const answers = await Promise.all([
        remove(bob, `teams/${team}/members/bob`),
        put(eve, `teams/${team}/members/eve`, 'Reader'),
      ])
      expect(statusesOf(answers).at(-1)).toBe(409)
      expect(Object.values(await roster(team)).filter((role) => role === 'Owner')).toHaveLength(1)
    }
  })

  it('count as owners only while they can sign in: a team is not left to whoever is disabled', async () => {
    const gone = await quickPerson(stithy, 'gone-owner')
    await newTeam(stithy, bob, 'wreck')
    await addMember(stithy, bob, 'wreck', { person: gone, role: 'Owner' })
    await as(ada).send('PATCH', 'admin/users/gone-owner', { body: { disabled: true } })
    expectFault(await remove(bob, 'teams/wreck/members/bob'), 'B', 'conflict')
    expectFault(await put(bob, 'teams/wreck/members/bob', 'Maintainer'), 'B', 'conflict')
    const leaving = await quickPerson(stithy, 'leaving')
    await addMember(stithy, bob, 'wreck', { person: leaving, role: 'Owner' })
    expect((await remove(bob, 'teams/wreck/members/bob')).status).toBe(204)
    expect(expectFault(await remove(ada, 'admin/users/leaving'), 'B', 'conflict')).toContain('last owner of wreck')
    expect((await remove(leaving, 'teams/wreck/members/gone-owner')).status).toBe(204)
    expect(await roster('wreck')).toEqual({ leaving: 'Owner' })
  })

  it('cannot be somebody who is disabled', async () => {
    await quickPerson(stithy, 'retired')
    await as(ada).send('PATCH', 'admin/users/retired', { body: { disabled: true } })
    expectFault(await put(bob, 'teams/crew/members/retired', 'Reader'), 'B', 'missing')
  })
})

describe('a repository of a team', () => {
  it('is made by whoever maintains it, and opens by the role in the team', async () => {
    await newTeam(stithy, bob, 'yard')
    await addMember(stithy, bob, 'yard', { person: eve, role: 'Developer' })
    expectFault(await as(eve).post('teams/yard/repos', { slug: 'crane' }), 'B', 'forbidden')
    const made = await as(bob).post('teams/yard/repos', { slug: 'crane', description: 'Lifts', auto_init: true })
    expect([made.status, made.body.owner, made.body.is_public]).toEqual([201, 'yard', false])
    expect((await as(bob).post('teams/yard/repos', { name: 'Crane' })).status).toBe(409)
    const token = await newToken(as(eve), ['repo:write'])
    const clone = await newFolder()
    await git(clone, 'clone', '-q', addressOf(stithy, token, 'yard/crane'), '.')
    await git(clone, 'commit', '-q', '--allow-empty', '-m', 'By a developer')
    await git(clone, 'push', '-q', 'origin', 'main')
    expect((await as(eve).send('PATCH', 'repos/yard/crane', { body: { description: 'x' } })).status).toBe(403)
    await put(bob, 'teams/yard/members/eve', 'Maintainer')
    expect((await as(eve).send('PATCH', 'repos/yard/crane', { body: { description: 'x' } })).status).toBe(200)
    expect((await remove(eve, 'repos/yard/crane')).status).toBe(403)
    expect((await as(ada).get('repos/yard/crane')).status).toBe(404)
    for (const person of [bob, eve]) {
      const mine = itemsOf((await as(person).get('user/repos?per_page=100')).body)
      expect(mine.map((repo) => `${String(repo['owner'])}/${String(repo['slug'])}`)).toContain('yard/crane')
    }
    await remove(bob, 'teams/yard/members/eve')
    expect((await as(eve).get('repos/yard/crane')).status).toBe(404)
    expect(itemsOf((await as(eve).get('repos?q=crane')).body)).toEqual([])
  })

  it('keeps the team from being deleted; then all of it goes, and the name is free', async () => {
    await newTeam(stithy, bob, 'short')
    await as(bob).send('PATCH', 'teams/short', { body: { slug: 'short-lived' } })
    await as(bob).post('teams/short/repos', { slug: 'one' })
    const message = expectFault(await remove(bob, 'teams/short-lived'), 'B', 'conflict')
    expect(message).toContain('owns a repository')
    expect((await as(bob).get('repos/short/one')).status).toBe(200)
    await as(bob).post('repos/short/one/transfer', { new_owner: 'bob' })
    await addMember(stithy, bob, 'short', { person: eve, role: 'Maintainer' })
    expectFault(await remove(eve, 'teams/short'), 'B', 'forbidden')
    expect((await remove(bob, 'teams/short')).status).toBe(204)
    expect(await audit('TEAM_DELETED')).toMatchObject({ target_name: 'short-lived' })
    expect((await as(bob).get('teams/short-lived')).status).toBe(404)
    expect(await there(place('short'))).toBe(false)
    await eventually(async () => expect(await readdir(join(stithy.dataDir, 'trash'))).toEqual([]))
    for (const slug of ['short', 'short-lived']) expect((await as(eve).post('teams', { slug })).status).toBe(201)
  })

  it('is made, or the team deleted, but not both at once', async () => {
    for (let round = 0; round < 5; round++) {
      const team = `race-${round}`
      await newTeam(stithy, bob, team)
      const [made, gone] = await Promise.all([
        as(bob).post(`teams/${team}/repos`, { slug: 'one' }),
        remove(bob, `teams/${team}`),
      ])
      const isThere = (await as(bob).get(`teams/${team}`)).status === 200
      expect([made.status === 201, gone.status === 204]).toEqual([isThere, !isThere])
      const read = await as(bob).get(`repos/${team}/one/branches`)
      expect(read.status).toBe(isThere ? 200 : 404)
      expect(made.status === 500 || gone.status === 500).toBe(false)
    }
  })

  it('comes and goes by a transfer, with rights on both sides', async () => {
    await newTeam(stithy, bob, 'dock')
    await addMember(stithy, bob, 'dock', { person: eve, role: 'Developer' })
    await as(eve).post('user/repos', { slug: 'ship', auto_init: true })
    const send = (person: Person, path: string, owner: string): Promise<Answer> =>
      as(person).post(`repos/${path}/transfer`, { new_owner: owner })
    expectFault(await send(eve, 'eve/ship', 'dock'), 'B', 'forbidden')
    expectFault(await send(eve, 'eve/ship', 'secret'), 'B', 'invalid', { details: ['new_owner: unknown'] })
    await put(bob, 'teams/dock/members/eve', 'Maintainer')
    const given = await send(eve, 'eve/ship', 'DOCK')
    expect([given.status, given.body.owner]).toEqual([200, 'dock'])
    expect((await as(bob).get('repos/eve/ship/commits')).status).toBe(200)
    expectFault(await send(eve, 'dock/ship', 'eve'), 'B', 'forbidden')
    expect((await send(bob, 'dock/ship', 'bob')).body.owner).toBe('bob')
    // What all members had stays with the team: reading.
    const explained = (await as(bob).get('repos/bob/ship/access?user=eve')).body
    expect(explained.grants).toContainEqual({ source: 'team', team: 'dock', role: 'Reader' })
    expect((await send(bob, 'bob/ship', 'dock')).status).toBe(200)
    expect((await as(bob).get('repos/dock/ship/contents')).status).toBe(200)
  })

  it('can be a fork, by whoever maintains the team', async () => {
    await as(bob).post('user/repos', { slug: 'tool', is_public: true, auto_init: true })
    const fork = (person: Person, owner: string): Promise<Answer> => as(person).post('repos/bob/tool/forks', { owner })
    expect((await fork(eve, 'dock')).body).toMatchObject({ owner: 'dock', slug: 'tool', is_empty: false })
    expect((await fork(eve, 'dock')).status).toBe(409)
    await put(bob, 'teams/dock/members/eve', 'Reader')
    expect((await fork(eve, 'dock')).status).toBe(403)
    expect((await fork(eve, 'secret')).status).toBe(400)
    expect((await fork(eve, 'bob')).status).toBe(400)
  })
})

describe('an account that goes', () => {
  it('stays as long as it is the last owner of a team, and else leaves its teams', async () => {
    const carl = await quickPerson(stithy, 'carl')
    await newTeam(stithy, carl, 'carls')
    await addMember(stithy, bob, 'crew', { person: carl, role: 'Owner' })
    await as(carl).post('teams/carls/repos', { slug: 'one' })
    expect(expectFault(await remove(ada, 'admin/users/carl'), 'B', 'conflict')).toContain('last owner of carls')
    expect((await as(carl).get('repos/carls/one/branches')).status).toBe(200)
    await addMember(stithy, ada, 'carls', { person: bob, role: 'Owner' })
    expect((await remove(ada, 'admin/users/carl')).status).toBe(204)
    expect(itemsOf((await as(bob).get('teams/carls/members')).body)).toEqual([{ username: 'bob', role: 'Owner' }])
    expect((await as(bob).get('repos/carls/one')).status).toBe(200)
  })
})
