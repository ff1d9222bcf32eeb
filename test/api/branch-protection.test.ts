import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchesPattern } from '../../src/core/match-pattern.ts'
import type { Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { base64, grant, newRepo } from '../support/repos.ts'
import { anId, aTime, itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let developer: Person
let maintainer: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  developer = await newPerson(stithy, 'developer')
  maintainer = await newPerson(stithy, 'maintainer')
})
afterAll(() => stithy.stop())

function as(person: Person | string, form: 'A' | 'B' = 'B'): Client {
  return stithy.client(form).as(typeof person === 'string' ? person : person.access)
}

async function shared(slug: string): Promise<string> {
  const repo = await newRepo(stithy, ada, slug, { auto_init: true })
  await grant(stithy, slug, developer, 'Developer')
  await grant(stithy, slug, maintainer, 'Maintainer')
  return repo
}

describe.each(forms)('a branch protection, in Form %s', (form) => {
  it('is made, listed, looked at, changed and taken away', async () => {
    const repo = await shared(`life-${form}`)
    const client = as(maintainer, form)
    const made = await client.post(`${repo}/branch-protections`, { pattern: 'main' })
    expect(made.status, made.text).toBe(201)
    const strict = {
      id: anId[form],
      pattern: 'main',
      push_role: 'Maintainer',
      merge_role: 'Maintainer',
      allowed_pushers: [],
      allow_force_push: false,
      allow_delete: false,
      required_approvals: 0,
      dismiss_stale_approvals: false,
      required_checks: [],
      created_at: aTime,
      updated_at: aTime,
    }
    expect(made.body).toEqual(strict)
    const one = `${repo}/branch-protections/${made.body.id}`
    expect((await client.get(one)).body).toEqual(made.body)
    const changes = {
      pattern: 'release/*',
      push_role: 'Nobody',
      merge_role: 'Developer',
      allowed_pushers: ['Developer'],
      allow_force_push: true,
      allow_delete: true,
      required_approvals: 2,
      dismiss_stale_approvals: true,
      required_checks: ['test', 'lint', 'test'],
    }
    const changed = await client.send('PATCH', one, { body: changes })
    const after = { ...strict, ...changes, allowed_pushers: ['developer'], required_checks: ['test', 'lint'] }
    expect(changed.body, changed.text).toEqual(after)
    const other = await client.post(`${repo}/branch-protections`, { branch: 'main', required_approvals: 10 })
    expect(other.body).toMatchObject({ pattern: 'main', required_approvals: 10 })
    const list = await client.get(`${repo}/branch-protections`)
    expect(itemsOf(list.body).map((item) => item['pattern'])).toEqual(['main', 'release/*'])
    expect(list.headers.get('x-total-count')).toBe('2')
    expect((await client.send('DELETE', one)).status).toBe(204)
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const gone = await client.send(method, one, method === 'PATCH' ? { body: {} } : {})
      expectFault(gone, form, 'missing', { codeOfA: 'PROTECTION_NOT_FOUND' })
    }
  })

  it('is refused where it makes no sense, or is there already', async () => {
    const repo = await shared(`sense-${form}`)
    const client = as(ada, form)
    const path = `${repo}/branch-protections`
    await client.post(path, { pattern: 'main' })
    const twice = { codeOfA: 'PROTECTION_EXISTS', details: ['pattern: taken'] }
    expectFault(await client.post(path, { pattern: 'main' }), form, 'conflict', twice)
    const other = await client.post(path, { pattern: 'dev' })
    const renamed = await client.send('PATCH', `${path}/${other.body.id}`, { body: { pattern: 'main' } })
    expectFault(renamed, form, 'conflict', twice)
    for (const [body, detail] of [
      [{}, 'pattern: required'],
      [{ pattern: ' ' }, 'pattern: required'],
      [{ pattern: '-x' }, 'pattern: format'],
      [{ pattern: 'a..b' }, 'pattern: format'],
      [{ pattern: 'a***' }, 'pattern: format'],
      [{ pattern: '[a-z]' }, 'pattern: format'],
      [{ pattern: '*a'.repeat(21) }, 'pattern: format'],
      [{ pattern: 'x', push_role: 'Reader' }, 'push_role: unknown'],
      [{ pattern: 'x', required_approvals: 11 }, 'required_approvals: range'],
      [{ pattern: 'x', required_approvals: -1 }, 'required_approvals: range'],
      [{ pattern: 'x', allowed_pushers: ['nobody-here'] }, 'allowed_pushers: unknown'],
      [{ pattern: 'x', required_checks: ['a\nb'] }, 'required_checks: format'],
    ] as const) {
      const answer = await client.post(path, body)
      expect(answer.status, JSON.stringify(body)).toBe(form === 'A' ? 422 : 400)
      expect(`${answer.body.details[0].field}: ${answer.body.details[0].code}`).toBe(detail)
    }
  })
})

