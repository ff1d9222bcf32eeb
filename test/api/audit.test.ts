import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { verifyChain } from '../../src/features/audit/chain.ts'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, type Person, password, register } from '../support/people.ts'
import { anId, aTime, itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

const hash = expect.stringMatching(/^[0-9a-f]{64}$/)

describe.each(forms)('the audit log, Form %s', (form) => {
  const entries = async (query = '') =>
    itemsOf((await stithy.client(form).as(ada.access).get(`admin/audit?${query}`)).body)

  it('has exactly these fields', async () => {
    const name = `field-${form}`
    await stithy
      .client(form)
      .post(
        'auth/register',
        { username: name, email: `${name}@e.org`, password },
        { headers: { 'user-agent': 'Reg/1' } },
      )
    expect(await entries(`actor=${name}`)).toEqual([
      {
        id: anId[form],
        event: 'USER_REGISTERED',
        actor: { id: anId[form], username: name },
        actor_ip: '127.0.0.1',
        user_agent: 'Reg/1',
        origin: 'api',
        target_type: 'user',
        target_id: anId.B,
        target_name: name,
        metadata: {},
        created_at: aTime,
        prev_hash: hash,
        hash,
      },
    ])
  })

  it('has no actor where nobody is known', async () => {
    await stithy.client(form).post('auth/login', { username: `ghost-${form}`, password: 'a secret guess 11' })
    expect((await entries('event=LOGIN_FAILED'))[0]).toMatchObject({
      actor: null,
      metadata: { login: `ghost-${form}`, factor: 'password' },
      target_type: null,
      target_id: null,
      target_name: null,
    })
  })

  it('never holds a token that was sent as a name', async () => {
    const token = `svc_pat_${'x'.repeat(40)}`
    await stithy.client(form).post('auth/login', { username: token, password: 'x' })
    const authorization = `Basic ${Buffer.from(`${token}:x`).toString('base64')}`
    const refs = await stithy
      .client(form)
      .get('/ada/none/info/refs?service=git-upload-pack', { headers: { authorization } })
    expect(refs.status).toBe(401)
    expect((await entries('event=LOGIN_FAILED'))[0]).toMatchObject({ metadata: { login: 'svc_pat_…' } })
    expect(JSON.stringify(await entries('per_page=100&limit=100'))).not.toContain(token)
  })

  it('never holds a password', async () => {
    expect(JSON.stringify(await entries('per_page=100&limit=100'))).not.toContain('a secret guess 11')
  })

  it('comes newest first, each entry chained to the one before it', async () => {
    const all = await entries('per_page=100&limit=100')
    expect(all.length).toBeGreaterThan(3)
    for (const [index, entry] of all.slice(0, -1).entries()) {
      expect(entry['prev_hash']).toBe(all[index + 1]?.['hash'])
      expect(Date.parse(String(entry['created_at']))).toBeGreaterThanOrEqual(
        Date.parse(String(all[index + 1]?.['created_at'])),
      )
    }
    expect(all.at(-1)?.['prev_hash']).toBe('')
  })

  it('can be narrowed to an event, to a person, and to both', async () => {
    await register(stithy, `narrow-${form}`)
    expect(await entries('event=LOGIN_SUCCEEDED&actor=nobody')).toEqual([])
    expect((await entries('event=LOGIN_SUCCEEDED')).map((entry) => entry['event'])).toContain('LOGIN_SUCCEEDED')
    const both = await entries(`event=USER_REGISTERED&actor=narrow-${form}`)
    expect(both.map((entry) => entry['target_name'])).toEqual([`narrow-${form}`])
  })

  it('counts and pages like every list', async () => {
    const answer = await stithy.client(form).as(ada.access).get('admin/audit?page=2&per_page=1&limit=1')
    expect(itemsOf(answer.body)).toHaveLength(1)
    expect(Number(answer.headers.get('x-total-count'))).toBeGreaterThan(2)
  })

  it.each(['event=%00', 'event=a&event=b', `actor=${'x'.repeat(256)}`])('refuses ?%s', async (query) => {
    const answer = await stithy.client(form).as(ada.access).get(`admin/audit?${query}`)
    expect(answer.status).toBe(form === 'A' ? 422 : 400)
  })

  it('keeps the name of somebody who is gone', async () => {
    const name = `gone-${form}`
    await register(stithy, name)
    await stithy.client(form).as(ada.access).send('DELETE', `admin/users/${name}`)
    expect((await entries(`actor=${name}`))[0]).toMatchObject({ event: 'USER_REGISTERED', actor: { username: name } })
    expect((await entries('event=user_deleted'))[0]).toMatchObject({ actor: { username: 'ada' }, target_name: name })
  })
})

describe('the chain', () => {
  const read = () => verifyChain(stithy.app)

  it('is whole, also after many writes at once', async () => {
    const asks = Array.from({ length: 20 }, (_, index) =>
      stithy.client('B').post('auth/forgot-password', { email: `many-${index}@example.org` }),
    )
    await Promise.all(asks)
    const total = (await stithy.client('B').as(ada.access).get('admin/audit')).body.total
    expect(await read()).toEqual({ whole: true, entries: total })
  })

  it.each([
    ['text beyond ASCII', { name: 'Zoë 🐢 עברית', scopes: ['repo:read'] }, 201],
    ['quotes and backslashes', { name: '"\\\'"', scopes: ['repo:read'] }, 201],
    ['half of a surrogate pair, which no database keeps as it is', { name: 'x\ud800', scopes: ['repo:read'] }, 400],
  ])('is whole after %s', async (_, body, status) => {
    const headers = { 'user-agent': 'Müller/1.0' }
    const answer = await stithy.client('B').as(ada.access).post('user/tokens', body, { headers })
    expect(answer.status).toBe(status)
    expect(await read()).toMatchObject({ whole: true })
  })

  it('is whole after a name that was cut in the middle of a character', async () => {
    await stithy.client('B').post('auth/login', { username: `${'x'.repeat(254)}🐢`.slice(0, 255), password })
    await stithy.client('B').post('auth/forgot-password', { email: `${'x'.repeat(253)}🐢` })
    expect(await read()).toMatchObject({ whole: true })
  })

  it('shows an entry that was changed, and one that was taken off the end', async () => {
    const before = await read()
    const row = await stithy.app.db
      .selectFrom('audit')
      .select(['id', 'event'])
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const rename = (event: string) =>
      inTransaction(stithy.app, async (tx) => {
        await tx.updateTable('audit').set({ event }).where('id', '=', row.id).execute()
      })
    await rename('NOTHING_HAPPENED')
    expect(await read()).toMatchObject({ whole: false, brokenAt: row.id })
    await rename(row.event)
    expect(await read()).toEqual(before)
    await inTransaction(stithy.app, async (tx) => {
      const last = await tx.selectFrom('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
      await tx.deleteFrom('audit').where('id', '=', last.id).execute()
    })
    expect(await read()).toMatchObject({ whole: false, brokenAt: null })
  })
})

describe.each(forms)('the audit log, to anybody else in Form %s', (form) => {
  it('is closed', async () => {
    const person = await newPerson(stithy, `curious-${form}`)
    expectFault(await stithy.client(form).as(person.access).get('admin/audit'), form, 'forbidden')
    expectFault(await stithy.client(form).get('admin/audit'), form, 'unauthorized')
  })
})
