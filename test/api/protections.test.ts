// Protections of branches and of tags are managed alike; what they protect from is tested in test/git/protected-*.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { type Crew, newCrew } from '../support/crew.ts'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { anId, aTime, itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let crew: Crew
let stranger: Person
let readToken: string

beforeAll(async () => {
  stithy = await startStithy()
  crew = await newCrew(stithy)
  stranger = await newPerson(stithy, 'stranger')
  readToken = await newToken(crew.client('Owner'), ['repo:read'])
})
afterAll(() => stithy.stop())

const kinds = [
  {
    noun: 'branch',
    table: 'branch_protections',
    event: 'BRANCH_PROTECTION_CHANGED',
    usual: {
      push_role: 'Maintainer',
      merge_role: 'Maintainer',
      allowed_pushers: [],
      allow_force_push: false,
      allow_delete: false,
      required_approvals: 0,
      dismiss_stale_approvals: false,
      required_checks: [],
      require_resolved_conversations: false,
      require_up_to_date: false,
      require_code_owner_approval: false,
      require_last_push_approval: false,
    },
    said: {
      push_role: 'Nobody',
      merge_role: 'Developer',
      allowed_pushers: ['Developer'],
      allow_force_push: true,
      allow_delete: true,
      required_approvals: 10,
      dismiss_stale_approvals: true,
      required_checks: ['test', 'lint', 'test'],
      require_resolved_conversations: true,
      require_up_to_date: true,
      require_code_owner_approval: true,
      require_last_push_approval: true,
    },
    kept: { allowed_pushers: ['developer'], required_checks: ['test', 'lint'] },
    wrong: [
      [{ push_role: 'Reader' }, 'push_role: unknown'],
      [{ required_approvals: 11 }, 'required_approvals: range'],
      [{ required_approvals: -1 }, 'required_approvals: range'],
      [{ allowed_pushers: ['nobody-here'] }, 'allowed_pushers: unknown'],
      [{ required_checks: ['a\nb'] }, 'required_checks: format'],
    ],
    change: { before: { allow_delete: false }, after: { allow_delete: true } },
  },
  {
    noun: 'tag',
    table: 'tag_protections',
    event: 'TAG_PROTECTION_CHANGED',
    usual: { create_role: 'Maintainer', delete_role: 'Maintainer' },
    said: { create_role: 'Owner', delete_role: 'Nobody' },
    kept: {},
    wrong: [
      [{ create_role: 'Reader' }, 'create_role: unknown'],
      [{ delete_role: 'King' }, 'delete_role: unknown'],
    ],
    change: { before: { create_role: 'Maintainer' }, after: { create_role: 'Developer' } },
  },
] as const

const wrongPatterns = [
  [{}, 'pattern: required'],
  [{ pattern: ' ' }, 'pattern: required'],
  [{ pattern: '-x' }, 'pattern: format'],
  [{ pattern: 'a..b' }, 'pattern: format'],
  [{ pattern: 'a***' }, 'pattern: format'],
  [{ pattern: '[a-z]' }, 'pattern: format'],
  [{ pattern: '*a'.repeat(21) }, 'pattern: format'],
] as const

