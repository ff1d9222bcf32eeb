import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, minute } from '../../src/core/clock.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { newPerson, newToken, type Person, signIn } from '../support/people.ts'
import { anId, aTime, itemsOf, keysOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const allScopes = [
  'repo:read',
  'repo:write',
  'issues:read',
  'issues:write',
  'pulls:read',
  'pulls:write',
  'ci:read',
  'ci:write',
]

let stithy: TestStithy
let ada: Person
let bob: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
})
afterAll(() => stithy.stop())

const as = (form: Form, person: Person) => stithy.client(form).as(person.access)

describe.each(forms)('creating a personal access token, Form %s', (form) => {
  it('answers 201 with the token, this once', async () => {
    const made = await as(form, ada).post('user/tokens', { name: 'Deploy', scopes: ['repo:read', 'ci:write'] })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: anId[form],
      name: 'Deploy',
      scopes: ['repo:read', 'ci:write'],
      created_at: aTime,
      expires_at: aTime,
      last_used_at: null,
      token: expect.stringMatching(/^svc_pat_[A-Za-z0-9]{40}$/),
    })
    const [listed] = itemsOf((await as(form, ada).get('user/tokens')).body)
    const { token, ...shown } = made.body
    expect(listed).toEqual(shown)
    expect(JSON.stringify(listed)).not.toContain(token)
  })

  it.each([
    [undefined, 90],
    [1, 1],
    [365, 365],
  ])('lets it live, with expires_in_days %s, for %i days', async (days, lifetime) => {
    const body = { name: 'x', scopes: ['repo:read'], ...(days === undefined ? {} : { expires_in_days: days }) }
    const { expires_at, created_at } = (await as(form, ada).post('user/tokens', body)).body
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(lifetime * day)
  })

  it('knows all the scopes of the specification, and gives each once', async () => {
    const body = { name: 'all', scopes: [...allScopes, 'repo:read'] }
    expect((await as(form, ada).post('user/tokens', body)).body.scopes).toEqual(allScopes)
  })

  it.each([
    [{ scopes: ['repo:read'] }, ['name: required']],
    [{ name: 'x' }, ['scopes: required']],
    [{ name: '', scopes: ['repo:read'] }, ['name: too_short']],
    [{ name: '   ', scopes: ['repo:read'] }, ['name: required']],
    [{ name: 'a\r\nb', scopes: ['repo:read'] }, ['name: format']],
    [{ name: 'x'.repeat(256), scopes: ['repo:read'] }, ['name: too_long']],
    [{ name: 'x', scopes: [] }, ['scopes: required']],
    [{ name: 'x', scopes: 'repo:read' }, ['scopes: type']],
    [{ name: 'x', scopes: { 0: 'repo:read' } }, ['scopes: type']],
    [{ name: 'x', scopes: ['repo:read', 'admin'] }, ['scopes.1: unknown']],
    [{ name: 'x', scopes: ['repo'] }, ['scopes.0: unknown']],
    [{ name: 'x', scopes: ['REPO:READ'] }, ['scopes.0: unknown']],
    [{ name: 'x', scopes: ['toString'] }, ['scopes.0: unknown']],
    [{ name: 'x', scopes: [1] }, ['scopes.0: type']],
    [{ name: 'x', scopes: Array(33).fill('repo:read') }, ['scopes: too_many']],
    [{ name: 'x', scopes: ['repo:read'], expires_in_days: 0 }, ['expires_in_days: range']],
    [{ name: 'x', scopes: ['repo:read'], expires_in_days: -1 }, ['expires_in_days: range']],
    [{ name: 'x', scopes: ['repo:read'], expires_in_days: 366 }, ['expires_in_days: range']],
    [{ name: 'x', scopes: ['repo:read'], expires_in_days: 1.5 }, ['expires_in_days: type']],
    [{ name: 'x', scopes: ['repo:read'], expires_in_days: '90' }, ['expires_in_days: type']],
    [{ name: 'x', scopes: ['repo:read'], expires_in_days: null }, ['expires_in_days: type']],
  ])('refuses %j', async (body, details) => {
    expectFault(await as(form, ada).post('user/tokens', body), form, 'invalid', { details })
  })
})

