import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, RequestOptions } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { codeOf, cookieOf, newPerson, newToken, type Person, password, register } from '../support/people.ts'
import { statusesOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const limits = {
  RATE_LIMIT_ENABLED: 'true',
  RATE_LIMIT_ANONYMOUS: '6/1h',
  RATE_LIMIT_USER: '7/1h',
  RATE_LIMIT_LOGIN: '4/15m',
}

/** Behind a proxy, so that each test can come from an address of its own. */
let stithy: TestStithy
let visitors = 0

beforeAll(async () => {
  stithy = await startStithy({ ...limits, TRUSTED_PROXIES: '127.0.0.1' })
  await register(stithy, 'ada')
})
afterAll(() => stithy.stop())

const from = (address: string): RequestOptions => ({ headers: { 'x-forwarded-for': address } })
const newAddress = () => `198.51.100.${++visitors}`

async function repeat(count: number, ask: (index: number) => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) statuses.push((await ask(index)).status)
  return statuses
}

const guess = (form: Form, options: RequestOptions) =>
  stithy.client(form).post('auth/login', { username: 'ada', password: 'not the right phrase' }, options)

describe.each(forms)('over the limit, Form %s', (form) => {
  it('the answer is 429 with Retry-After in seconds', async () => {
    const options = from(newAddress())
    await repeat(6, () => stithy.client(form).get('users/ada', options))
    const answer = await stithy.client(form).get('users/ada', options)
    expectFault(answer, form, 'rate-limited')
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(3500)
    expect(seconds).toBeLessThanOrEqual(3600)
    expect(answer.headers.get('x-ratelimit-limit')).toBe('6')
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0')
    expectResetIn(answer, seconds)
  })

  it('below it every answer tells the limit, what is left of it, and when it starts anew', async () => {
    const options = from(newAddress())
    const left: (string | null)[] = []
    for (const path of ['users/ada', 'users/nobody', 'user', 'no/such/thing', 'users/a%00']) {
      const answer = await stithy.client(form).get(path, options)
      expect(answer.headers.get('x-ratelimit-limit')).toBe('6')
      expectResetIn(answer, 3600)
      expect(answer.headers.get('retry-after')).toBeNull()
      left.push(answer.headers.get('x-ratelimit-remaining'))
    }
    expect(left).toEqual(['5', '4', '3', '2', '1'])
  })
})

