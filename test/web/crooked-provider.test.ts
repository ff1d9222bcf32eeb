// A provider that lies, breaks off or is not there: what comes of it is a sentence on the sign-in page, and nobody is let in.
import { createServer, type Server } from 'node:http'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { newPerson, password } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { Wanderer } from '../support/wanderer.ts'

let stithy: TestStithy
let server: Server
let issuer: string
let keys: { publicKey: CryptoKey; privateKey: CryptoKey }
let fetched: string[] = []

/** What it does at each of its addresses; the rest is as it should be. */
interface Manners {
  readonly description?: (honest: object) => string
  readonly token?: (claims: JWTPayload) => Promise<string> | string
}

let manners: Manners = {}

beforeAll(async () => {
  keys = await generateKeyPair('RS256')
  const port = await freePort()
  issuer = `http://127.0.0.1:${port}`
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    fetched.push(pathname)
    response.setHeader('content-type', 'application/json')
    void answerTo(pathname).then((answer) => response.end(answer))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
})
afterAll(() => server.close())

beforeEach(() => {
  manners = {}
  fetched = []
})

let nonce = ''

async function answerTo(path: string): Promise<string> {
  const honest = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  switch (path) {
    case '/.well-known/openid-configuration':
      return manners.description?.(honest) ?? JSON.stringify(honest)
    case '/keys':
      return JSON.stringify({
        keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }],
      })
    default: {
      const claims = {
        iss: issuer,
        aud: 'stithy',
        sub: 'sub of ada',
        nonce,
        email: 'ada@example.org',
        email_verified: true,
      }
      const idToken = manners.token === undefined ? await signed(claims) : await manners.token(claims)
      return JSON.stringify({ access_token: 'some', token_type: 'Bearer', id_token: idToken })
    }
  }
}