describe.each(forms)('a personal access token, Form %s', (form) => {
  it('is the person, by Bearer and as the password of Basic with any name', async () => {
    const token = await newToken(as(form, bob), ['issues:read'])
    const basic = (name: string) => `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`
    for (const authorization of [`Bearer ${token}`, basic('bob'), basic('anything'), basic('')]) {
      const answer = await stithy.client(form).get('user', { headers: { authorization } })
      expect(answer.status).toBe(200)
      expect(answer.body.username).toBe('bob')
    }
  })

  it('reads its own account whatever its scopes', async () => {
    for (const scope of allScopes) {
      const client = stithy.client(form).as(await newToken(as(form, bob), [scope]))
      expect((await client.get('user')).status).toBe(200)
      expect((await client.get('auth/me')).status).toBe(200)
    }
  })

  it('is refused with 403 where an account is managed, even with all scopes and an administrator behind it', async () => {
    const client = stithy.client(form).as(await newToken(as(form, ada), allScopes))
    const tries = [
      client.get('user/tokens'),
      client.post('user/tokens', { name: 'child', scopes: ['repo:read'] }),
      client.get('user/keys'),
      client.get('user/sessions'),
      client.send('PATCH', 'user', { body: { full_name: 'x' } }),
      client.send('PUT', 'user/password', { body: {} }),
      client.post('auth/2fa/setup'),
      client.post('auth/logout'),
      client.get('admin/users'),
      client.get('admin/audit'),
    ]
    for (const answer of await Promise.all(tries)) expectFault(answer, form, 'forbidden')
  })

  it('stops at once when it is revoked, by the id of either form', async () => {
    const owner = as(form, bob)
    for (const idForm of forms) {
      const token = await newToken(owner, ['repo:read'])
      const list = await stithy.client(idForm).as(owner.token).get('user/tokens')
      const id = String(itemsOf(list.body)[0]?.['id'])
      const answer = await owner.send('DELETE', `user/tokens/${id}`)
      expect([answer.status, answer.text]).toEqual([204, ''])
      expectFault(await stithy.client(form).as(token).get('user'), form, 'unauthorized')
      const again = await owner.send('DELETE', `user/tokens/${id}`)
      expectFault(again, form, 'missing', { codeOfA: 'TOKEN_NOT_FOUND' })
    }
  })

  it("is not revoked by anybody else's hand", async () => {
    const owner = as(form, bob)
    const token = await newToken(owner, ['repo:read'])
    const id = String(itemsOf((await owner.get('user/tokens')).body)[0]?.['id'])
    const stranger = as(form, ada)
    const answer = await stranger.send('DELETE', `user/tokens/${id}`)
    expectFault(answer, form, 'missing', { codeOfA: 'TOKEN_NOT_FOUND' })
    expect((await stithy.client(form).as(token).get('user')).status).toBe(200)
  })

  it('is checked to the last character', async () => {
    const token = await newToken(as(form, bob), ['repo:read'])
    for (const wrong of [token.slice(0, -1), `${token}a`, token.toLowerCase(), token.replace('svc_pat_', 'svc_pat-')]) {
      expectFault(await stithy.client(form).as(wrong).get('user'), form, 'unauthorized')
    }
  })

  it('lives through a change of password and the end of every session, but not through disabling', async () => {
    const person = await newPerson(stithy, `lasting-${form}`)
    const token = await newToken(as(form, person), ['repo:read'])
    await as(form, person).post('auth/logout')
    expect((await stithy.client(form).as(token).get('user')).status).toBe(200)
    const root = as(form, ada)
    await root.send('PATCH', `admin/users/${person.username}`, { body: { disabled: true } })
    expectFault(await stithy.client(form).as(token).get('user'), form, 'unauthorized')
    await root.send('PATCH', `admin/users/${person.username}`, { body: { disabled: false } })
    expect((await stithy.client(form).as(token).get('user')).status).toBe(200)
  })

  it('is kept as a hash, and nowhere else', async () => {
    const token = await newToken(as(form, bob), ['repo:read'])
    const rows = await stithy.app.db.selectFrom('access_tokens').selectAll().execute()
    expect(keysOf(rows[0] ?? {})).toContain('token_hash')
    for (const table of ['access_tokens', 'audit', 'jobs'] as const) {
      const all = await stithy.app.db.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(all)).not.toContain(token.slice('svc_pat_'.length))
    }
    expect(JSON.stringify(stithy.logs)).not.toContain(token.slice('svc_pat_'.length))
  })
})

describe('the list of tokens', () => {
  it('shows one’s own tokens only', async () => {
    const person = await newPerson(stithy, 'lonely')
    expect((await as('B', person).get('user/tokens')).body).toEqual({ items: [], total: 0, page: 1, per_page: 30 })
  })
})

describe('a new token', () => {
  it('is told of by mail, without the token, and in the audit log', async () => {
    const person = await newPerson(stithy, 'careful')
    const made = await as('B', person).post('user/tokens', { name: 'Robot', scopes: ['ci:read'], expires_in_days: 7 })
    const mails = await stithy.mails(person.email, 2)
    const texts = mails.map((mail) => `${mail.text}${mail.html}`).join()
    expect(texts).toContain('A personal access token was created')
    expect(texts).toContain('revoke it at /settings/tokens')
    expect(texts).toContain(`Look at your tokens:\n${stithy.app.config.BASE_URL}/settings/tokens\n`)
    expect(texts).not.toContain(made.body.token)
    const log = await as('B', ada).get('admin/audit?actor=careful&event=TOKEN_CREATED')
    expect(log.body.items).toEqual([
      expect.objectContaining({
        target_type: 'token',
        target_id: made.body.id,
        target_name: 'Robot',
        metadata: { scopes: ['ci:read'], expires_in_days: 7 },
      }),
    ])
  })
})

// Last: these move the clock, and sessions end with it.
describe.each(forms)('as time goes by, a token in Form %s', (form) => {
  it('notes when it was used, at most once a minute', async () => {
    const owner = as(form, await signIn(stithy, 'bob'))
    const client = stithy.client(form).as(await newToken(owner, ['repo:read']))
    const seen = async () => itemsOf((await owner.get('user/tokens')).body)[0]?.['last_used_at']
    expect(await seen()).toBeNull()
    await client.get('user')
    const first = await seen()
    expect(first).toEqual(aTime)
    stithy.advance(minute / 2)
    await client.get('user')
    expect(await seen()).toBe(first)
    stithy.advance(minute)
    await client.get('user')
    expect(await seen()).not.toBe(first)
  })

  it('expires to the day', async () => {
    const owner = as(form, await signIn(stithy, 'bob'))
    const made = await owner.post('user/tokens', { name: 'brief', scopes: ['repo:read'], expires_in_days: 2 })
    const client = stithy.client(form).as(made.body.token)
    stithy.advance(2 * day - minute)
    expect((await client.get('user')).status).toBe(200)
    stithy.advance(2 * minute)
    expectFault(await client.get('user'), form, 'unauthorized', { codeOfA: 'TOKEN_EXPIRED' })
  })
})
