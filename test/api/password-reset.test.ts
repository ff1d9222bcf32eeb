import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '../../src/core/clock.ts'
import type { Answer } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { mailedToken } from '../support/mailed-links.ts'
import {
  codeOf,
  cookieOf,
  enrol,
  newPerson,
  newToken,
  type Person,
  password,
  register,
  signIn,
} from '../support/people.ts'
import { keysOf, statusesOf } from '../support/shapes.ts'
import { keyOf } from '../support/ssh.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const fresh = 'quite another phrase 9'

let stithy: TestStithy
let ada: Person
let people = 0

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

function nextName(): string {
  people += 1
  return `person-${people}`
}

async function resetToken(name: string, form: Form = 'B', count = 1): Promise<string> {
  const answer = await stithy.client(form).post('auth/forgot-password', { email: `${name}@example.org` })
  expect(answer.status).toBe(202)
  return mailedToken(stithy, `${name}@example.org`, 'reset-password', count)
}

const login = (username: string, secret: string) =>
  stithy.client('B').post('auth/login', { username, password: secret })

describe.each(forms)('asking for a new password, Form %s', (form) => {
  it.each(['ada@example.org', 'nobody@example.org', 'not an address', 'ada'])(
    'answers 202 and an empty object for "%s"',
    async (email) => {
      const answer = await stithy.client(form).post('auth/forgot-password', { email })
      expect([answer.status, answer.text]).toEqual([202, '{}'])
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    },
  )

  it.each([
    [{}, ['email: required']],
    [{ email: '' }, ['email: too_short']],
    [{ email: null }, ['email: type']],
    [{ email: 'x'.repeat(256) }, ['email: too_long']],
  ])('refuses %j', async (body, details) => {
    expectFault(await stithy.client(form).post('auth/forgot-password', body), form, 'invalid', { details })
  })

  it('mails a link under BASE_URL to the stored spelling of the address', async () => {
    const name = nextName()
    await register(stithy, name)
    await stithy.client(form).post('auth/forgot-password', { email: `${name.toUpperCase()}@EXAMPLE.org` })
    const token = await mailedToken(stithy, `${name}@example.org`, 'reset-password')
    const mail = (await stithy.mails(`${name}@example.org`)).find((one) => one.subject === 'Set a new password')
    expect(mail?.text).toContain(`${stithy.url}/reset-password/${token}\n`)
    expect(mail?.to).toEqual([{ address: `${name}@example.org`, name: '' }])
  })
})

describe.each(forms)('setting a new password, Form %s', (form) => {
  const reset = (token: unknown, secret: unknown = fresh) =>
    stithy.client(form).post('auth/reset-password', { token, password: secret })

  it('answers 204; the new password works, the old one does not, and every session has ended', async () => {
    const person = await newPerson(stithy, nextName())
    const answer = await reset(await resetToken(person.username, form))
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await login(person.username, fresh)).status).toBe(200)
    expect((await login(person.username, password)).status).toBe(401)
    expectFault(await stithy.client(form).as(person.access).get('user'), form, 'unauthorized')
    const refreshed = await stithy.client(form).post('auth/refresh', { refresh_token: person.refresh })
    expectFault(refreshed, form, 'unauthorized')
    expect((await stithy.client('B').get('user', { cookie: person.cookie })).status).toBe(401)
  })

  it('refuses a token that was used, even at the same moment', async () => {
    const name = nextName()
    await register(stithy, name)
    const token = await resetToken(name, form)
    const answers = await Promise.all([reset(token), reset(token), reset(token)])
    const refused = form === 'A' ? 422 : 400
    expect(statusesOf(answers)).toEqual([204, refused, refused])
    expectFault(await reset(token), form, 'invalid', { details: ['token: expired'] })
  })

  it('refuses a password that is no good, and the token stays good', async () => {
    const name = `lengthy-name-${form}`
    await register(stithy, name)
    const token = await resetToken(name.toLowerCase(), form)
    for (const [weak, code] of [
      ['short', 'too_short'],
      ['password12345', 'too_common'],
      [`${name}123`, 'too_common'],
    ]) {
      expectFault(await reset(token, weak), form, 'invalid', { details: [`password: ${code}`] })
    }
    expect((await reset(token)).status).toBe(204)
  })

  it.each(['nonsense', 'a'.repeat(43)])('refuses the token "%s"', async (token) => {
    expectFault(await reset(token), form, 'invalid', { details: ['token: expired'] })
  })

  it.each([
    [{}, ['token: required', 'password: required']],
    [{ token: ['a'], password: fresh }, ['token: type']],
    [{ token: 'a', password: 1 }, ['password: type']],
    [{ token: 'a'.repeat(513), password: fresh }, ['token: too_long']],
  ])('refuses %j', async (body, details) => {
    expectFault(await stithy.client(form).post('auth/reset-password', body), form, 'invalid', { details })
  })
})