function signed(claims: JWTPayload, key = keys.privateKey, expires = '5m'): Promise<string> {
  return new SignJWT({ preferred_username: 'ada', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'first' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key)
}

/** From the beginning to the end, as the crooked one would lead people. */
async function signOn() {
  const somebody = new Wanderer()
  const away = await somebody.step(`${stithy.url}/login/oidc`)
  if (away.next === null) return { stop: away, somebody }
  nonce = away.next.searchParams.get('nonce') ?? ''
  const state = away.next.searchParams.get('state') ?? ''
  return { stop: await somebody.go(`${stithy.url}/login/oidc/callback?code=some&state=${state}`), somebody }
}

async function started(more: Readonly<Record<string, string>> = {}): Promise<void> {
  stithy = await startStithy({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'stithy', OIDC_NAME: 'Workshop', ...more })
}

async function stopped(): Promise<void> {
  await stithy.stop()
}

it('lets in whom it names, and is asked once for its description and its keys', async () => {
  await started()
  try {
    expect((await signOn()).stop.url.pathname).toBe('/dashboard')
    expect((await signOn()).stop.url.pathname).toBe('/dashboard')
    expect(fetched.filter((path) => path.endsWith('openid-configuration'))).toHaveLength(1)
    expect(fetched.filter((path) => path === '/keys')).toHaveLength(1)
  } finally {
    await stopped()
  }
})

it.each<[string, Manners['token']]>([
  ['another nonce', (claims) => signed({ ...claims, nonce: 'another' })],
  ['no nonce', (claims) => signed(Object.fromEntries(Object.entries(claims).filter(([name]) => name !== 'nonce')))],
  ['another audience', (claims) => signed({ ...claims, aud: 'somebody else' })],
  ['another issuer', (claims) => signed({ ...claims, iss: 'https://evil.example' })],
  ['a token that is over', (claims) => signed(claims, keys.privateKey, '-1h')],
  ['a key of somebody else', async (claims) => signed(claims, (await generateKeyPair('RS256')).privateKey)],
  ['no signature', (claims) => `${part({ alg: 'none' })}.${part({ ...claims, exp: 9_999_999_999, iat: 1 })}.`],
  ['a subject of no length', (claims) => signed({ ...claims, sub: '' })],
  ['a subject that is too long', (claims) => signed({ ...claims, sub: 'x'.repeat(300) })],
  ['no token', () => 'none'],
])('is not believed: %s', async (_, token) => {
  await started()
  try {
    manners = { token: token ?? (() => '') }
    const { stop, somebody } = await signOn()
    expect(stop.text).toMatch(/The sign-in with Workshop was not accepted|There is no answer from Workshop now/)
    expect([401, 503]).toContain(stop.status)
    expect((await somebody.step(`${stithy.url}/dashboard`)).status).toBe(303)
    expect(await stithy.app.db.selectFrom('users').select('id').execute()).toEqual([])
  } finally {
    await stopped()
  }
})

it.each<[string, Manners['description']]>([
  ['another issuer', (honest) => JSON.stringify({ ...honest, issuer: 'https://evil.example' })],
  ['no JSON', () => '<html>maintenance</html>'],
  ['more than anybody reads', () => ' '.repeat(2_000_000)],
])('is as good as away where its description is %s', async (_, description) => {
  await started()
  try {
    manners = { description: description ?? (() => '') }
    const { stop } = await signOn()
    expect(stop.status).toBe(503)
    expect(stop.text).toContain('There is no answer from Workshop now: try again later, or sign in another way.')
    expect(stop.text).toContain('name="password"')
    expect(stop.text).not.toContain('maintenance')
    // It is asked again by whoever comes next.
    manners = {}
    expect((await signOn()).stop.url.pathname).toBe('/dashboard')
  } finally {
    await stopped()
  }
})

it('is away: the page says so, and the password works', async () => {
  stithy = await startStithy({
    OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
    OIDC_CLIENT_ID: 'stithy',
    OIDC_NAME: 'Workshop',
    RATE_LIMIT_ENABLED: 'true',
  })
  try {
    for (let times = 0; times < 12; times += 1) expect((await signOn()).stop.status).toBe(503)
    const person = { username: 'bert', email: 'bert@example.org', password: 'a long enough phrase 7' }
    expect((await stithy.client().post('auth/register', person)).status).toBe(201)
    const fields = { username: 'bert', password: person.password }
    expect((await stithy.client().send('POST', '/login', { fields })).status).toBe(303)
  } finally {
    await stopped()
  }
})

it('counts answers that do not hold as failed sign-ins', async () => {
  stithy = await startStithy({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'stithy', RATE_LIMIT_ENABLED: 'true' })
  try {
    const send = async () => (await stithy.client().get('/login/oidc/callback?code=a&state=b')).status
    for (let times = 0; times < 10; times += 1) expect(await send()).toBe(401)
    expect(await send()).toBe(429)
  } finally {
    await stopped()
  }
})

it('counts those of somebody who links an account, too: each asks the provider once more', async () => {
  await started({ RATE_LIMIT_ENABLED: 'true' })
  try {
    const ada = await newPerson(stithy, 'ada')
    const begun = new Wanderer()
    begun.setCookies(stithy.url, ada.cookie)
    await begun.step(`${stithy.url}/settings/security/identities`, { password })
    const shown = await begun.step(`${stithy.url}/settings/security/identities/new`)
    const state = /state=([\w-]+)/.exec(shown.text)?.[1] ?? ''
    const cookie = begun.cookies(stithy.url)
    // Again and again with the same cookie, which a browser would have forgotten.
    const send = async () =>
      (await stithy.client().send('GET', `/login/oidc/callback?code=some&state=${state}`, { cookie })).status
    manners = { token: () => 'none' }
    for (let times = 0; times < 10; times += 1) expect(await send()).toBe(303)
    expect(await send()).toBe(429)
    expect(fetched.filter((path) => path === '/token')).toHaveLength(10)
  } finally {
    await stopped()
  }
})

it('does not stand in for the second factor that everybody needs', async () => {
  await started({ REQUIRE_TWO_FACTOR: 'true' })
  try {
    const { stop, somebody } = await signOn()
    expect(stop.url.pathname).toBe('/settings/security')
    expect((await somebody.step(`${stithy.url}/dashboard`)).next?.pathname).toBe('/settings/security')
  } finally {
    await stopped()
  }
})

it('keeps what it has to remember for https alone where that is the address, whatever name it is called by', async () => {
  await started({ BASE_URL: 'https://code.example.org' })
  try {
    const { headers } = await stithy.client().get('/login/oidc')
    expect(new URL(headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
      'https://code.example.org/login/oidc/callback',
    )
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-svc_sign_on=.*Path=\/;.*HttpOnly; Secure; SameSite=Lax/)
  } finally {
    await stopped()
  }
})

it.each([
  ['administers the service where the form would let it', {}, [{ username: 'ada', is_admin: 1 }]],
  [
    'administers nothing where there is no form',
    { REGISTRATION_ENABLED: 'false', OIDC_REGISTRATION: 'true' },
    [{ username: 'ada', is_admin: 0 }],
  ],
  ['is not made where nobody gets one', { OIDC_REGISTRATION: 'false' }, []],
  ['is not made where registration is closed', { REGISTRATION_ENABLED: 'false' }, []],
])('the first account %s', async (_, settings, accounts) => {
  await started(settings)
  try {
    // Some give an address as the name.
    manners = { token: (claims) => signed({ ...claims, preferred_username: 'ada@corp.example' }) }
    const { stop } = await signOn()
    const made = stithy.app.db.selectFrom('users').innerJoin('owners', 'owners.id', 'users.id')
    expect(await made.select(['owners.name as username', 'users.is_admin']).execute()).toEqual(accounts)
    if (accounts.length > 0) return
    expect(stop.status).toBe(403)
    expect(stop.text).toContain('No account here belongs to this sign-in: ask an administrator for one')
  } finally {
    await stopped()
  }
})

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
