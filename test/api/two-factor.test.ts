import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute, second } from '../../src/core/clock.ts'
import type { Answer } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { codeOf, type Enrolled, enrol, newPerson, type Person, password, signIn } from '../support/people.ts'
import { anId, keysOf, statusesOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const step = 30 * second

let stithy: TestStithy
/** An administrator without, and somebody with two-factor sign-in. */
let admin: Person
let eve: Person & Enrolled

beforeAll(async () => {
  stithy = await startStithy()
  admin = await newPerson(stithy, 'ruler')
  eve = await newEnrolled('eve')
})
afterAll(() => stithy.stop())

async function newEnrolled(name: string): Promise<Person & Enrolled> {
  const person = await newPerson(stithy, name)
  return { ...person, ...(await enrol(stithy, person)) }
}

/** A code of Eve's that nobody has used. */
function freshCode(): string {
  stithy.advance(step)
  return codeOf(stithy, eve.secret)
}

async function challengeOf(name: string): Promise<string> {
  return (await stithy.client('B').post('auth/login', { username: name, password })).body.challenge_token
}

function verify(challenge: string, code: string, form: Form = 'B'): Promise<Answer> {
  return stithy.client(form).post('auth/2fa/verify', { challenge_token: challenge, code })
}

describe.each(forms)('enrolment, Form %s', (form) => {
  it('begins with a secret, its address and a picture of it, and changes nothing yet', async () => {
    const person = await newPerson(stithy, `begins-${form}`)
    const answer = await stithy.client(form).as(person.access).post('auth/2fa/setup')
    expect(answer.status).toBe(200)
    expect(keysOf(answer.body)).toEqual(['otpauth_url', 'qr_svg', 'secret'])
    expect(answer.body.secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(answer.body.otpauth_url)
    expect(url.protocol).toBe('otpauth:')
    expect(url.searchParams.get('secret')).toBe(answer.body.secret)
    expect(decodeURIComponent(url.pathname)).toContain(`begins-${form}`)
    expect(answer.body.qr_svg).toMatch(/^<svg .*<\/svg>$/s)
    await signIn(stithy, person.username)
  })

  it('ends with the first code, gives ten recovery codes, and tells the person', async () => {
    const person = await newPerson(stithy, `ends-${form}`)
    const client = stithy.client(form).as(person.access)
    expectFault(await client.post('auth/2fa/enable', { code: '123456' }), form, 'conflict')
    const { secret } = (await client.post('auth/2fa/setup')).body
    for (const wrong of [otherThan(codeOf(stithy, secret)), '12345', ' ', 'abcdef', codeAt(secret, 3)]) {
      const refused = await client.post('auth/2fa/enable', { code: wrong })
      expectFault(refused, form, 'invalid', { details: ['code: wrong'] })
    }
    const answer = await client.post('auth/2fa/enable', { code: codeOf(stithy, secret) })
    expect(answer.status).toBe(200)
    expect(keysOf(answer.body)).toEqual(['recovery_codes'])
    expect(new Set(answer.body.recovery_codes).size).toBe(10)
    for (const code of answer.body.recovery_codes) expect(code).toMatch(/^[a-z0-9]{6}-[a-z0-9]{6}$/)
    // They are read from paper by somebody who has lost everything else.
    expect(answer.body.recovery_codes.join('')).not.toMatch(/[01ilo]/)
    expectFault(await client.post('auth/2fa/setup'), form, 'conflict')
    expectFault(await client.post('auth/2fa/enable', { code: codeOf(stithy, secret) }), form, 'conflict')
    const mails = await stithy.mails(person.email, 2)
    expect(mails.map((mail) => mail.text).join()).toContain('Two-factor sign-in was turned on')
    const log = await stithy.client('B').as(admin.access).get(`admin/audit?actor=${person.username}`)
    expect(log.body.items[0]).toMatchObject({ event: 'TWO_FACTOR_ENABLED' })
  })
})

describe('enrolment', () => {
  it('takes the secret of the last set-up only', async () => {
    const person = await newPerson(stithy, 'undecided')
    const client = stithy.client('B').as(person.access)
    const first = (await client.post('auth/2fa/setup')).body.secret
    const last = (await client.post('auth/2fa/setup')).body.secret
    expect((await client.post('auth/2fa/enable', { code: codeOf(stithy, first) })).status).toBe(400)
    expect((await client.post('auth/2fa/enable', { code: codeOf(stithy, last) })).status).toBe(200)
  })

  it.each([0, 1])('uses its code up, which may be %i steps off: the first sign-in takes a later one', async (off) => {
    const name = `quick${off}`
    const person = await newPerson(stithy, name)
    const client = stithy.client('B').as(person.access)
    const { secret } = (await client.post('auth/2fa/setup')).body
    const code = codeAt(secret, off)
    expect((await client.post('auth/2fa/enable', { code })).status).toBe(200)
    expect((await verify(await challengeOf(name), code)).status).toBe(401)
    expect((await client.post('auth/2fa/disable', { password, code })).status).toBe(403)
    stithy.advance((off + 1) * step)
    expect((await verify(await challengeOf(name), codeOf(stithy, secret))).status).toBe(200)
  })
})

describe.each(forms)('signing in with two factors, Form %s', (form) => {
  it('answers the password with a challenge and nothing else', async () => {
    const answer = await stithy.client(form).post('auth/login', { username: 'eve', password })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ requires_2fa: true, challenge_token: expect.stringMatching(/^\S{20,}$/) })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('answers the code with tokens, the user and the cookie', async () => {
    const answer = await verify(await challengeOf('eve'), freshCode(), form)
    expect(answer.status).toBe(200)
    expect(keysOf(answer.body)).toEqual(['access_token', 'refresh_token', 'user'])
    expect(answer.body.user).toEqual({ id: anId[form], username: 'eve', email: 'eve@example.org' })
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^svc_session=/)])
    expect((await stithy.client(form).as(answer.body.access_token).get('user')).status).toBe(200)
  })

  it('takes the code along with the password', async () => {
    const body = { email: 'eve@example.org', password, code: freshCode() }
    const answer = await stithy.client(form).post('auth/login', body)
    expect(answer.status).toBe(200)
    expect(keysOf(answer.body)).toEqual(['access_token', 'refresh_token', 'token_type', 'user'])
  })

  it.each([
    ['a wrong code', () => ({ password, code: otherThan(freshCode()) })],
    ['a wrong password', () => ({ password: 'not the right phrase', code: freshCode() })],
  ])('refuses %s with the answer to any wrong credentials', async (_, wrong) => {
    const answer = await stithy.client(form).post('auth/login', { username: 'eve', ...wrong() })
    expectFault(answer, form, 'unauthorized', { codeOfA: 'INVALID_CREDENTIALS' })
  })

  it('refuses a wrong code for the challenge', async () => {
    const answer = await verify(await challengeOf('eve'), otherThan(freshCode()), form)
    expectFault(answer, form, 'unauthorized', { codeOfA: 'INVALID_CREDENTIALS' })
  })

  it.each([
    [{}, ['challenge_token: required', 'code: required']],
    [{ challenge_token: ['x'], code: 123456 }, ['challenge_token: type', 'code: type']],
    [{ challenge_token: 'x', code: '' }, ['code: too_short']],
  ])('wants the two texts: %j', async (body, details) => {
    expectFault(await stithy.client(form).post('auth/2fa/verify', body), form, 'invalid', { details })
  })
})

