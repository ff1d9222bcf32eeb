// What goes wrong with forges when people sign in: each line happened to a real one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { second } from '../../src/core/clock.ts'
import type { Answer } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { mailedToken } from '../support/mailed-links.ts'
import {
  codeOf,
  type Enrolled,
  enrol,
  newPerson,
  newToken,
  type Person,
  password,
  register,
  signIn,
} from '../support/people.ts'
import { atFullCost } from '../support/quick-argon2.ts'
import { sendRaw } from '../support/raw-http.ts'
import { keysOf, statusesOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
/** Ada and Bob have two-factor sign-in, Carol does not. */
let ada: Person & Enrolled
let bob: Person & Enrolled
let carol: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await withTwoFactors('ada')
  bob = await withTwoFactors('bob')
  carol = await newPerson(stithy, 'carol')
  stithy.advance(30 * second)
})
afterAll(() => stithy.stop())

async function withTwoFactors(name: string): Promise<Person & Enrolled> {
  const person = await newPerson(stithy, name)
  return { ...person, ...(await enrol(stithy, person)) }
}

async function challengeOf(name: string): Promise<string> {
  return (await stithy.client('B').post('auth/login', { username: name, password })).body.challenge_token
}

const basic = (name: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
})

describe('2FA is on', () => {
  it.each(forms)('the password by Basic auth to the API is a 401, and only a PAT works, Form %s', async (form) => {
    for (const name of ['ada', 'ADA', 'ada@example.org']) {
      const answer = await stithy.client(form).get('user', { headers: basic(name, password) })
      expectFault(answer, form, 'unauthorized')
    }
    const token = await newToken(stithy.client(form).as(ada.access), ['repo:read'])
    const answer = await stithy.client(form).get('user', { headers: basic('ada', token) })
    expect([answer.status, answer.body.username]).toEqual([200, 'ada'])
    expectFault(await stithy.client(form).get('user', { headers: basic(token, '') }), form, 'unauthorized')
  })

  it('the password by Basic auth is not even taken where 2FA is off', async () => {
    expectFault(await stithy.client('B').get('user', { headers: basic('carol', password) }), 'B', 'unauthorized')
  })

  it('the password alone opens no session, by whatever name or form', async () => {
    for (const form of forms) {
      for (const who of [{ username: 'ada' }, { email: 'ada@example.org' }, { username: 'ADA@example.org' }]) {
        const answer = await stithy.client(form).post('auth/login', { ...who, password })
        expect(keysOf(answer.body)).toEqual(['challenge_token', 'requires_2fa'])
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    }
  })

  it('a code of "null", an empty one or one of the wrong kind does not stand for none', async () => {
    for (const code of [null, '', 0, false, [], {}]) {
      const answer = await stithy.client('B').post('auth/login', { username: 'ada', password, code })
      expect(answer.status).toBe(400)
    }
    const text = await stithy.client('B').post('auth/login', { username: 'ada', password, code: 'null' })
    expect(text.status).toBe(401)
  })
})

describe('a recovery code or a challenge token of A used for B', () => {
  it("is a 401, and A's recovery code is not used up by it", async () => {
    const code = String(ada.recoveryCodes[0])
    const stolen = { challenge_token: await challengeOf('bob'), code }
    expectFault(await stithy.client('B').post('auth/2fa/verify', stolen), 'B', 'unauthorized')
    const along = await stithy.client('B').post('auth/login', { username: 'bob', password, code })
    expectFault(along, 'B', 'unauthorized')
    const own = { challenge_token: await challengeOf('ada'), code }
    expect((await stithy.client('B').post('auth/2fa/verify', own)).status).toBe(200)
  })

  it("is a 401 with B's code for A's challenge, which opens nobody's session", async () => {
    const mixed = { challenge_token: await challengeOf('ada'), code: codeOf(stithy, bob.secret) }
    const answer = await stithy.client('B').post('auth/2fa/verify', mixed)
    expectFault(answer, 'B', 'unauthorized')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('is a 401 when somebody else’s session comes along', async () => {
    const body = { challenge_token: await challengeOf('ada'), code: String(bob.recoveryCodes[1]) }
    const answer = await stithy.client('B').as(bob.access).post('auth/2fa/verify', body)
    expectFault(answer, 'B', 'unauthorized')
  })
})

describe('a refresh token used twice', () => {
  const refresh = (token: string) => stithy.client('B').post('auth/refresh', { refresh_token: token })

  it('one after the other: one winner, and reuse ends the session', async () => {
    const person = await signIn(stithy, 'carol')
    const first = await refresh(person.refresh)
    expect(first.status).toBe(200)
    expect((await refresh(person.refresh)).status).toBe(401)
    expect((await stithy.client('B').as(first.body.access_token).get('user')).status).toBe(401)
  })

  it('at once: exactly one winner, who goes on', async () => {
    // Over connections that are there already: what comes one after the other is no race.
    await Promise.all([1, 2].map(() => stithy.client('B').get('users/carol')))
    for (let round = 0; round < 3; round++) {
      const person = await signIn(stithy, 'carol')
      const answers = await Promise.all([refresh(person.refresh), refresh(person.refresh)])
      expect(statusesOf(answers)).toEqual([200, 401])
      const winner = answers.find((answer) => answer.status === 200)
      expect((await stithy.client('B').as(winner?.body.access_token).get('user')).status).toBe(200)
      expect((await refresh(winner?.body.refresh_token)).status).toBe(200)
    }
  })
})

describe('a reset asked for', () => {
  const forgot = (raw: string) =>
    stithy.client('B').send('POST', 'auth/forgot-password', { raw, headers: { 'content-type': 'application/json' } })

  it.each([
    ['with a list of addresses', '{"email":["carol@example.org","evil@example.net"]}'],
    ['with an object', '{"email":{"0":"carol@example.org","1":"evil@example.net"}}'],
    ['with duplicate keys', '{"email":"carol@example.org","email":"evil@example.net"}'],
    ['with duplicate keys, one of them escaped', '{"email":"carol@example.org","\\u0065mail":"evil@example.net"}'],
    ['as a form would', 'email=carol@example.org&email=evil@example.net'],
  ])('%s is refused', async (_, raw) => {
    expect((await forgot(raw)).status).toBe(400)
  })

  it.each([
    'carol@example.org,evil@example.net',
    'carol@example.org;evil@example.net',
    'carol@example.org evil@example.net',
    'evil@example.net\ncarol@example.org',
    'carol@example.org\r\nCc: evil@example.net',
    '"carol@example.org" <evil@example.net>',
    'carol@example.org\t',
    'cаrol@example.org',
  ])('for %j mails nobody', async (email) => {
    expect((await forgot(JSON.stringify({ email }))).status).toBe(202)
  })

  it('mails the stored address and no other', async () => {
    const person = await newPerson(stithy, 'dora')
    await forgot('{"email":"DORA@EXAMPLE.ORG"}')
    await mailedToken(stithy, person.email, 'reset-password')
    for (const name of ['evil@example.net', 'DORA@EXAMPLE.ORG']) {
      expect(await stithy.mails(name, 0)).toEqual([])
    }
    const resets = (await stithy.mails(carol.email, 0)).filter((mail) => mail.subject === 'Set a new password')
    expect(resets).toEqual([])
  })

  it('gives a token that works once, and for nothing else', async () => {
    const person = await newPerson(stithy, 'fred')
    await forgot(JSON.stringify({ email: person.email }))
    const token = await mailedToken(stithy, person.email, 'reset-password')
    const fresh = 'quite another phrase 9'
    const tries: [string, Promise<Answer>][] = [
      ['verify-email', stithy.client('B').get(`auth/verify-email/${token}`)],
      ['refresh', stithy.client('B').post('auth/refresh', { refresh_token: token })],
      ['verify', stithy.client('B').post('auth/2fa/verify', { challenge_token: token, code: '123456' })],
      ['access', stithy.client('B').as(token).get('user')],
    ]
    for (const [what, answer] of tries) expect([401, 404], what).toContain((await answer).status)
    const reset = (body: object) => stithy.client('B').post('auth/reset-password', body)
    expect((await reset({ token: [token], password: fresh })).status).toBe(400)
    expect((await reset({ token, password: fresh })).status).toBe(204)
    expect((await reset({ token, password: 'a third long phrase 3' })).status).toBe(400)
    expect((await stithy.client('B').post('auth/login', { username: 'fred', password: fresh })).status).toBe(200)
  })

  it('is not done with a token that was made to verify an address', async () => {
    const token = await mailedToken(stithy, carol.email, 'verify-email')
    const answer = await stithy.client('B').post('auth/reset-password', { token, password: 'quite another phrase 9' })
    expect(answer.status).toBe(400)
  })
})

describe('a forged Host or X-Forwarded-Host', () => {
  it.each([
    ['a stranger', {}],
    ['a trusted proxy', { TRUSTED_PROXIES: '127.0.0.1' }],
  ])('from %s changes no link in a mail', async (_, env) => {
    const own = await startStithy({ BASE_URL: 'https://code.example.org', ...env })
    try {
      const forged = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example',
        'x-original-host': 'evil.example',
      }
      const post = (target: string, body: object) =>
        sendRaw(own.client('B'), {
          method: 'POST',
          target,
          headers: { ...forged, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const account = { username: 'ada', email: 'ada@example.org', password }
      expect((await post('http://evil.example/api/v1/auth/register', account)).status).toBe(201)
      expect((await post('/api/v1/auth/forgot-password', { email: 'ada@example.org' })).status).toBe(202)
      for (const mail of await own.mails('ada@example.org', 2)) {
        const links = [...`${mail.text} ${mail.html}`.matchAll(/https?:\/\/[\w.:-]*\w/g)].map((match) => match[0])
        expect(links.length).toBeGreaterThan(1)
        expect(new Set(links)).toEqual(new Set(['https://code.example.org']))
        expect(`${mail.text}${mail.html}${mail.messageId}`).not.toContain('evil')
      }
      const profile = await sendRaw(own.client('A'), { target: '/api/v1/users/ada', headers: forged })
      expect(profile.body.avatar_url).toBe('https://code.example.org/avatars/ada.svg')
    } finally {
      await own.stop()
    }
  })
})

describe('a known and an unknown user', () => {
  const wrong = 'not the right phrase'

  it.each(forms)('get the same answer to a wrong password, Form %s', async (form) => {
    const answers = await Promise.all(
      [{ username: 'carol' }, { username: 'nobody' }, { email: 'carol@example.org' }, { email: 'no@example.org' }].map(
        (who) => stithy.client(form).post('auth/login', { ...who, password: wrong }),
      ),
    )
    expect(new Set(answers.map(comparable)).size).toBe(1)
    expectFault(answers[0] as Answer, form, 'unauthorized', { codeOfA: 'INVALID_CREDENTIALS' })
  })

  it.each(forms)('get the same answer to a wrong password whether or not 2FA is on, Form %s', async (form) => {
    const answers = await Promise.all(
      ['ada', 'carol', 'nobody'].map((username) =>
        stithy.client(form).post('auth/login', { username, password: wrong, code: '123456' }),
      ),
    )
    expect(new Set(answers.map(comparable)).size).toBe(1)
  })

  it.each(forms)('get the same answer to a forgotten password, Form %s', async (form) => {
    const answers = await Promise.all(
      ['carol@example.org', 'nobody@example.org', 'nonsense'].map((email) =>
        stithy.client(form).post('auth/forgot-password', { email }),
      ),
    )
    expect(answers[0]?.status).toBe(202)
    expect(new Set(answers.map(comparable)).size).toBe(1)
  })

  it('are told apart by the time of a failed login no better than by chance', () =>
    atFullCost(async () => {
      const own = await startStithy()
      await register(own, 'carol')
      const login = (who: object) => own.client('B').post('auth/login', { ...who, password: wrong })
      const ratio = await slowness(
        11,
        () => login({ username: 'carol' }),
        () => login({ username: 'nobody' }),
      )
      expect(ratio).toBeGreaterThan(0.5)
      expect(ratio).toBeLessThan(2)
      await own.stop()
    }))

  it('are told apart by the time of a forgotten password no better than by chance', async () => {
    const forgot = (email: string) => stithy.client('B').post('auth/forgot-password', { email })
    const ratio = await slowness(
      30,
      () => forgot('carol@example.org'),
      () => forgot('nobody@example.org'),
    )
    expect(ratio).toBeGreaterThan(0.33)
    expect(ratio).toBeLessThan(3)
  })
})

describe('an untrusted peer', () => {
  const wrong = 'not the right phrase'

  it('that changes X-Forwarded-For, or its address inside one IPv6 /64, still gets 429', async () => {
    const limited = { RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_LOGIN: '2/15m' }
    for (const [env, address] of [
      [{}, (index: number) => `2001:db8:${index}::1`],
      [{ TRUSTED_PROXIES: '127.0.0.1' }, (index: number) => `2001:db8:1:1:${index}::1`],
    ] as const) {
      const own = await startStithy({ ...limited, ...env })
      try {
        const statuses: number[] = []
        for (let index = 1; index <= 4; index++) {
          const headers = { 'x-forwarded-for': address(index) }
          const body = { username: `nobody-${index}`, password: wrong }
          statuses.push((await own.client('B').post('auth/login', body, { headers })).status)
        }
        expect(statuses).toEqual([401, 401, 429, 429])
      } finally {
        await own.stop()
      }
    }
  })
})

describe('?token= in a URL', () => {
  it.each(['token', 'access_token', 'private_token', 'api_key', 'authorization'])(
    'is ignored and in no log: ?%s=',
    async (name) => {
      const pat = await newToken(stithy.client('B').as(carol.access), ['repo:read'])
      for (const secret of [pat, carol.access]) {
        for (const form of forms) {
          const answer = await stithy.client(form).get(`user?${name}=${encodeURIComponent(secret)}`)
          expectFault(answer, form, 'unauthorized')
          expect(answer.text).not.toContain(secret)
        }
        await stithy.client('B').get(`users/carol?${name}=${secret}`)
        await stithy.client('B').get(`no/such/thing?${name}=${secret}`)
        await stithy.client('B').get(`users/${secret.slice(0, 200)}?x`)
        await sendRaw(stithy.client('B'), { target: `/api/v1/users/%zz?${name}=${secret}` })
        expect(stithy.logs.length).toBeGreaterThan(0)
        expect(JSON.stringify(stithy.logs)).not.toContain(`=${secret}`)
        expect(JSON.stringify(stithy.logs)).not.toContain(secret.slice(0, 200))
      }
    },
  )

  it('is in no log however short it is, nor is anything else of a query', async () => {
    for (const path of ['user', 'users/carol', 'no/such/thing', 'auth/verify-email/x']) {
      await stithy.client('B').get(`${path}?token=hunter2hunter2&note=private`)
    }
    await stithy.client('B').post('auth/login?password=hunter2hunter2', { username: 'carol', password: 'x' })
    expect(stithy.logs.filter((line) => line['path'] === '/api/v1/no/such/thing')).not.toEqual([])
    expect(JSON.stringify(stithy.logs)).not.toMatch(/hunter2|private/)
  })

  it('does not replace a bad token in the header', async () => {
    const pat = await newToken(stithy.client('B').as(carol.access), ['repo:read'])
    expectFault(await stithy.client('B').as('nonsense').get(`user?token=${pat}`), 'B', 'unauthorized')
  })
})

/** Everything of an answer that a stranger could compare, but for what differs in any two. */
function comparable(answer: Answer): string {
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
  const { request_id: _, ...body } = answer.body
  return JSON.stringify([answer.status, body, headers])
}

/** How much slower the first is than the second, by their medians, asked in turn. */
async function slowness(times: number, one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<number> {
  const took: [number[], number[]] = [[], []]
  await one()
  await other()
  for (let count = 0; count < times; count++) {
    for (const [index, ask] of [one, other].entries()) {
      const began = performance.now()
      await ask()
      took[index]?.push(performance.now() - began)
    }
  }
  const [slow = 0, quick = 1] = took.map((list) => list.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0)
  return slow / quick
}