describe.each(kinds)('protections of a $noun', ({ noun, table, event, usual, said, kept, wrong, change }) => {
  /** Of a new repository. */
  async function protectionsOf(slug: string): Promise<string> {
    return `${await crew.newRepo(`${noun}-${slug}`)}/${noun}-protections`
  }

  it.each(forms)('are made, listed, looked at, changed and taken away, in Form %s', async (form) => {
    const path = await protectionsOf(`life-${form}`)
    const client = crew.client('Maintainer', form)
    const made = await client.post(path, { pattern: 'main' })
    expect(made.status, made.text).toBe(201)
    const before = { id: anId[form], pattern: 'main', ...usual, created_at: aTime, updated_at: aTime }
    expect(made.body).toEqual(before)
    const one = `${path}/${made.body.id}`
    expect((await client.get(one)).body).toEqual(made.body)
    const changed = await client.send('PATCH', one, { body: { pattern: 'release/*', ...said } })
    const after = { ...before, pattern: 'release/*', ...said, ...kept }
    expect(changed.body, changed.text).toEqual(after)
    expect((await client.send('PATCH', one, { body: {} })).body).toEqual(after)
    expect((await client.post(path, { [noun]: 'main' })).body.pattern).toBe('main')
    const list = await client.get(path)
    expect(itemsOf(list.body).map((item) => item['pattern'])).toEqual(['main', 'release/*'])
    expect(list.headers.get('x-total-count')).toBe('2')
    expect((await client.send('DELETE', one)).status).toBe(204)
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const gone = await client.send(method, one, method === 'PATCH' ? { body: {} } : {})
      expectFault(gone, form, 'missing', { codeOfA: 'PROTECTION_NOT_FOUND' })
    }
  })

  it.each(forms)('are found by their pattern as well as by their id, in Form %s', async (form) => {
    const [path, other] = [await protectionsOf(`named-${form}`), await protectionsOf(`not-named-${form}`)]
    const client = crew.client('Maintainer', form)
    const made = await client.post(path, { pattern: 'release/*' })
    const named = 'release%2F*'
    expect((await client.get(`${path}/${named}`)).body).toEqual(made.body)
    expect((await client.get(`${other}/${named}`)).status).toBe(404)
    expect((await client.get(`${path}/release%2Fone`)).status).toBe(404)
    const changed = await client.send('PATCH', `${path}/${named}`, { body: { ...change.after, pattern: 'main' } })
    expect(changed.body).toMatchObject({ id: made.body.id, ...change.after, pattern: 'main' })
    expect((await client.send('DELETE', `${path}/${named}`)).status).toBe(404)
    expect((await client.send('DELETE', `${path}/main`)).status).toBe(204)
    expect(itemsOf((await client.get(path)).body)).toEqual([])
  })

  it.each(forms)('are refused where they make no sense, or are there already, in Form %s', async (form) => {
    const path = await protectionsOf(`sense-${form}`)
    const client = crew.client('Owner', form)
    await client.post(path, { pattern: 'main' })
    const twice = { codeOfA: 'PROTECTION_EXISTS', details: ['pattern: taken'] }
    expectFault(await client.post(path, { pattern: 'main' }), form, 'conflict', twice)
    const other = await client.post(path, { pattern: 'dev' })
    const renamed = await client.send('PATCH', `${path}/${other.body.id}`, { body: { pattern: 'main' } })
    expectFault(renamed, form, 'conflict', twice)
    for (const [body, detail] of [
      ...wrongPatterns,
      ...wrong.map(([fields, code]) => [{ pattern: 'x', ...fields }, code] as const),
    ]) {
      const answer = await client.post(path, body)
      expect(answer.status, JSON.stringify(body)).toBe(form === 'A' ? 422 : 400)
      expect(`${answer.body.details[0].field}: ${answer.body.details[0].code}`).toBe(detail)
    }
  })

  it('are a maintainer’s to see and to change', async () => {
    const path = await protectionsOf('whose')
    const made = await crew.client('Maintainer').post(path, { pattern: 'main' })
    const one = `${path}/${made.body.id}`
    for (const [method, at, body] of [
      ['GET', path, undefined],
      ['POST', path, { pattern: 'x' }],
      ['GET', one, undefined],
      ['PATCH', one, change.after],
      ['DELETE', one, undefined],
    ] as const) {
      const ask = async (client: Client): Promise<number> =>
        (await client.send(method, at, body === undefined ? {} : { body })).status
      expect(await ask(stithy.client())).toBe(401)
      expect(await ask(stithy.client('B').as(stranger.access))).toBe(404)
      expect(await ask(crew.client('Developer'))).toBe(403)
      expect(await ask(stithy.client('B').as(readToken))).toBe(method === 'GET' ? 200 : 403)
    }
    expect((await crew.client('Maintainer').get(one)).body).toEqual(made.body)
  })

  it('of another repository are not there', async () => {
    const [mine, other] = [await protectionsOf('mine'), await protectionsOf('other')]
    const { id } = (await crew.client('Owner').post(other, { pattern: 'main' })).body
    for (const method of ['GET', 'DELETE']) {
      expect((await crew.client('Owner').send(method, `${mine}/${id}`)).status).toBe(404)
    }
    expect((await crew.client('Owner').get(`${other}/${id}`)).status).toBe(200)
  })

  it('are in the audit log with both sides', async () => {
    const path = await protectionsOf('audited')
    const maintainer = crew.client('Maintainer')
    const { id } = (await maintainer.post(path, { pattern: 'main' })).body
    await maintainer.send('PATCH', `${path}/${id}`, { body: change.after })
    await maintainer.send('DELETE', `${path}/${id}`)
    const log = await crew.client('Owner').get(`admin/audit?event=${event}`)
    const target = `owner/${noun}-audited`
    const entries = log.body.items.filter((entry: { target_name: string }) => entry.target_name === target)
    expect(entries.map((entry: { metadata: { action: string } }) => entry.metadata.action)).toEqual([
      'deleted',
      'updated',
      'created',
    ])
    expect(entries[1].metadata).toMatchObject({ pattern: 'main', ...change })
    expect(entries[1].actor.username).toBe('maintainer')
  })

  it('are a hundred at most, and go with their repository', async () => {
    const repo = await crew.newRepo(`${noun}-many`)
    const owner = crew.client('Owner')
    for (let count = 0; count < 100; count++) await owner.post(`${repo}/${noun}-protections`, { pattern: `v${count}` })
    const answer = await owner.post(`${repo}/${noun}-protections`, { pattern: 'one-more' })
    expect(expectFault(answer, 'B', 'conflict')).toContain('at most 100')
    const rows = stithy.app.db.selectFrom(table).select('id').where('pattern', '=', 'v99')
    expect(await rows.execute()).toHaveLength(1)
    expect((await owner.send('DELETE', repo)).status).toBe(204)
    expect(await rows.execute()).toEqual([])
  })
})
