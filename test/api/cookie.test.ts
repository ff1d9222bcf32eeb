import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/core/clock.ts'
import type { RequestOptions } from '../support/client.ts'
import { expectFault } from '../support/faults.ts'
import { newPerson, newToken, type Person, password, register, signIn } from '../support/people.ts'
import { sendRaw } from '../support/raw-http.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

const withCookie = (headers: Record<string, string> = {}): RequestOptions => ({ cookie: ada.cookie, headers })
const makeToken = (options: RequestOptions) =>
  stithy.client('B').post('user/tokens', { name: 'x', scopes: ['repo:read'] }, options)

describe('the cookie of a sign-in', () => {
  it('is the person to Form B', async () => {
    const answer = await stithy.client('B').get('user', withCookie())
    expect([answer.status, answer.body.username]).toEqual([200, 'ada'])
    expect((await stithy.client('B').get('user/tokens', withCookie())).status).toBe(200)
    expect((await stithy.client('B').get('admin/users', withCookie())).status).toBe(200)
  })

  it('is nobody to Form A', async () => {
    expectFault(await stithy.client('A').get('user', withCookie()), 'A', 'unauthorized')
    const forms = await stithy.client('A').post('user/tokens', {}, withCookie({ origin: stithy.url }))
    expectFault(forms, 'A', 'unauthorized')
  })

  it('counts less than a header: a bad one is refused though the cookie is good', async () => {
    const answer = await stithy.client('B').as('nonsense').get('user', withCookie())
    expectFault(answer, 'B', 'unauthorized')
    await register(stithy, 'bob')
    const bob = await signIn(stithy, 'bob')
    expect((await stithy.client('B').as(bob.access).get('user', withCookie())).body.username).toBe('bob')
  })

  it.each([
    ['changed', () => `${ada.cookie.slice(0, -4)}AAAA`],
    ['an access token', () => `svc_session=${ada.access}`],
    ['a refresh token', () => `svc_session=${ada.refresh}`],
    ['empty', () => 'svc_session='],
    ['of another name', () => ada.cookie.replace('svc_session', '__Host-svc_session')],
  ])('that is %s is nobody', async (_, cookie) => {
    expectFault(await stithy.client('B').get('user', { cookie: cookie() }), 'B', 'unauthorized')
    // Strangers are welcome here, and browsers send stale cookies unasked.
    expect((await stithy.client('B').get('users/ada', { cookie: cookie() })).status).toBe(200)
  })

  it('is never a personal access token', async () => {
    const token = await newToken(stithy.client('B').as(ada.access), ['repo:read'])
    expectFault(await stithy.client('B').get('user', { cookie: `svc_session=${token}` }), 'B', 'unauthorized')
  })

  it('dies with its session', async () => {
    const person = await signIn(stithy, 'ada')
    expect((await stithy.client('B').get('user', { cookie: person.cookie })).status).toBe(200)
    await stithy.client('B').as(person.access).post('auth/logout')
    expectFault(await stithy.client('B').get('user', { cookie: person.cookie }), 'B', 'unauthorized')
  })
})