describe('branch protections', () => {
  it('are a maintainer’s to see and to change', async () => {
    const repo = await shared('whose')
    const path = `${repo}/branch-protections`
    const made = await as(maintainer).post(path, { pattern: 'main' })
    const stranger = await newPerson(stithy, 'stranger')
    const readToken = await newToken(as(ada), ['repo:read'])
    for (const [method, at, body] of [
      ['GET', path, undefined],
      ['POST', path, { pattern: 'x' }],
      ['GET', `${path}/${made.body.id}`, undefined],
      ['PATCH', `${path}/${made.body.id}`, { push_role: 'Owner' }],
      ['DELETE', `${path}/${made.body.id}`, undefined],
    ] as const) {
      const ask = async (client: Client): Promise<number> =>
        (await client.send(method, at, body === undefined ? {} : { body })).status
      expect(await ask(stithy.client())).toBe(401)
      expect(await ask(as(stranger))).toBe(404)
      expect(await ask(as(developer))).toBe(403)
      expect(await ask(as(readToken))).toBe(method === 'GET' ? 200 : 403)
    }
    const unchanged = (await as(maintainer).get(`${path}/${made.body.id}`)).body
    expect(unchanged).toEqual(made.body)
  })

  it('of another repository are not there', async () => {
    const mine = await shared('mine')
    const other = await shared('other')
    const { id } = (await as(ada).post(`${other}/branch-protections`, { pattern: 'main' })).body
    for (const method of ['GET', 'DELETE']) {
      expect((await as(ada).send(method, `${mine}/branch-protections/${id}`)).status).toBe(404)
    }
    expect((await as(ada).get(`${other}/branch-protections/${id}`)).status).toBe(200)
  })

  it('are in the audit log with both sides', async () => {
    const repo = await shared('audited')
    const { id } = (await as(maintainer).post(`${repo}/branch-protections`, { pattern: 'main' })).body
    await as(maintainer).send('PATCH', `${repo}/branch-protections/${id}`, { body: { allow_delete: true } })
    await as(maintainer).send('DELETE', `${repo}/branch-protections/${id}`)
    const log = await as(ada).get('admin/audit?event=BRANCH_PROTECTION_CHANGED')
    const entries = log.body.items.filter((entry: { target_name: string }) => entry.target_name === 'ada/audited')
    expect(entries.map((entry: { metadata: { action: string } }) => entry.metadata.action)).toEqual([
      'deleted',
      'updated',
      'created',
    ])
    expect(entries[1].metadata).toMatchObject({
      pattern: 'main',
      before: { allow_delete: false },
      after: { allow_delete: true },
    })
    expect(entries[1].actor.username).toBe('maintainer')
  })

  it('are a hundred at most', async () => {
    const repo = await shared('many')
    for (let count = 0; count < 100; count++) {
      await as(ada).post(`${repo}/branch-protections`, { pattern: `b${count}` })
    }
    const answer = await as(ada).post(`${repo}/branch-protections`, { pattern: 'one-more' })
    expect(expectFault(answer, 'B', 'conflict')).toContain('at most 100')
  })
})