describe('what counts for a stranger', () => {
  it('is every request to the API, whatever comes of it', async () => {
    const options = from(newAddress())
    const asks: readonly (() => Promise<Answer>)[] = [
      () => stithy.client('B').get('users/ada', options),
      () => stithy.client('B').get('user', options),
      () => stithy.client('B').get('no/such/thing', options),
      () => stithy.client('B').get('user', { headers: { ...options.headers, 'x-api-form': 'Z' } }),
      () => stithy.client('B').as('nonsense').get('user', options),
      () =>
        stithy
          .client('B')
          .as(`svc_pat_${'x'.repeat(40)}`)
          .get('user', options),
    ]
    const inTurn = async () => {
      const statuses: number[] = []
      for (const ask of asks) statuses.push((await ask()).status)
      return statuses
    }
    expect(await inTurn()).toEqual([200, 401, 404, 400, 401, 401])
    expect(await inTurn()).toEqual([429, 429, 429, 429, 429, 429])
  })

  it('is counted apart from other addresses', async () => {
    const [one, other] = [from(newAddress()), from(newAddress())]
    await repeat(8, () => stithy.client('B').get('users/ada', one))
    expect((await stithy.client('B').get('users/ada', one)).status).toBe(429)
    expect((await stithy.client('B').get('users/ada', other)).status).toBe(200)
  })

  it('does not slip through when all come at once', async () => {
    const options = from(newAddress())
    const answers = await Promise.all(Array.from({ length: 20 }, () => stithy.client('B').get('users/ada', options)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(6)
  })
})

describe('what counts for an account', () => {
  it('is every request of it, from any address, by session and token together', async () => {
    const person = await fromElsewhere('busy')
    const client = stithy.client('B').as(person.access)
    const token = await newToken(client, ['repo:read'])
    const statuses = await repeat(6, (index) =>
      stithy
        .client('B')
        .as(index % 2 === 0 ? token : person.access)
        .get('user', from(newAddress())),
    )
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
    const over = await client.get('user', from(newAddress()))
    expectFault(over, 'B', 'rate-limited')
    expect(over.headers.get('x-ratelimit-limit')).toBe('7')
    expect((await stithy.client('B').as(token).get('user', from(newAddress()))).status).toBe(429)
  })

  it('takes nothing from the address, nor the address from the account', async () => {
    const person = await fromElsewhere('calm')
    const options = from(newAddress())
    await repeat(8, () => stithy.client('B').get('users/ada', options))
    const own = await stithy.client('B').as(person.access).get('user', options)
    expect([own.status, own.headers.get('x-ratelimit-remaining')]).toEqual([200, '6'])
    // Nor where they look for what is not there.
    const none = await stithy.client('B').as(person.access).get('no/such/thing', options)
    expect([none.status, none.headers.get('x-ratelimit-remaining')]).toEqual([404, '5'])
    expect((await stithy.client('B').as('svc_pat_none').get('no/such/thing', options)).status).toBe(429)
  })
})

describe('signing in', () => {
  it('counts failures per address: the fifth of four is refused, even with the right password', async () => {
    const options = from(newAddress())
    expect(await repeat(4, () => guess('B', options))).toEqual([401, 401, 401, 401])
    const fifth = await guess('B', options)
    expectFault(fifth, 'B', 'rate-limited')
    expect(fifth.headers.get('x-ratelimit-limit')).toBe('4')
    expect(Number(fifth.headers.get('retry-after'))).toBeGreaterThan(800)
    const right = await stithy.client('B').post('auth/login', { username: 'ada', password }, options)
    expect(right.status).toBe(429)
    const elsewhere = await stithy.client('B').post('auth/login', { username: 'ada', password }, from(newAddress()))
    expect(elsewhere.status).toBe(200)
  })

  it('does not count what succeeds', async () => {
    const options = from(newAddress())
    const right = () => stithy.client('B').post('auth/login', { username: 'ada', password }, options)
    expect(await repeat(6, right)).toEqual([200, 200, 200, 200, 200, 200])
  })

  it('counts the second factor with it', async () => {
    const options = from(newAddress())
    const verify = () => stithy.client('B').post('auth/2fa/verify', { challenge_token: 'x', code: '123456' }, options)
    expect(await repeat(3, verify)).toEqual([401, 401, 401])
    expect((await guess('B', options)).status).toBe(401)
    expect((await guess('B', options)).status).toBe(429)
  })

  it('counts passkeys with it, in both steps', async () => {
    const options = from(newAddress())
    const send = (path: string) => () =>
      stithy.client().send('POST', path, { fields: { credential: '{}' }, ...options })
    expect(await repeat(2, send('/login/passkey'))).toEqual([401, 401])
    expect(await repeat(2, send('/login/two-factor/passkey'))).toEqual([401, 401])
    expect((await guess('B', options)).status).toBe(429)
    expect(await repeat(1, send('/login/passkey'))).toEqual([429])
  })

  it('does not slip through when all come at once', async () => {
    const options = from(newAddress())
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess('B', options)))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(4)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(8)
  })

  it('leaves the rest of the API to the same address', async () => {
    const options = from(newAddress())
    await repeat(5, () => guess('B', options))
    expect((await stithy.client('B').get('users/ada', options)).status).toBe(200)
  })

  it('counts failures for one account from everywhere, too, and answers the same where there is none', async () => {
    const own = await startStithy({ ...limits, RATE_LIMIT_LOGIN: '2/15m', TRUSTED_PROXIES: '127.0.0.1' })
    try {
      await register(own, 'attacked')
      for (const username of ['attacked', 'missing']) {
        const body = { username, password: 'not the right phrase' }
        const answers = await Promise.all(
          Array.from({ length: 21 }, () => own.client('B').post('auth/login', body, from(newAddress()))),
        )
        expect(statusesOf(answers)).toEqual([...Array<number>(20).fill(401), 429])
      }
    } finally {
      await own.stop()
    }
  })
})