describe('a reset token', () => {
  const reset = (token: string) => stithy.client('B').post('auth/reset-password', { token, password: fresh })

  it('stops working when another is asked for', async () => {
    const name = nextName()
    await register(stithy, name)
    const first = await resetToken(name)
    const second = await resetToken(name, 'B', 2)
    expect((await reset(first)).status).toBe(400)
    expect((await reset(second)).status).toBe(204)
  })

  it('is not sent to, and does not work for, a disabled account', async () => {
    const person = await newPerson(stithy, nextName())
    const token = await resetToken(person.username)
    const root = stithy.client('B').as(ada.access)
    await root.send('PATCH', `admin/users/${person.username}`, { body: { disabled: true } })
    expect((await reset(token)).status).toBe(400)
    await stithy.client('B').post('auth/forgot-password', { email: person.email })
    await stithy.client('B').post('auth/forgot-password', { email: ada.email })
    await mailedToken(stithy, ada.email, 'reset-password')
    const mails = await stithy.mails(person.email, 1)
    expect(mails.filter((mail) => mail.subject === 'Set a new password')).toHaveLength(1)
  })

  it('does not work once the account has another address, also when that is given up again', async () => {
    const person = await newPerson(stithy, nextName())
    const token = await resetToken(person.username)
    const move = async (email: string) => {
      const answer = await stithy.client('B').as(person.access).send('PATCH', 'user', { body: { email, password } })
      expect(answer.status, answer.text).toBe(200)
    }
    await move(`moved-${person.email}`)
    expect((await reset(token)).status).toBe(400)
    await move(person.email)
    expect((await reset(token)).status).toBe(400)
    expect((await login(person.username, password)).status).toBe(200)
  })

  it('does not work once the password was changed: whoever asked for it may be who is locked out', async () => {
    const person = await newPerson(stithy, nextName())
    const token = await resetToken(person.username)
    const body = { current_password: password, password: 'changed by its owner 3' }
    expect((await stithy.client('B').as(person.access).send('PUT', 'user/password', { body })).status).toBe(204)
    expect((await reset(token)).status).toBe(400)
    expect((await login(person.username, 'changed by its owner 3')).status).toBe(200)
  })

  it('verifies the address that it came to, and is told of afterwards', async () => {
    const person = await newPerson(stithy, nextName())
    await reset(await resetToken(person.username))
    const { access_token: access } = (await login(person.username, fresh)).body
    expect((await stithy.client('B').as(access).get('user')).body.email_verified).toBe(true)
    const mails = await stithy.mails(person.email, 3)
    expect(mails.filter((mail) => mail.text?.includes('The password of your account was changed'))).toHaveLength(1)
  })

  it('leaves tokens and keys alone where the address was known to be theirs, and else removes them', async () => {
    const [known, claimed] = [await newPerson(stithy, nextName()), await newPerson(stithy, nextName())]
    const token = await mailedToken(stithy, known.email, 'verify-email', 1)
    expect((await stithy.client('B').get(`auth/verify-email/${token}`)).status).toBe(200)
    const left: unknown[] = []
    for (const person of [known, claimed]) {
      const own = stithy.client('B').as(person.access)
      const pat = await newToken(own, ['repo:write'])
      await keyOf(stithy, person)
      await reset(await resetToken(person.username))
      const { access_token: access } = (await login(person.username, fresh)).body
      const keys = await stithy.client('B').as(access).get('user/keys')
      left.push([(await stithy.client('B').as(pat).get('user')).status, keys.body.total])
    }
    expect(left).toEqual([
      [200, 1],
      [401, 0],
    ])
    const mails = await stithy.mails(claimed.email, 6)
    expect(mails.filter((mail) => mail.text?.includes('could have been somebody else’s'))).toHaveLength(1)
  })

  it('leaves the second factor on', async () => {
    const person = await newPerson(stithy, nextName())
    await enrol(stithy, person)
    await reset(await resetToken(person.username))
    expect(keysOf((await login(person.username, fresh)).body)).toEqual(['challenge_token', 'requires_2fa'])
  })

  it('works for 60 minutes and not longer', async () => {
    const names = [nextName(), nextName()]
    const tokens: string[] = []
    for (const name of names) {
      await register(stithy, name)
      tokens.push(await resetToken(name))
    }
    stithy.advance(59 * minute)
    expect((await reset(tokens[0] ?? '')).status).toBe(204)
    stithy.advance(2 * minute)
    expect((await reset(tokens[1] ?? '')).status).toBe(400)
  })
})