describe('a protected branch', () => {
  it('says so, also where it does not exist yet', async () => {
    const repo = await shared('shown')
    await as(ada).post(`${repo}/branch-protections`, { pattern: 'release/*' })
    await as(ada).post(`${repo}/branches`, { name: 'release/1' })
    const list = await as(ada).get(`${repo}/branches`)
    const shown = list.body.items.map((item: { name: string; protected: boolean }) => [item.name, item.protected])
    expect(shown).toEqual([
      ['main', false],
      ['release/1', true],
    ])
    expect((await as(ada).get(`${repo}/branches/release/1`)).body.protected).toBe(true)
  })

  it('is written, made and deleted through the API only by those who may', async () => {
    const repo = await shared('written')
    await as(ada).post(`${repo}/branch-protections`, { pattern: '**' })
    const path = `${repo}/contents/x`
    const content = base64('x')
    const refused = await as(developer).send('PUT', path, { body: { content } })
    expect(expectFault(refused, 'B', 'forbidden')).toBe('main is protected: pushing to it needs the role Maintainer')
    expect((await as(developer).post(`${repo}/branches`, { name: 'dev' })).status).toBe(403)
    expect((await as(maintainer).send('PUT', path, { body: { content } })).status).toBe(201)
    expect((await as(maintainer).post(`${repo}/branches`, { name: 'dev' })).status).toBe(201)
    const kept = await as(maintainer).send('DELETE', `${repo}/branches/dev`)
    expect(expectFault(kept, 'B', 'forbidden')).toBe('dev is protected and cannot be deleted')
    expect((await as(ada).send('DELETE', `${repo}/branches/dev`)).status).toBe(403)
    const sha = (await as(ada).get(`${repo}/commits`)).body.items[0].sha
    expect((await as(developer).post(`${repo}/tags`, { name: 'v1', sha })).status).toBe(201)
  })

  it('obeys the strictest of several patterns', async () => {
    const repo = await shared('several')
    const post = (body: object) => as(ada).post(`${repo}/branch-protections`, body)
    await post({ pattern: 'm*', push_role: 'Developer', allow_delete: true })
    const write = (who: Person, path: string) =>
      as(who).send('PUT', `${repo}/contents/${path}`, { body: { content: '' } })
    expect((await write(developer, 'a')).status).toBe(201)
    const { id } = (await post({ pattern: '**', push_role: 'Owner', allowed_pushers: ['developer'] })).body
    expect((await write(developer, 'b')).status).toBe(201)
    expect((await write(maintainer, 'c')).status).toBe(403)
    expect((await write(ada, 'c')).status).toBe(201)
    await as(ada).send('PATCH', `${repo}/branch-protections/${id}`, {
      body: { push_role: 'Nobody', allowed_pushers: [] },
    })
    const nobody = await write(ada, 'd')
    expect(expectFault(nobody, 'B', 'forbidden')).toBe('main is protected: changes come in by pull request')
    await as(ada).send('DELETE', `${repo}/branch-protections/${id}`)
    await as(ada).post(`${repo}/branches`, { name: 'mine' })
    expect((await as(developer).send('DELETE', `${repo}/branches/mine`)).status).toBe(204)
  })
})

describe('a pattern', () => {
  it.each([
    ['main', 'main', true],
    ['main', 'Main', false],
    ['main', 'main2', false],
    ['release/*', 'release/1.0', true],
    ['release/*', 'release/1/2', false],
    ['release/*', 'release/', true],
    ['release/**', 'release/1/2', true],
    ['release/**', 'release', false],
    ['*', 'main', true],
    ['*', 'a/b', false],
    ['**', 'a/b/c', true],
    ['**/x', 'x', true],
    ['**/x', 'a/b/x', true],
    ['**/x', 'ax', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'a/xb', false],
    ['v?.?', 'v1.2', true],
    ['v?.?', 'v1.22', false],
    ['a?b', 'a/b', false],
    ['?', '🐢', true],
    ['*-stable', 'v1-stable', true],
    ['a.c', 'abc', false],
    ['*a*b*', 'xxaxxbxx', true],
    ['*a*b*', 'xxbxxaxx', false],
  ])('%s means %s: %s', (pattern, name, meant) => {
    expect(matchesPattern(pattern, name)).toBe(meant)
  })

  it('cannot make anybody wait', () => {
    const name = `${'a'.repeat(254)}b`
    const took = Array.from({ length: 3 }, () => {
      const began = performance.now()
      for (let count = 0; count < 100; count++) matchesPattern('**a'.repeat(10), name)
      return performance.now() - began
    })
    // The best of three: what it costs, not what else the machine was doing. Trying every way would take years.
    expect(Math.min(...took)).toBeLessThan(500)
  })
})