describe('a code', () => {
  it('works once, not twice', async () => {
    const code = freshCode()
    expect((await verify(await challengeOf('eve'), code)).status).toBe(200)
    expect((await verify(await challengeOf('eve'), code)).status).toBe(401)
  })

  it('works once when it comes twice at once', async () => {
    const challenges = [await challengeOf('eve'), await challengeOf('eve')]
    const code = freshCode()
    const answers = await Promise.all(challenges.map((challenge) => verify(challenge, code)))
    expect(statusesOf(answers)).toEqual([200, 401])
  })

  it('may be one step off, and no more', async () => {
    stithy.advance(10 * step)
    const challenge = await challengeOf('eve')
    for (const off of [-3, 3]) expect((await verify(challenge, codeAt(eve.secret, off))).status).toBe(401)
    expect((await verify(challenge, codeAt(eve.secret, 1))).status).toBe(200)
  })

  it('is refused when a later one was used', async () => {
    stithy.advance(10 * step)
    expect((await verify(await challengeOf('eve'), codeAt(eve.secret, 0))).status).toBe(200)
    expect((await verify(await challengeOf('eve'), codeAt(eve.secret, -1))).status).toBe(401)
  })

  it('may have spaces in it', async () => {
    const code = freshCode()
    const answer = await verify(await challengeOf('eve'), ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect(answer.status).toBe(200)
  })
})

describe('a challenge token', () => {
  it('works once', async () => {
    const challenge = await challengeOf('eve')
    expect((await verify(challenge, freshCode())).status).toBe(200)
    expect((await verify(challenge, freshCode())).status).toBe(401)
  })

  it('allows five tries', async () => {
    const [four, five] = [await challengeOf('eve'), await challengeOf('eve')]
    const right = freshCode()
    for (let count = 0; count < 5; count++) await verify(five, otherThan(right))
    expect((await verify(five, right)).status).toBe(401)
    for (let count = 0; count < 4; count++) await verify(four, otherThan(right))
    expect((await verify(four, right)).status).toBe(200)
  })

  it('allows no more than five tries when they come at once', async () => {
    const challenge = await challengeOf('eve')
    const right = freshCode()
    await Promise.all(Array.from({ length: 8 }, () => verify(challenge, otherThan(right))))
    expect((await verify(challenge, right)).status).toBe(401)
  })

  it('works for five minutes and not longer', async () => {
    const early = await challengeOf('eve')
    stithy.advance(5 * minute - 5 * second)
    expect((await verify(early, codeOf(stithy, eve.secret))).status).toBe(200)
    const late = await challengeOf('eve')
    stithy.advance(5 * minute + second)
    expect((await verify(late, codeOf(stithy, eve.secret))).status).toBe(401)
  })

  it('is no access token', async () => {
    expectFault(
      await stithy
        .client('B')
        .as(await challengeOf('eve'))
        .get('user'),
      'B',
      'unauthorized',
    )
  })

  it('opens nothing once the account is disabled or has another password', async () => {
    const person = await newEnrolled('moved')
    const root = stithy.client('B').as((await signIn(stithy, 'ruler')).access)
    const client = stithy.client('B').as(person.access)
    const [first, other] = [await challengeOf('moved'), await challengeOf('moved')]
    await root.send('PATCH', 'admin/users/moved', { body: { disabled: true } })
    expect((await verify(first, codeOf(stithy, person.secret))).status).toBe(401)
    await root.send('PATCH', 'admin/users/moved', { body: { disabled: false } })
    expect((await client.get('user')).status).toBe(401)
    const { body } = await verify(await challengeOf('moved'), codeOf(stithy, person.secret))
    const change = { body: { current_password: password, password: 'another long phrase 8' } }
    expect((await stithy.client('B').as(body.access_token).send('PUT', 'user/password', change)).status).toBe(204)
    stithy.advance(step)
    expect((await verify(other, codeOf(stithy, person.secret))).status).toBe(401)
  })
})

describe('a recovery code', () => {
  it('works once in place of a code, and the person hears of it', async () => {
    const person = await newEnrolled('forgetful')
    const [first, other] = person.recoveryCodes.map(String)
    expect((await verify(await challengeOf('forgetful'), first ?? '')).status).toBe(200)
    expect((await verify(await challengeOf('forgetful'), first ?? '')).status).toBe(401)
    expect((await verify(await challengeOf('forgetful'), other ?? '')).status).toBe(200)
    const mails = await stithy.mails(person.email, 4)
    expect(mails.filter((mail) => mail.text?.includes('A recovery code was used'))).toHaveLength(2)
  })

  it('may be typed in capitals and with a space for the dash', async () => {
    const code = String(eve.recoveryCodes[0]).toUpperCase().replace('-', ' ')
    expect((await verify(await challengeOf('eve'), code)).status).toBe(200)
  })

  it('works once when it comes twice at once', async () => {
    const challenges = [await challengeOf('eve'), await challengeOf('eve')]
    const answers = await Promise.all(challenges.map((one) => verify(one, String(eve.recoveryCodes[1]))))
    expect(statusesOf(answers)).toEqual([200, 401])
  })
})

describe.each(forms)('turning two-factor sign-in off, Form %s', (form) => {
  it('needs the password and a code, and answers 204', async () => {
    const person = await newEnrolled(`off-${form}`)
    const client = stithy.client(form).as(person.access)
    const code = codeOf(stithy, person.secret)
    const off = (proof: object) => client.post('auth/2fa/disable', { password, code, ...proof })
    expectFault(await off({ password: 'not the right phrase' }), form, 'forbidden')
    expectFault(await off({ code: otherThan(code) }), form, 'forbidden')
    expectFault(await client.post('auth/2fa/disable', {}), form, 'invalid', {
      details: ['password: required', 'code: required'],
    })
    const done = await off({})
    expect([done.status, done.text]).toEqual([204, ''])
    await signIn(stithy, person.username)
    expectFault(await off({}), form, 'conflict')
  })

  it('takes no code that was used to sign in, and the next one at once', async () => {
    const person = await newEnrolled(`offused-${form}`)
    stithy.advance(step)
    const code = codeOf(stithy, person.secret)
    const { body } = await verify(await challengeOf(person.username), code)
    const client = stithy.client(form).as(body.access_token)
    expectFault(await client.post('auth/2fa/disable', { password, code }), form, 'forbidden')
    const next = await client.post('auth/2fa/disable', { password, code: codeAt(person.secret, 1) })
    expect(next.status).toBe(204)
  })

  it('takes a recovery code too, and makes the others worthless', async () => {
    const person = await newEnrolled(`offcode-${form}`)
    const client = stithy.client(form).as(person.access)
    const answer = await client.post('auth/2fa/disable', { password, code: person.recoveryCodes[0] })
    expect(answer.status).toBe(204)
    await enrol(stithy, person)
    expect((await verify(await challengeOf(person.username), String(person.recoveryCodes[1]))).status).toBe(401)
  })
})

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

function codeAt(secret: string, steps: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: stithy.app.clock.now() + steps * step })
}