describe('a sign-in with the old password that is under way while the password changes', () => {
  /** What is left to whoever signed in while `change` was under way. */
  async function outcomes(name: string, change: () => Promise<Answer>): Promise<number[]> {
    const [changed, ...logins] = await Promise.all([
      change(),
      ...Array.from({ length: 6 }, () => login(name, password)),
    ])
    expect(changed?.status).toBe(204)
    return Promise.all(
      logins.map(async (answer) =>
        answer.status === 200
          ? (await stithy.client('B').as(answer.body.access_token).get('user')).status
          : answer.status,
      ),
    )
  }

  it('opens no session that outlives a reset', async () => {
    const name = nextName()
    await register(stithy, name)
    const token = await resetToken(name)
    const reset = () => stithy.client('B').post('auth/reset-password', { token, password: fresh })
    expect(await outcomes(name, reset)).toEqual(Array(6).fill(401))
  })

  it('is not changed into itself', async () => {
    const person = await newPerson(stithy, nextName())
    const body = { current_password: password, password }
    const answer = await stithy.client('B').as(person.access).send('PUT', 'user/password', { body })
    expectFault(answer, 'B', 'invalid', { details: ['password: same'] })
  })

  it('opens no session that outlives a change', async () => {
    const person = await newPerson(stithy, nextName())
    const body = { current_password: password, password: fresh }
    const change = () => stithy.client('B').as(person.access).send('PUT', 'user/password', { body })
    expect(await outcomes(person.username, change)).toEqual(Array(6).fill(401))
  })

  it('opens no session of an account that is being deleted', async () => {
    const name = nextName()
    await register(stithy, name)
    const root = await signIn(stithy, 'ada')
    const remove = () => stithy.client('B').as(root.access).send('DELETE', `admin/users/${name}`)
    expect(await outcomes(name, remove)).toEqual(Array(6).fill(401))
  })

  it('leaves no challenge that outlives a reset', async () => {
    const person = await newPerson(stithy, nextName())
    const { secret } = await enrol(stithy, person)
    const token = await resetToken(person.username)
    const [, ...answers] = await Promise.all([
      stithy.client('B').post('auth/reset-password', { token, password: fresh }),
      ...Array.from({ length: 6 }, () => login(person.username, password)),
    ])
    for (const answer of answers) {
      const body = { challenge_token: answer.body.challenge_token ?? 'none', code: codeOf(stithy, secret) }
      expect((await stithy.client('B').post('auth/2fa/verify', body)).status).toBe(401)
    }
  })

  it('changes no password that was reset meanwhile', async () => {
    const person = await newPerson(stithy, nextName())
    const token = await resetToken(person.username)
    const body = { current_password: password, password: 'what the thief wants 1' }
    await Promise.all([
      stithy.client('B').post('auth/reset-password', { token, password: fresh }),
      ...[1, 2].map(() => stithy.client('B').as(person.access).send('PUT', 'user/password', { body })),
    ])
    expect((await login(person.username, fresh)).status).toBe(200)
  })
})

describe('changing the password in a browser', () => {
  it.each([
    ['by its page', 'POST', '/settings/security/password', 303],
    ['by the API', 'PUT', 'user/password', 204],
  ] as const)('opens a new session there, and nowhere else, %s', async (_, method, path, status) => {
    const person = await newPerson(stithy, nextName())
    const { cookie } = person
    const change = { current_password: password, [method === 'PUT' ? 'password' : 'new_password']: fresh }
    const sent = method === 'PUT' ? { body: change } : { fields: change }
    const answer = await stithy.client('B').send(method, path, { cookie, ...sent, headers: { origin: stithy.url } })
    expect(answer.status).toBe(status)
    expect((await stithy.client('B').get('user', { cookie })).status).toBe(401)
    expectFault(await stithy.client('B').as(person.access).get('user'), 'B', 'unauthorized')
    const own = await stithy.client('B').get('user/sessions', { cookie: cookieOf(answer.headers) })
    expect(own.body.items).toMatchObject([{ current: true }])
    const { access } = await signIn(stithy, 'ada')
    const log = await stithy.client('B').as(access).get(`admin/audit?event=PASSWORD_CHANGED&actor=${person.username}`)
    expect(log.body.items).toMatchObject([{ metadata: { session: 'renewed' } }])
  })
})

describe.each(forms)('changing the password, Form %s', (form) => {
  const change = (access: string, body: object) => stithy.client(form).as(access).send('PUT', 'user/password', { body })

  it('answers 204 and ends all sessions, the one that asks too', async () => {
    const person = await newPerson(stithy, nextName())
    const other = await signIn(stithy, person.username)
    const answer = await change(person.access, { current_password: password, password: fresh })
    expect([answer.status, answer.text]).toEqual([204, ''])
    for (const { access, refresh, cookie } of [person, other]) {
      expectFault(await stithy.client(form).as(access).get('user'), form, 'unauthorized')
      const renewed = await stithy.client(form).post('auth/refresh', { refresh_token: refresh })
      expectFault(renewed, form, 'unauthorized')
      expect((await stithy.client('B').get('user', { cookie })).status).toBe(401)
    }
    expect(cookieOf(answer.headers)).toBe('svc_session=')
    expect((await login(person.username, fresh)).status).toBe(200)
    expect((await login(person.username, password)).status).toBe(401)
  })

  it('needs the current password, and a new one that is good', async () => {
    const person = await newPerson(stithy, nextName())
    const wrong = await change(person.access, { current_password: 'not the right phrase', password: fresh })
    expectFault(wrong, form, 'invalid', { details: ['current_password: wrong'] })
    const weak = await change(person.access, { current_password: password, password: 'short' })
    expectFault(weak, form, 'invalid', { details: ['password: too_short'] })
    expectFault(await change(person.access, {}), form, 'invalid', {
      details: ['current_password: required', 'password: required'],
    })
    expect((await login(person.username, password)).status).toBe(200)
  })
})
