import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, type Person, password } from '../support/people.ts'
import { sendRaw } from '../support/raw-http.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let admin: Person

beforeAll(async () => {
  stithy = await startStithy()
  admin = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

describe('the cookie of a session', () => {
  it('is out of reach for scripts and other sites, and https makes it stricter', async () => {
    const plain = await stithy.client().send('POST', '/login', { fields: { username: 'ada', password } })
    expect(plain.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^svc_session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    const secure = await startStithy({ BASE_URL: 'https://forge.example' })
    await newPerson(secure, 'ada')
    const answer = await secure.client().send('POST', '/login', {
      fields: { username: 'ada', password },
      headers: { origin: 'https://forge.example' },
    })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-svc_session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/)
    await secure.stop()
  })

  it('is taken away by signing out, and is worth nothing after that', async () => {
    const { cookie } = await newPerson(stithy, 'bert')
    const answer = await stithy.client().send('POST', '/logout', { cookie, fields: {} })
    expect(answer.headers.getSetCookie().join()).toMatch(/^svc_session=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
    expect((await stithy.client().get('/dashboard', { cookie })).headers.get('location')).toMatch(/^\/login/)
  })
})

describe('every answer', () => {
  it.each([
    '/',
    '/login',
    '/ada',
    '/nothing/here',
    '/settings/profile',
    '/admin',
    '/avatars/ada.svg',
    '/api/docs',
    '/api/docs/openapi.yaml',
    '/api/v1/user',
    '/healthz',
    '/metrics',
    '/favicon.ico',
    '/static/nothing.js',
    '/static/',
  ])('carries what protects the reader: %s', async (path) => {
    const { headers, status } = await stithy.client().get(path, { cookie: admin.cookie })
    expect(status).toBeLessThan(500)
    expect(headers.get('x-api-version')).toBe('1')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    // What a page may tell others and open: of data there is nothing to say.
    const pages = path.startsWith('/api/v1/') ? null : 'same-origin'
    expect(headers.get('referrer-policy')).toBe(pages)
    expect(headers.get('cross-origin-opener-policy')).toBe(pages)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/)
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('server')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  })

  it.each(['/dashboard', '/settings/tokens', '/admin', '/ada', '/nothing/here'])(
    'that a person gets is kept by nothing in between: %s',
    async (path) => {
      const { headers } = await stithy.client().get(path, { cookie: admin.cookie })
      expect(headers.get('cache-control')).toBe('private, no-cache')
    },
  )

  it.each(['/api/v1/user', '/%61pi/v1/user', '/api/v%31/nothing', '/%61%70%69/v1/users/ada'])(
    'of the API is no page, however its address is spelled: %s',
    async (target) => {
      const { headers } = await sendRaw(stithy.client(), { target })
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    },
  )

  it('that may hold a token or a secret is kept by nobody', async () => {
    const client = stithy.client()
    const answers = [
      await client.post('auth/login', { username: 'ada', password }),
      await client.post('auth/login', { username: 'ada', password: 'wrong' }),
      await client.get('user', { token: admin.access }),
      await client.get('user?x=1'),
      await client.post('user/tokens', { name: 'x', scopes: ['ci:read'] }, { token: admin.access }),
      await client.post('auth/2fa/setup', undefined, { token: admin.access }),
      await client.get('/settings/security/2fa/setup', { cookie: admin.cookie }),
    ]
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(answers.map(() => 'no-store'))
    expect((await client.get('users/ada')).headers.get('cache-control')).toBe('private, no-cache')
  })
})

it('says on plain http where to sign in instead, when cookies are for https alone', async () => {
  const secure = await startStithy({ BASE_URL: 'https://forge.example' })
  const said = 'You cannot stay signed in here'
  const login = async (headers = {}) => (await secure.client().get('/login', { headers })).text
  expect(await login()).toContain(said)
  expect(await login()).toContain('href="https://forge.example/login"')
  expect(await login({ 'x-forwarded-proto': 'https' })).not.toContain(said)
  expect(await login({ 'sec-fetch-site': 'none' })).not.toContain(said)
  expect((await stithy.client().get('/login')).text).not.toContain(said)
  await secure.stop()
})