describe('guessing for one account from everywhere', () => {
  let own: TestStithy
  beforeAll(async () => {
    own = await startStithy({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_LOGIN: '2/15m', TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => own.stop())

  const wrong = 'not the right phrase'
  const twentyThen = (status: number) => [...Array<number>(20).fill(status), 429].toSorted((a, b) => a - b)
  const often = (ask: () => Promise<Answer>) => Promise.all(Array.from({ length: 21 }, ask))
  const person = async (name: string) => {
    const options = from(newAddress())
    await own.client('B').post('auth/register', { username: name, email: `${name}@e.org`, password }, options)
    const login = await own.client('B').post('auth/login', { username: name, password }, options)
    return own.client('B').as(login.body.access_token)
  }

  it('is as limited through git as through the API, and counts with it', async () => {
    await person('cloned')
    for (const name of ['cloned', 'nobody']) {
      const basic = (secret: string) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
      const fetchRefs = (secret: string) =>
        own.client().get('/cloned/x/info/refs?service=git-upload-pack', {
          headers: { ...from(newAddress()).headers, authorization: basic(secret) },
        })
      expect(statusesOf(await often(() => fetchRefs(wrong)))).toEqual(twentyThen(401))
      const refused = await fetchRefs(password)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
      const login = await own.client('B').post('auth/login', { username: name, password }, from(newAddress()))
      expectFault(login, 'B', 'rate-limited')
    }
  })

  it('is as limited inside a session', async () => {
    const client = await person('borrowed')
    const change = { current_password: wrong, password: 'another long phrase 8' }
    const guessed = await often(() => client.send('PUT', 'user/password', { body: change, ...from(newAddress()) }))
    expect(statusesOf(guessed)).toEqual(twentyThen(400))
    const right = { ...change, current_password: password }
    expectFault(await client.send('PUT', 'user/password', { body: right, ...from(newAddress()) }), 'B', 'rate-limited')
    const proof = { password: wrong, code: '123456' }
    expectFault(await client.post('auth/2fa/disable', proof, from(newAddress())), 'B', 'rate-limited')
    const farewell = { body: { password, confirm: 'borrowed' }, ...from(newAddress()) }
    expectFault(await client.send('DELETE', 'user', farewell), 'B', 'rate-limited')
    // The rest of the account is theirs as before.
    expect((await client.get('user', from(newAddress()))).status).toBe(200)
  })

  it('the second factor is told to the person, whose password somebody has', async () => {
    const client = await person('known')
    const { secret } = (await client.post('auth/2fa/setup')).body
    const { recovery_codes: codes } = (await client.post('auth/2fa/enable', { code: codeOf(own, secret) })).body
    const signInWith = (code: string) =>
      own.client('B').post('auth/login', { username: 'known', password, code }, from(newAddress()))
    const subjects = async (count: number) => (await own.mails('known@e.org', count)).map((mail) => mail.subject)
    expect(await repeat(4, () => signInWith('aaaaaa-bbbbbb'))).toEqual([401, 401, 401, 401])
    // What succeeds does not count.
    expect((await signInWith(codes[0])).status).toBe(200)
    const before = ['Confirm your e-mail address', 'Two-factor sign-in was turned on']
    const used = 'A recovery code was used to sign in'
    expect(new Set(await subjects(3))).toEqual(new Set([used, ...before]))
    expect(await repeat(2, () => signInWith('aaaaaa-bbbbbb'))).toEqual([401, 401])
    const told = 'Somebody enters wrong codes for your account'
    expect(new Set(await subjects(4))).toEqual(new Set([used, ...before, told]))
  })

  it('is as limited on the pages, with the same count', async () => {
    await person('clicked')
    const login = await own.client().send('POST', '/login', {
      fields: { username: 'clicked', password },
      ...from(newAddress()),
    })
    const cookie = cookieOf(login.headers)
    const fields = { current_password: wrong, new_password: 'another long phrase 8' }
    const send = () =>
      own.client().send('POST', '/settings/security/password', { cookie, fields, ...from(newAddress()) })
    expect(statusesOf(await often(send))).toEqual(twentyThen(422))
  })

  it('counts failures only', async () => {
    await person('changing')
    const login = await own.client('B').post('auth/login', { username: 'changing', password }, from(newAddress()))
    let cookie = cookieOf(login.headers)
    let current = password
    const statuses = await repeat(22, async (index) => {
      const next = `another long phrase ${index}`
      const body = { current_password: current, password: next }
      current = next
      const { headers } = from(newAddress())
      const sent = { body, cookie, headers: { ...headers, origin: own.url } }
      const answer = await own.client('B').send('PUT', 'user/password', sent)
      cookie = cookieOf(answer.headers)
      return answer
    })
    expect(statuses).toEqual(Array(22).fill(204))
  })
})

describe('registering, and asking for a new password', () => {
  it('count no registration that was mistyped, but those that ask for what somebody has', async () => {
    const options = from(newAddress())
    const join = (username: string) => () =>
      stithy.client('B').post('auth/register', { username, email: `${username}@e.org`, password }, options)
    expect(await repeat(5, join('not a name'))).toEqual([400, 400, 400, 400, 400])
    expect(await repeat(5, join('ada'))).toEqual([409, 409, 409, 409, 429])
  })

  it('come back on a page past the limit with what was typed, but for passwords', async () => {
    const options = from(newAddress())
    const send = (path: string, fields: Record<string, string>) =>
      stithy.client().send('POST', path, { ...options, fields, headers: { ...options.headers, origin: stithy.url } })
    const typed = { username: 'ada', email: 'typed@example.org', password: 'a phrase to be forgotten' }
    expect(await repeat(4, () => send('/register', typed))).toEqual([409, 409, 409, 409])
    const refused = await send('/register', typed)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.text).toContain('typed@example.org')
    expect(refused.text).toContain('Too many attempts: try again in')
    expect(refused.text).not.toContain('a phrase to be forgotten')
    await repeat(4, () => send('/login', typed))
    const login = await send('/login', typed)
    expect([login.status, login.text.includes('value="ada"')]).toEqual([429, true])
  })

  it('count every attempt per address, each apart', async () => {
    const options = from(newAddress())
    const join = (index: number) =>
      stithy
        .client('B')
        .post('auth/register', { username: `j${visitors}-${index}`, email: `j${index}@e.org`, password }, options)
    const forgot = () => stithy.client('B').post('auth/forgot-password', { email: 'x@example.org' }, options)
    expect(await repeat(5, join)).toEqual([201, 201, 201, 201, 429])
    expect(await repeat(5, forgot)).toEqual([202, 202, 202, 202, 429])
    const reset = await stithy.client('B').post('auth/reset-password', { token: 'x', password }, options)
    expectFault(reset, 'B', 'rate-limited')
    expect((await stithy.client('B').get('auth/verify-email/nonsense', options)).status).toBe(429)
    expect((await guess('B', options)).status).toBe(401)
  })
})

describe('changing the e-mail address', () => {
  it('counts like asking for mail, from everywhere, and only where a mail goes out', async () => {
    const person = await fromElsewhere('wanderer')
    const client = stithy.client('B').as(person.access)
    const move = (email: string) => client.send('PATCH', 'user', { body: { email, password }, ...from(newAddress()) })
    const statuses = [await move(person.email), await move('one@e.org'), await move('two@e.org')]
    expect(statusesOf(statuses)).toEqual([200, 200, 200])
    const own = await fromElsewhere('stayer')
    const address = from(newAddress())
    const patch = (body: object) =>
      stithy
        .client('B')
        .as(own.access)
        .send('PATCH', 'user', { body, ...address })
    const names = await repeat(2, (index) => patch({ full_name: `Stayer ${index}`, email: own.email }))
    expect(names).toEqual([200, 200])
    expect(await repeat(4, (index) => patch({ email: `stranger${index}@e.org`, password }))).toEqual([
      200, 200, 200, 200,
    ])
    expectFault(await patch({ email: 'stranger5@e.org', password }), 'B', 'rate-limited')
    const elsewhere = { body: { email: 'stranger6@e.org', password }, ...from(newAddress()) }
    expect((await stithy.client('B').as(own.access).send('PATCH', 'user', elsewhere)).status).toBe(429)
  })
})

describe('an address', () => {
  it('of IPv6 counts with its whole /64', async () => {
    const ask = (address: string) => stithy.client('B').get('users/ada', from(address))
    expect(await repeat(6, (index) => ask(`2001:db8:1:2::${index + 1}`))).toEqual(Array(6).fill(200))
    expect((await ask('2001:db8:1:2:ffff:ffff:ffff:ffff')).status).toBe(429)
    expect((await ask('2001:0DB8:0001:0002:0:0:0:9')).status).toBe(429)
    expect((await ask('2001:db8:1:3::1')).status).toBe(200)
  })

  it('of IPv4 written as IPv6 is the same one', async () => {
    const address = newAddress()
    await repeat(6, () => stithy.client('B').get('users/ada', from(address)))
    expect((await stithy.client('B').get('users/ada', from(`::ffff:${address}`))).status).toBe(429)
  })

  it('is the one that our proxy saw, not one that the visitor put in front of it', async () => {
    const address = newAddress()
    const statuses = await repeat(7, (index) =>
      stithy.client('B').get('users/ada', from(`203.0.113.${index}, ${address}`)),
    )
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })

  it('is the same one whatever port a proxy adds to it', async () => {
    const ask = (address: string) => stithy.client('B').get('users/ada', from(address))
    const address = newAddress()
    expect(await repeat(6, (index) => ask(`${address}:${5000 + index}`))).toEqual(Array(6).fill(200))
    expect((await ask(address)).status).toBe(429)
    expect((await ask(`${newAddress()}:5000`)).status).toBe(200)
    expect(await repeat(6, (index) => ask(`[2001:db8:7:7::${index + 1}]:${5000 + index}`))).toEqual(Array(6).fill(200))
    expect((await ask('2001:db8:7:7::9')).status).toBe(429)
    expect((await ask('[2001:db8:7:8::1]:80')).status).toBe(200)
  })

  it('that makes no sense is the address of the proxy that sent it', async () => {
    const statuses = await repeat(7, (index) => stithy.client('B').get('users/ada', from(`nonsense-${index}`)))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect((await stithy.client('B').get('users/ada')).status).toBe(429)
    expect(stithy.logs.some((line) => String(line['ip']).includes('nonsense'))).toBe(false)
  })
})

describe('without a proxy that is trusted', () => {
  it('X-Forwarded-For and its relatives change nothing', async () => {
    const bare = await startStithy(limits)
    try {
      const statuses = await repeat(7, (index) =>
        bare.client('B').get('users/nobody', {
          headers: {
            'x-forwarded-for': `198.51.100.${index}`,
            forwarded: `for=198.51.100.${index}`,
            'x-real-ip': `198.51.100.${index}`,
            'cf-connecting-ip': `198.51.100.${index}`,
          },
        }),
      )
      expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 429])
      expect(bare.logs.filter((line) => line['ip'] !== undefined && line['ip'] !== '127.0.0.1')).toEqual([])
    } finally {
      await bare.stop()
    }
  })
})

