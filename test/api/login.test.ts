import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, type Person, password } from '../support/people.ts'
import { anId, keysOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  await newPerson(stithy, 'grace')
})
afterAll(() => stithy.stop())

describe.each(forms)('signing in, Form %s', (form) => {
  it.each([
    ['a user name', { username: 'ada' }],
    ['a user name in other capitals', { username: 'ADA' }],
    ['an e-mail address', { email: 'ada@example.org' }],
    ['an e-mail address in other capitals', { email: 'Ada@Example.ORG' }],
    ['an e-mail address given as the user name', { username: 'ada@example.org' }],
    ['a user name given as the e-mail address', { email: 'ada' }],
    ['both', { username: 'ada', email: 'Ada@example.org' }],
    ['both, one as the other', { username: 'ada@example.org', email: 'ADA' }],
  ])('gives tokens for %s and the password', async (_, who) => {
    const answer = await stithy.client(form).post('auth/login', { ...who, password })
    expect(answer.status).toBe(200)
    expect(keysOf(answer.body)).toEqual(['access_token', 'refresh_token', 'token_type', 'user'])
    expect(answer.body.token_type).toBe('Bearer')
    expect(answer.body.user).toEqual({ id: anId[form], username: 'ada', email: 'ada@example.org' })
  })

  it('takes the same letters for the same, whichever way a keyboard writes them', async () => {
    const username = `mac-${form.toLowerCase()}`
    const [one, two] = ['une très longue phrase', 'une très longue phrase'.normalize('NFD')]
    const email = `${username}@example.org`
    expect((await stithy.client(form).post('auth/register', { username, email, password: two })).status).toBe(201)
    const signIn = async (typed: string): Promise<number> =>
      (await stithy.client(form).post('auth/login', { username, password: typed })).status
    expect([await signIn(one), await signIn(two), await signIn('une tres longue phrase')]).toEqual([200, 200, 401])
    // As it was kept before they were taken for the same.
    const password_hash = await hash(two, {})
    await inTransaction(stithy.app, async (tx) => {
      await tx.updateTable('users').set({ password_hash }).where('email', '=', email).execute()
    })
    expect([await signIn(one), await signIn(two), await signIn('une tres longue phrase')]).toEqual([200, 200, 401])
  })

  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const answer = await stithy.client(form).post('auth/login', { username: 'ada', password })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^svc_session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  it('needs no code while two-factor sign-in is off, and minds none', async () => {
    const answer = await stithy.client(form).post('auth/login', { username: 'ada', password, code: '123456' })
    expect(answer.status).toBe(200)
  })

  it.each([
    ['a wrong password', { username: 'ada', password: 'not the right phrase' }],
    ['the right password in other capitals', { username: 'ada', password: password.toUpperCase() }],
    ['the right password and a space', { username: 'ada', password: `${password} ` }],
    ['a name that nobody has', { username: 'nobody', password }],
    ['an address that nobody has', { email: 'nobody@example.org', password }],
    ['a name and the address of somebody else', { username: 'ada', email: 'grace@example.org', password }],
    ['the name of somebody else and an address', { username: 'grace', email: 'ada@example.org', password }],
    ['a name and an address that nobody has', { username: 'ada', email: 'nobody@example.org', password }],
    ['a name that nobody has and an address', { username: 'nobody', email: 'ada@example.org', password }],
  ])('refuses %s with 401, and sets no cookie', async (_, credentials) => {
    const answer = await stithy.client(form).post('auth/login', credentials)
    expectFault(answer, form, 'unauthorized', { codeOfA: 'INVALID_CREDENTIALS' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="Stithy"')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['no password', { username: 'ada' }, ['password: required']],
    ['no name', { password }, ['username: required']],
    ['an empty name', { username: '', password }, ['username: too_short']],
    ['an empty password', { username: 'ada', password: '' }, ['password: too_short']],
    ['an empty code', { username: 'ada', password, code: '' }, ['code: too_short']],
    ['a list of names', { username: ['ada', 'eve'], password }, ['username: type']],
    ['a number as the password', { username: 'ada', password: 1234567890 }, ['password: type']],
    ['a password without end', { username: 'ada', password: 'x'.repeat(1025) }, ['password: too_long']],
    ['null as the name', { username: null, password }, ['username: type']],
  ])('says what is wrong with %s', async (_, body, details) => {
    expectFault(await stithy.client(form).post('auth/login', body), form, 'invalid', { details })
  })

  it('tells a disabled account so, and only whoever knows its password', async () => {
    const admin = stithy.client(form).as(ada.access)
    const name = `bob-${form}`
    await newPerson(stithy, name)
    expect((await admin.send('PATCH', `admin/users/${name}`, { body: { disabled: true } })).status).toBe(200)
    const right = await stithy.client(form).post('auth/login', { username: name, password })
    expect(expectFault(right, form, 'forbidden')).toContain('disabled')
    const wrong = await stithy.client(form).post('auth/login', { username: name, password: 'not the right phrase' })
    expectFault(wrong, form, 'unauthorized', { codeOfA: 'INVALID_CREDENTIALS' })
  })
})

describe('signing in, whatever the form,', () => {
  const form = 'B'

  it('opens a session of its own each time', async () => {
    const first = await stithy.client(form).post('auth/login', { username: 'ada', password })
    const second = await stithy.client(form).post('auth/login', { username: 'ada', password })
    expect(first.body.access_token).not.toBe(second.body.access_token)
    expect(first.body.refresh_token).not.toBe(second.body.refresh_token)
    await stithy.client(form).as(first.body.access_token).post('auth/logout')
    expect((await stithy.client(form).as(second.body.access_token).get('user')).status).toBe(200)
  })
})

describe.each(forms)('an access token, Form %s', (form) => {
  it.each([
    ['nonsense', () => 'nonsense'],
    ['a changed signature', (token: string) => token.slice(0, -4) + (token.endsWith('AAAA') ? 'BBBB' : 'AAAA')],
    ['a changed content', (token: string) => token.replace(/\.[^.]+\./, `.${claims({ aud: 'access' })}.`)],
    ['no signature at all', (token: string) => `${claims({ alg: 'none' })}.${token.split('.')[1]}.`],
    ['an unknown personal access token', () => `svc_pat_${'a'.repeat(40)}`],
    ['a refresh token in its place', () => ada.refresh],
    ['the cookie in its place', () => ada.cookie.replace(/^[^=]+=/, '')],
  ])('is refused with %s', async (_, forge) => {
    expect((await stithy.client(form).as(ada.access).get('user')).status).toBe(200)
    expectFault(await stithy.client(form).as(forge(ada.access)).get('user'), form, 'unauthorized')
  })

  it.each(['Bearer', 'Bearer ', 'Digest x', 'svc_pat_x', ''])('is not found in "Authorization: %s"', async (header) => {
    const answer = await stithy.client(form).get('user', { headers: { authorization: header } })
    expectFault(answer, form, 'unauthorized')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="Stithy"')
  })

  it('is found whatever the capitals of the scheme', async () => {
    const answer = await stithy.client(form).get('user', { headers: { authorization: `bEARER ${ada.access}` } })
    expect(answer.status).toBe(200)
  })
})

// Last: it moves the clock, and everybody's token expires with it.
describe.each(forms)('as time goes by, an access token in Form %s', (form) => {
  it('works for 15 minutes and then has expired', async () => {
    const { access_token: token } = (await stithy.client(form).post('auth/login', { username: 'ada', password })).body
    const client = stithy.client(form).as(token)
    stithy.advance(14 * minute)
    expect((await client.get('user')).status).toBe(200)
    stithy.advance(2 * minute)
    expectFault(await client.get('user'), form, 'unauthorized', { codeOfA: 'TOKEN_EXPIRED' })
  })
})

function claims(value: object): string {
  return Buffer.from(JSON.stringify({ ...value, sid: 'x', exp: 99_999_999_999 })).toString('base64url')
}
