import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { type PipelineTrust, resolveVariables } from '../../src/features/ci-variables/resolve-variables.ts'
import type { Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { quickPerson } from '../support/quick-people.ts'
import { grant, newRepo } from '../support/repos.ts'
import { anId, aTime, itemsOf, statusesOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { addMember, newTeam } from '../support/teams.ts'

let stithy: TestStithy
let ada: Person
let bert: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bert = await quickPerson(stithy, 'bert')
})
afterAll(() => stithy.stop())

const variablesOf = (repo: string): string => `${repo}/ci/variables`

type Shown = Readonly<Record<string, unknown>> & { readonly id: number | string }

async function add(client: Client, path: string, body: object): Promise<Shown> {
  const answer = await client.post(path, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

async function teamRepo(team: string, slug: string): Promise<string> {
  const made = await stithy.client('B').as(ada.access).post(`teams/${team}/repos`, { slug })
  expect(made.status, made.text).toBe(201)
  return `repos/${team}/${slug}`
}

async function resolved(slug: string, trust: PipelineTrust): Promise<Record<string, string>> {
  const { db, keys } = stithy.app
  const row = await db.selectFrom('repos').select(['id', 'owner_id']).where('slug', '=', slug).executeTakeFirstOrThrow()
  const all = await resolveVariables(db, keys, { id: row.id, ownerId: row.owner_id }, trust)
  return Object.fromEntries(all.map((one) => [one.key, `${one.value}${one.secret ? ' (secret)' : ''}`]))
}

const trusted = { isProtectedRef: true, trusted: true }

describe.each(forms)('variables of a repository, Form %s', (form) => {
  const client = () => stithy.client(form).as(ada.access)

  it('are made, listed by key, changed and deleted, and a secret never comes back', async () => {
    const path = variablesOf(await newRepo(stithy, ada, `life-${form}`))
    const zoo = await add(client(), path, { key: 'ZOO', value: 'apes' })
    expect(zoo).toEqual({
      id: anId[form],
      key: 'ZOO',
      value: 'apes',
      secret: false,
      scope: 'repository',
      protected_only: false,
      overridden: false,
      created_at: aTime,
      updated_at: aTime,
    })
    const token = await add(client(), path, { key: 'TOKEN', value: 'hush-hush', secret: true, protected_only: true })
    expect(token).toMatchObject({ value: null, secret: true, protected_only: true })
    const list = await client().get(path)
    expect(list.status).toBe(200)
    expect(list.headers.get('x-total-count')).toBe('2')
    expect(itemsOf(list.body)).toEqual([token, zoo])
    const changed = await client().send('PATCH', `${path}/${token.id}`, { body: { protected_only: false } })
    expect(changed.body).toMatchObject({ key: 'TOKEN', value: null, secret: true, protected_only: false })
    const renamed = await client().send('PATCH', `${path}/${zoo.id}`, { body: { key: 'PARK', value: '' } })
    expect(renamed.body).toMatchObject({ id: zoo['id'], key: 'PARK', value: '', secret: false })
    // What a client got is what it may send back.
    const back = await client().send('PATCH', `${path}/${token.id}`, { body: { value: null, secret: true } })
    expect(back.status).toBe(200)
    expect(await resolved(`life-${form}`, trusted)).toEqual({ TOKEN: 'hush-hush (secret)', PARK: '' })
    expect((await client().send('DELETE', `${path}/${zoo.id}`)).status).toBe(204)
    expectFault(await client().send('DELETE', `${path}/${zoo.id}`), form, 'missing', {
      codeOfA: 'VARIABLE_NOT_FOUND',
    })
    for (const answer of [list, changed, back]) expect(answer.text).not.toContain('hush-hush')
  })

  it('of one key there is one', async () => {
    const path = variablesOf(await newRepo(stithy, ada, `twice-${form}`))
    await add(client(), path, { key: 'ONE', value: '1' })
    const two = await add(client(), path, { key: 'TWO', value: '2' })
    const taken = { codeOfA: 'VARIABLE_EXISTS', details: ['key: taken'] }
    expectFault(await client().post(path, { key: 'ONE', value: 'x' }), form, 'conflict', taken)
    const renamed = await client().send('PATCH', `${path}/${two.id}`, { body: { key: 'ONE' } })
    expectFault(renamed, form, 'conflict', taken)
    const race = await Promise.all([1, 2, 3].map((value) => client().post(path, { key: 'RACE', value: `${value}` })))
    expect(statusesOf(race)).toEqual([201, 409, 409])
    expect((await client().get(path)).headers.get('x-total-count')).toBe('3')
  })

  it('have a key that hijacks nothing, and a value that a program can be given', async () => {
    const path = variablesOf(await newRepo(stithy, ada, `odd-${form}`))
    for (const key of [
      'PATH',
      'LD_PRELOAD',
      'NODE_OPTIONS',
      'BASH_ENV',
      'GIT_DIR',
      'a',
      '1A',
      'A-B',
      'A'.repeat(101),
    ]) {
      const refused = await client().post(path, { key, value: 'x' })
      expectFault(refused, form, 'invalid', { details: ['key: format'] })
    }
    for (const [value, detail] of [
      ['x\0y', 'value: format'],
      ['\ud800', 'value: format'],
      ['ä'.repeat(32_769), 'value: too_long'],
    ] as const) {
      expectFault(await client().post(path, { key: 'A', value }), form, 'invalid', { details: [detail] })
    }
    expectFault(await client().post(path, { key: 'A', value: ' \n', secret: true }), form, 'invalid', {
      details: ['value: required'],
    })
    for (const body of [
      {},
      { key: 'A' },
      { key: 'A', value: ['x'] },
      { key: 'A', value: 1 },
      { key: 'A', value: null },
    ]) {
      expect((await client().post(path, body)).status).toBe(form === 'A' ? 422 : 400)
    }
    expect((await client().get(path)).headers.get('x-total-count')).toBe('0')
    await add(client(), path, { key: 'A', value: `${'x'.repeat(65_534)}ä`, secret: true })
  })

  it('do not give a secret away by becoming plain', async () => {
    const path = variablesOf(await newRepo(stithy, ada, `plain-${form}`))
    const { id } = await add(client(), path, { key: 'A', value: 'hush-hush', secret: true })
    const shown = await client().send('PATCH', `${path}/${id}`, { body: { secret: false } })
    expectFault(shown, form, 'invalid', { details: ['value: required'] })
    const anew = await client().send('PATCH', `${path}/${id}`, { body: { secret: false, value: 'loud' } })
    expect(anew.body).toMatchObject({ secret: false, value: 'loud' })
    const sealed = await client().send('PATCH', `${path}/${id}`, { body: { secret: true } })
    expect(sealed.body).toMatchObject({ secret: true, value: null })
    expect(await resolved(`plain-${form}`, trusted)).toEqual({ A: 'loud (secret)' })
  })

  it('of another repository are not found here, and stay as they are', async () => {
    const mine = variablesOf(await newRepo(stithy, ada, `mine-${form}`))
    const other = variablesOf(await newRepo(stithy, ada, `other-${form}`))
    const before = await add(client(), other, { key: 'A', value: 'x' })
    const missing = { codeOfA: 'VARIABLE_NOT_FOUND' }
    const patched = await client().send('PATCH', `${mine}/${before.id}`, { body: { value: 'y' } })
    expectFault(patched, form, 'missing', missing)
    expectFault(await client().send('DELETE', `${mine}/${before.id}`), form, 'missing', missing)
    expect(itemsOf((await client().get(other)).body)).toEqual([before])
    expectFault(await client().send('DELETE', `${mine}/x`), form, 'missing', missing)
  })
})

describe.each(forms)('variables of a team, Form %s', (form) => {
  const client = () => stithy.client(form).as(ada.access)

  it('apply to the repositories that it owns, which may have their own instead', async () => {
    const team = `guild-${form}`
    await newTeam(stithy, ada, team)
    const path = `teams/${team}/ci/variables`
    const shared = await add(client(), path, { key: 'SHARED', value: 'of the team' })
    const secret = await add(client(), path, { key: 'TOKEN', value: 'team-secret', secret: true })
    expect(shared).toMatchObject({ scope: 'team', overridden: false })
    const repo = await teamRepo(team, `owned-${form}`)
    const own = await add(client(), variablesOf(repo), { key: 'TOKEN', value: 'repo-secret', secret: true })
    const list = itemsOf((await client().get(variablesOf(repo))).body)
    expect(list).toEqual([shared, own, { ...secret, overridden: true }])
    expect(await resolved(`owned-${form}`, trusted)).toEqual({ SHARED: 'of the team', TOKEN: 'repo-secret (secret)' })
    // They are the team's: from the repository they can be read, not changed.
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: { value: 'x' } } : {}
      const refused = await client().send(method, `${variablesOf(repo)}/${shared.id}`, body)
      expectFault(refused, form, 'missing', { codeOfA: 'VARIABLE_NOT_FOUND' })
    }
    const changed = await client().send('PATCH', `${path}/${shared.id}`, { body: { value: 'anew' } })
    expect(changed.body).toMatchObject({ value: 'anew', scope: 'team' })
    expect((await client().send('DELETE', `${path}/${secret.id}`)).status).toBe(204)
    expect(await resolved(`owned-${form}`, trusted)).toMatchObject({ SHARED: 'anew' })
    await newRepo(stithy, ada, `personal-${form}`)
    expect(await resolved(`personal-${form}`, trusted)).toEqual({})
  })

  it('are for people who maintain it and signed in', async () => {
    const team = `closed-${form}`
    await newTeam(stithy, ada, team)
    const path = `teams/${team}/ci/variables`
    const pat = await newToken(client(), ['ci:write', 'repo:write'])
    expectFault(await stithy.client(form).as(pat).get(path), form, 'forbidden')
    expectFault(await stithy.client(form).as(pat).post(path, { key: 'A', value: 'x' }), form, 'forbidden')
    await addMember(stithy, ada, team, { person: bert, role: 'Developer' })
    expectFault(await stithy.client(form).as(bert.access).get(path), form, 'forbidden')
    const outsider = await quickPerson(stithy, `outsider-${form}`)
    const hidden = await stithy.client(form).as(outsider.access).get(path)
    expectFault(hidden, form, 'missing', { codeOfA: 'TEAM_NOT_FOUND' })
    await addMember(stithy, ada, team, { person: bert, role: 'Maintainer' })
    await add(stithy.client(form).as(bert.access), path, { key: 'A', value: 'x' })
  })
})

