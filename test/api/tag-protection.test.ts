import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { grant, newRepo } from '../support/repos.ts'
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

describe.each(forms)('a tag protection, in Form %s', (form) => {
  it('is made, listed, looked at, changed and taken away', async () => {
    const path = `${await shared(`life-${form}`)}/tag-protections`
    const client = as(maintainer, form)
    const made = await client.post(path, { pattern: 'v*' })
    expect(made.status, made.text).toBe(201)
    const usual = {
      id: anId[form],
      pattern: 'v*',
      create_role: 'Maintainer',
      delete_role: 'Maintainer',
      created_at: aTime,
      updated_at: aTime,
    }
    expect(made.body).toEqual(usual)
    const one = `${path}/${made.body.id}`
    expect((await client.get(one)).body).toEqual(made.body)
    const changes = { pattern: 'release/**', create_role: 'Owner', delete_role: 'Nobody' }
    const changed = await client.send('PATCH', one, { body: changes })
    expect(changed.body, changed.text).toEqual({ ...usual, ...changes })
    expect((await client.send('PATCH', one, { body: {} })).body).toEqual({ ...usual, ...changes })
    expect((await client.post(path, { tag: 'v1' })).body.pattern).toBe('v1')
    const list = await client.get(path)
    expect(itemsOf(list.body).map((item) => item['pattern'])).toEqual(['release/**', 'v1'])
    expect(list.headers.get('x-total-count')).toBe('2')
    expect((await client.send('DELETE', one)).status).toBe(204)
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const gone = await client.send(method, one, method === 'PATCH' ? { body: {} } : {})
      expectFault(gone, form, 'missing', { codeOfA: 'PROTECTION_NOT_FOUND' })
    }
  })

  it('is refused where it makes no sense, or is there already', async () => {
    const path = `${await shared(`sense-${form}`)}/tag-protections`
    const client = as(ada, form)
    await client.post(path, { pattern: 'v*' })
    const twice = { codeOfA: 'PROTECTION_EXISTS', details: ['pattern: taken'] }
    expectFault(await client.post(path, { pattern: 'v*' }), form, 'conflict', twice)
    const other = await client.post(path, { pattern: 'w*' })
    const renamed = await client.send('PATCH', `${path}/${other.body.id}`, { body: { pattern: 'v*' } })
    expectFault(renamed, form, 'conflict', twice)
    for (const [body, detail] of [
      [{}, 'pattern: required'],
      [{ pattern: '-x' }, 'pattern: format'],
      [{ pattern: 'v***' }, 'pattern: format'],
      [{ pattern: '*a'.repeat(21) }, 'pattern: format'],
      [{ pattern: 'x', create_role: 'Reader' }, 'create_role: unknown'],
      [{ pattern: 'x', delete_role: 'King' }, 'delete_role: unknown'],
    ] as const) {
      const answer = await client.post(path, body)
      expect(answer.status, JSON.stringify(body)).toBe(form === 'A' ? 422 : 400)
      expect(`${answer.body.details[0].field}: ${answer.body.details[0].code}`).toBe(detail)
    }
  })
})

describe('tag protections', () => {
  it('are a maintainer’s to see and to change', async () => {
    const path = `${await shared('whose')}/tag-protections`
    const made = await as(maintainer).post(path, { pattern: 'v*' })
    const stranger = await newPerson(stithy, 'stranger')
    const readToken = await newToken(as(ada), ['repo:read'])
    for (const [method, at, body] of [
      ['GET', path, undefined],
      ['POST', path, { pattern: 'x' }],
      ['GET', `${path}/${made.body.id}`, undefined],
      ['PATCH', `${path}/${made.body.id}`, { create_role: 'Developer' }],
      ['DELETE', `${path}/${made.body.id}`, undefined],
    ] as const) {
      const ask = async (client: Client): Promise<number> =>
        (await client.send(method, at, body === undefined ? {} : { body })).status
      expect(await ask(stithy.client())).toBe(401)
      expect(await ask(as(stranger))).toBe(404)
      expect(await ask(as(developer))).toBe(403)
      expect(await ask(as(readToken))).toBe(method === 'GET' ? 200 : 403)
    }
    expect((await as(maintainer).get(`${path}/${made.body.id}`)).body).toEqual(made.body)
  })

  it('of another repository are not there', async () => {
    const mine = await shared('mine')
    const other = await shared('other')
    const { id } = (await as(ada).post(`${other}/tag-protections`, { pattern: 'v*' })).body
    for (const method of ['GET', 'DELETE']) {
      expect((await as(ada).send(method, `${mine}/tag-protections/${id}`)).status).toBe(404)
    }
    expect((await as(ada).get(`${other}/tag-protections/${id}`)).status).toBe(200)
  })

  it('are in the audit log with both sides', async () => {
    const path = `${await shared('audited')}/tag-protections`
    const { id } = (await as(maintainer).post(path, { pattern: 'v*' })).body
    await as(maintainer).send('PATCH', `${path}/${id}`, { body: { create_role: 'Developer' } })
    await as(maintainer).send('DELETE', `${path}/${id}`)
    const log = await as(ada).get('admin/audit?event=TAG_PROTECTION_CHANGED')
    const entries = log.body.items.filter((entry: { target_name: string }) => entry.target_name === 'ada/audited')
    expect(entries.map((entry: { metadata: { action: string } }) => entry.metadata.action)).toEqual([
      'deleted',
      'updated',
      'created',
    ])
    expect(entries[1].metadata).toMatchObject({
      pattern: 'v*',
      before: { create_role: 'Maintainer' },
      after: { create_role: 'Developer' },
    })
    expect(entries[1].actor.username).toBe('maintainer')
  })

  it('are a hundred at most, and go with their repository', async () => {
    const repo = await shared('many')
    for (let count = 0; count < 100; count++) await as(ada).post(`${repo}/tag-protections`, { pattern: `v${count}` })
    const answer = await as(ada).post(`${repo}/tag-protections`, { pattern: 'one-more' })
    expect(expectFault(answer, 'B', 'conflict')).toContain('at most 100')
    const rows = stithy.app.db.selectFrom('tag_protections').select('id').where('pattern', '=', 'v99')
    expect(await rows.execute()).toHaveLength(1)
    expect((await as(ada).send('DELETE', repo)).status).toBe(204)
    expect(await rows.execute()).toEqual([])
  })
})