describe('a change that rides on the cookie', () => {
  it.each([
    ['the origin of BASE_URL', () => ({ origin: stithy.url })],
    ['a fetch from the same origin', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['both', () => ({ origin: stithy.url, 'sec-fetch-site': 'same-origin' })],
    ['the address bar or a bookmark', () => ({ 'sec-fetch-site': 'none' })],
  ])('is taken with %s', async (_, headers) => {
    const answer = await makeToken(withCookie(headers()))
    expect(answer.status, answer.text).toBe(201)
  })

  it.each([
    ['nothing that says where it comes from', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin that it would tell', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['an origin that begins like ours', { origin: 'http://127.0.0.1.evil.example' }],
    ['our host on another port', { origin: 'http://127.0.0.1:1' }],
    ['a fetch from another site', { 'sec-fetch-site': 'cross-site' }],
    ['a fetch from a sister site', { 'sec-fetch-site': 'same-site' }],
    ['a fetch from nowhere known', { 'sec-fetch-site': 'x' }],
    ['nothing but a Referer', { referer: 'http://127.0.0.1/' }],
  ])('is refused with 403 with %s', async (_, headers) => {
    expectFault(await makeToken(withCookie(headers)), 'B', 'forbidden')
  })

  it('is refused when one of the two says that it comes from elsewhere', async () => {
    const evil = 'https://evil.example'
    expectFault(await makeToken(withCookie({ origin: evil, 'sec-fetch-site': 'same-origin' })), 'B', 'forbidden')
    expectFault(await makeToken(withCookie({ origin: stithy.url, 'sec-fetch-site': 'cross-site' })), 'B', 'forbidden')
  })

  it('is refused at every method that changes something', async () => {
    for (const [method, path] of [
      ['POST', 'auth/logout'],
      ['PATCH', 'user'],
      ['PUT', 'user/password'],
      ['DELETE', 'user/tokens/1'],
      ['DELETE', 'admin/users/bob'],
    ] as const) {
      const answer = await stithy.client('B').send(method, path, withCookie({ origin: 'https://evil.example' }))
      expectFault(answer, 'B', 'forbidden')
    }
    expect((await stithy.client('B').get('user', withCookie())).status).toBe(200)
  })

  it('may come from anywhere to read: browsers keep the answer to themselves', async () => {
    const answer = await stithy.client('B').get('user', withCookie({ origin: 'https://evil.example' }))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('is not held up with a token in the header, from wherever it comes', async () => {
    const options = { token: ada.access, headers: { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' } }
    expect((await makeToken(options)).status).toBe(201)
  })

  it('ends the session and clears the cookie', async () => {
    const { cookie } = await signIn(stithy, 'ada')
    const answer = await stithy.client('B').post('auth/logout', undefined, { cookie, headers: { origin: stithy.url } })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^svc_session=; Max-Age=0;/)])
    expect((await stithy.client('B').get('user', { cookie })).status).toBe(401)
  })
})

describe('on https', () => {
  it('the cookie is Secure, bound to the host, and the only one that is read', async () => {
    const secure = await startStithy({ BASE_URL: 'https://code.example.org' })
    try {
      await register(secure, 'ada')
      const login = await secure.client('B').post('auth/login', { username: 'ada', password })
      const [cookie = '', ...others] = login.headers.getSetCookie()
      expect(others).toEqual([])
      expect(cookie).toMatch(/^__Host-svc_session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      expect(login.headers.get('strict-transport-security')).toBe('max-age=31536000')
      const value = cookie.split(';', 1)[0] ?? ''
      expect((await secure.client('B').get('user', { cookie: value })).status).toBe(200)
      const plain = value.replace('__Host-svc_session', 'svc_session')
      expect((await secure.client('B').get('user', { cookie: plain })).status).toBe(401)
      const change = (origin: string) =>
        secure
          .client('B')
          .post('user/tokens', { name: 'x', scopes: ['repo:read'] }, { cookie: value, headers: { origin } })
      expect((await change('https://code.example.org')).status).toBe(201)
      expect((await change(secure.client().url)).status).toBe(201)
      expect((await change('https://evil.example')).status).toBe(403)
      const spec = await secure.client().get('/api/docs/openapi.yaml')
      expect(spec.text).toContain('name: __Host-svc_session')
    } finally {
      await secure.stop()
    }
  })
})

describe('a forged Host', () => {
  it('does not make a foreign origin ours', async () => {
    const answer = await sendRaw(stithy.client('B'), {
      method: 'POST',
      target: '/api/v1/user/tokens',
      headers: { cookie: ada.cookie, 'content-type': 'application/json', origin: 'https://evil.example' },
      body: '{"name":"x","scopes":["repo:read"]}',
    })
    expectFault(answer, 'B', 'forbidden')
    const forwarded = await makeToken(
      withCookie({ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }),
    )
    expectFault(forwarded, 'B', 'forbidden')
  })
})

describe('as time goes by', () => {
  it('the cookie works as long as the session is used, and ends with it', async () => {
    const { cookie } = await signIn(stithy, 'ada')
    for (let month = 0; month < 3; month++) {
      stithy.advance(20 * day)
      expect((await stithy.client('B').get('user', { cookie })).status).toBe(200)
    }
    stithy.advance(31 * day)
    expectFault(await stithy.client('B').get('user', { cookie }), 'B', 'unauthorized')
  })
})