describe('the settings', () => {
  it('are 120 a minute for strangers, 6000 an hour for an account and 10 failures in 15 minutes by default', async () => {
    const usual = await startStithy({ RATE_LIMIT_ENABLED: 'true' })
    try {
      const person = await newPerson(usual, 'ada')
      const limitOf = (answer: Answer) => [
        answer.headers.get('x-ratelimit-limit'),
        answer.headers.get('x-ratelimit-remaining'),
      ]
      expect(limitOf(await usual.client('B').get('users/ada'))).toEqual(['120', '119'])
      expect(limitOf(await usual.client('B').as(person.access).get('user'))).toEqual(['6000', '5999'])
      expect(limitOf(await usual.client('B').post('auth/login', {}))).toEqual(['10', '9'])
      expect(limitOf(await usual.client('B').post('auth/forgot-password', {}))).toEqual(['10', '9'])
    } finally {
      await usual.stop()
    }
  })

  it('let a window pass: then the count starts anew', async () => {
    const brief = await startStithy({ ...limits, RATE_LIMIT_ANONYMOUS: '2/2s' })
    try {
      const ask = () => brief.client('B').get('users/nobody')
      expect(await repeat(3, ask)).toEqual([404, 404, 429])
      const refused = await ask()
      expect(['1', '2']).toContain(refused.headers.get('retry-after'))
      await sleep(2050)
      expect(await repeat(3, ask)).toEqual([404, 404, 429])
    } finally {
      await brief.stop()
    }
  })

  it('can turn all of it off, headers included', async () => {
    const open = await startStithy({ ...limits, RATE_LIMIT_ENABLED: 'false' })
    try {
      expect(await repeat(10, () => open.client('B').get('users/nobody'))).toEqual(Array(10).fill(404))
      const answer = await open.client('B').get('users/nobody')
      expect([...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
    } finally {
      await open.stop()
    }
  })
})

/** A moment in Unix time, in seconds. */
function expectResetIn(answer: Answer, seconds: number): void {
  const reset = Number(answer.headers.get('x-ratelimit-reset'))
  expect(Math.abs(reset - (Date.now() / 1000 + seconds))).toBeLessThan(60)
}

/** Registers and signs in from an address that nobody else uses. */
async function fromElsewhere(username: string): Promise<Person> {
  const options = from(newAddress())
  const email = `${username}@example.org`
  await stithy.client('B').post('auth/register', { username, email, password }, options)
  const login = await stithy.client('B').post('auth/login', { username, password }, options)
  return { username, email, access: login.body.access_token, refresh: login.body.refresh_token, cookie: '' }
}