describe('variables', () => {
  const client = () => stithy.client('B').as(ada.access)

  it('are for Maintainers and for tokens with the scope for CI', async () => {
    const repo = await newRepo(stithy, ada, 'guarded', { is_public: true })
    const path = variablesOf(repo)
    await grant(stithy, 'guarded', bert, 'Developer')
    expectFault(await stithy.client('B').as(bert.access).get(path), 'B', 'forbidden')
    const reading = stithy.client('B').as(await newToken(client(), ['ci:read']))
    const blind = stithy.client('B').as(await newToken(client(), ['repo:write']))
    expect((await reading.get(path)).status).toBe(200)
    expectFault(await reading.post(path, { key: 'A', value: 'x' }), 'B', 'forbidden')
    expectFault(await blind.get(path), 'B', 'forbidden')
  })

  it('reach a pipeline by what it is of: protected ones and secrets only whom they are for', async () => {
    await newTeam(stithy, ada, 'smiths')
    const repo = await teamRepo('smiths', 'forge')
    const team = 'teams/smiths/ci/variables'
    await add(client(), team, { key: 'PLAIN', value: '1' })
    await add(client(), team, { key: 'TOKEN', value: 'for everybody' })
    await add(client(), variablesOf(repo), { key: 'TOKEN', value: 'only main', secret: true, protected_only: true })
    await add(client(), variablesOf(repo), { key: 'SECRET', value: 'any branch', secret: true })
    await add(client(), variablesOf(repo), { key: 'SOLID', value: 'protected', protected_only: true })
    expect(await resolved('forge', trusted)).toEqual({
      PLAIN: '1',
      TOKEN: 'only main (secret)',
      SECRET: 'any branch (secret)',
      SOLID: 'protected',
    })
    const branch = { PLAIN: '1', TOKEN: 'for everybody', SECRET: 'any branch (secret)' }
    expect(await resolved('forge', { isProtectedRef: false, trusted: true })).toEqual(branch)
    const fork = { PLAIN: '1', TOKEN: 'for everybody' }
    expect(await resolved('forge', { isProtectedRef: false, trusted: false })).toEqual(fork)
    expect(await resolved('forge', { isProtectedRef: true, trusted: false })).toEqual(fork)
  })

  it('keep secrets encrypted, each for its own row: a copied ciphertext does not open', async () => {
    const path = variablesOf(await newRepo(stithy, ada, 'sealed'))
    await add(client(), path, { key: 'MINE', value: 'the-real-thing', secret: true })
    await add(client(), path, { key: 'THEIRS', value: 'something-else', secret: true })
    const rows = () => stithy.app.db.selectFrom('ci_variables').selectAll().where('key', 'in', ['MINE', 'THEIRS'])
    const before = await rows().orderBy('key').execute()
    expect(JSON.stringify(before)).not.toContain('the-real-thing')
    expect(before.map((row) => [row.value, row.value_sealed?.slice(0, 3)])).toEqual([
      [null, 'v1.'],
      [null, 'v1.'],
    ])
    await inTransaction(stithy.app, async (tx) => {
      const stolen = before[0]?.value_sealed ?? null
      await tx.updateTable('ci_variables').set({ value_sealed: stolen }).where('key', '=', 'THEIRS').execute()
    })
    await expect(resolved('sealed', trusted)).rejects.toThrow('The variable THEIRS does not open')
  })

  it('are told of in the audit log, but never their values', async () => {
    const path = variablesOf(await newRepo(stithy, ada, 'watched'))
    const { id } = await add(client(), path, { key: 'A', value: 'audit-secret', secret: true })
    await client().send('PATCH', `${path}/${id}`, { body: { key: 'B', value: 'audit-secret-2' } })
    await client().send('DELETE', `${path}/${id}`)
    const log = await client().get('admin/audit?per_page=10')
    expect(log.text).not.toContain('audit-secret')
    const seen = itemsOf(log.body).filter((entry) => String(entry['event']).startsWith('VARIABLE_'))
    expect(seen.slice(0, 3)).toMatchObject([
      { event: 'VARIABLE_DELETED', target_type: 'variable', target_name: 'B', metadata: { repository: 'ada/watched' } },
      { event: 'VARIABLE_CHANGED', target_name: 'B', metadata: { from: 'A', value_changed: true, secret: true } },
      { event: 'VARIABLE_CREATED', target_id: id, target_name: 'A' },
    ])
  })

  it('have an end: 200 in one place, and 128 KiB of secrets', async () => {
    const repo = await newRepo(stithy, ada, 'many')
    const path = variablesOf(repo)
    for (const key of ['A', 'B']) {
      await add(client(), path, { key, value: key.repeat(65_536), secret: true })
    }
    expectFault(await client().post(path, { key: 'E', value: 'one more', secret: true }), 'B', 'conflict')
    await inTransaction(stithy.app, async (tx) => {
      const { id } = await tx.selectFrom('repos').select('id').where('slug', '=', 'many').executeTakeFirstOrThrow()
      const times = { created_at: tx.now, updated_at: tx.now }
      const rows = Array.from({ length: 198 }, (_, at) => ({
        uuid: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
        repo_id: id,
        key: `K${at}`,
        value: 'x',
        size: 1,
        is_protected_only: 0,
        ...times,
      }))
      await tx.insertInto('ci_variables').values(rows).execute()
    })
    expectFault(await client().post(path, { key: 'LAST', value: 'x' }), 'B', 'conflict')
    expect((await client().get(path)).body).toMatchObject({ total: 200, per_page: 30 })
    expect((await client().get(`${path}?page=7&per_page=30`)).body.items).toHaveLength(20)
  })

  it('go with their repository, and are not in its fork', async () => {
    const repo = await newRepo(stithy, ada, 'origin', { is_public: true, auto_init: true })
    await add(client(), variablesOf(repo), { key: 'A', value: 'x' })
    const fork = await client().post(`${repo}/forks`, { slug: 'fork-of-origin' })
    expect(fork.status, fork.text).toBe(201)
    expect((await client().get('repos/ada/fork-of-origin/ci/variables')).body.total).toBe(0)
    const left = () => stithy.app.db.selectFrom('ci_variables').select('id').where('key', '=', 'A').execute()
    const before = (await left()).length
    expect((await client().send('DELETE', repo)).status).toBe(204)
    expect(await left()).toHaveLength(before - 1)
  })
})
