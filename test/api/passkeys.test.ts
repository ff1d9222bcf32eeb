// What authenticators and browsers would never send, to the forms that take their answers.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minute } from '../../src/core/clock.ts'
import { type Answering, Authenticator } from '../support/authenticator.ts'
import type { Answer } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import {
  addPasskey,
  atLocalhost,
  beginPasskey,
  beginSecondStep,
  sendPasskey,
  sendSecondStep,
  sendSignIn,
  signInOptions,
} from '../support/passkeys.ts'
import { cookieOf, enrol, newPerson, newToken, type Person, password, signIn } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let count = 0

beforeAll(async () => {
  stithy = await startStithy(await atLocalhost())
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

const refusal = 'The passkey was not accepted'

function expectRefused(answer: Answer): void {
  expect(answer.status).toBe(401)
  expect(answer.text).toContain(refusal)
  expect(answer.headers.getSetCookie()).toEqual([])
}

async function newHolder(answering: Answering = {}): Promise<{ person: Person; device: Authenticator }> {
  const person = await newPerson(stithy, `holder-${++count}`)
  const device = new Authenticator(stithy.url)
  const added = await addPasskey(stithy, person, device, answering)
  if (added.status !== 303) throw new Error(`add: ${added.status} ${added.text}`)
  return { person, device }
}

async function lastEvents(many: number): Promise<readonly unknown[]> {
  const { body } = await stithy.client('A').as(ada.access).get(`admin/audit?limit=${many}`)
  return body.slice(0, many)
}

describe('a passkey', () => {
  it('opens a session by itself, is listed, and can be taken away, all of it on record', async () => {
    const { person, device } = await newHolder({ synced: true })
    const answer = await sendSignIn(stithy, device.get(await signInOptions(stithy), { synced: true }))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
    const cookie = cookieOf(answer.headers)
    expect((await stithy.client().get('/dashboard', { cookie })).status).toBe(200)
    expect((await lastEvents(2)).toReversed()).toMatchObject([
      { event: 'PASSKEY_ADDED', target_name: 'Pocket', actor: { username: person.username } },
      { event: 'LOGIN_SUCCEEDED', metadata: { factor: 'passkey' }, actor: { username: person.username } },
    ])
    const client = stithy.client('A').as(person.access)
    const { body } = await client.get('user/passkeys')
    expect(body).toEqual([
      {
        id: expect.any(Number),
        name: 'Pocket',
        synced: true,
        created_at: expect.any(String),
        last_used_at: expect.any(String),
      },
    ])
    expect((await client.send('DELETE', `user/passkeys/${body[0].id}`)).status).toBe(204)
    expect((await client.get('user/passkeys')).body).toEqual([])
    expectRefused(await sendSignIn(stithy, device.get(await signInOptions(stithy))))
    expect((await lastEvents(2)).toReversed()).toMatchObject([
      { event: 'PASSKEY_REMOVED', target_name: 'Pocket' },
      { event: 'LOGIN_FAILED', metadata: { login: '', factor: 'passkey' }, actor: null },
    ])
    // Whoever is signed in by it stays so, as with any other credential.
    expect((await stithy.client().get('/dashboard', { cookie })).status).toBe(200)
  })

  it('is nothing that two-factor sign-in hangs on', async () => {
    const { person } = await newHolder()
    const { username } = person
    const login = await stithy.client().post('auth/login', { username, password })
    expect(login.body).toMatchObject({ access_token: expect.any(String) })
    const { body } = await stithy.client('A').as(ada.access).get(`admin/users/${username}`)
    expect(body).toMatchObject({ two_factor: false })
  })

  it.each(forms)('of somebody else is missing, and no token sees any (form %s)', async (form) => {
    const { person } = await newHolder()
    const own = stithy.client(form).as(person.access)
    const { body } = await own.get('user/passkeys')
    const id = (Array.isArray(body) ? body : body.items)[0].id
    const foreign = await stithy.client(form).as(ada.access).send('DELETE', `user/passkeys/${id}`)
    expectFault(foreign, form, 'missing', { codeOfA: 'PASSKEY_NOT_FOUND' })
    const token = await newToken(own, ['repo:write'])
    expectFault(await own.as(token).get('user/passkeys'), form, 'forbidden')
    expectFault(await own.as(token).send('DELETE', `user/passkeys/${id}`), form, 'forbidden')
  })

  it('goes with the lost two-factor sign-in that an administrator resets', async () => {
    const { person, device } = await newHolder()
    const reset = () => stithy.client('B').as(ada.access).post(`admin/users/${person.username}/reset-2fa`)
    expect((await reset()).status).toBe(204)
    expectRefused(await sendSignIn(stithy, device.get(await signInOptions(stithy))))
    expectFault(await reset(), 'B', 'conflict')
    expect((await stithy.client().as(person.access).get('user')).status).toBe(401)
    const mails = await stithy.mails(person.email, 3)
    expect(mails.map(({ text }) => text).join()).toMatch(/removed\s+any\s+passkeys and\s+ended all\s+sessions/)
  })
})

describe('a sign-in is refused, always in the same words,', () => {
  let device: Authenticator
  let person: Person
  beforeEach(async () => {
    ;({ device, person } = await newHolder())
  })
  const wrong: Readonly<Record<string, Answering>> = {
    'of another origin': { origin: 'http://localhost:1' },
    'of a sister host': { origin: 'http://evil.localhost' },
    'for another site': { rpId: 'example.org' },
    'of somebody who was not verified': { verified: false },
    'that was made to add a passkey': { type: 'webauthn.create' },
    'that names no account': { userHandle: null },
    'that names another account': { userHandle: Buffer.alloc(16).toString('base64url') },
  }
  it.each(Object.keys(wrong))('%s', async (name) => {
    expectRefused(await sendSignIn(stithy, device.get(await signInOptions(stithy), wrong[name])))
  })

  it('a second time, and of two at once one', async () => {
    const credential = device.get(await signInOptions(stithy))
    const both = await Promise.all([sendSignIn(stithy, credential), sendSignIn(stithy, credential)])
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([303, 401]))
    expectRefused(await sendSignIn(stithy, credential))
  })

  it('to a challenge that is too old, of our own making, or for something else', async () => {
    const late = device.get(await signInOptions(stithy))
    stithy.advance(5 * minute)
    expectRefused(await sendSignIn(stithy, late))
    const asked = await signInOptions(stithy)
    const challenge = `${asked.challenge.slice(0, -2)}AA`
    expectRefused(await sendSignIn(stithy, device.get({ ...asked, challenge })))
    const adding = await beginPasskey(stithy, await signIn(stithy, person.username))
    expectRefused(await sendSignIn(stithy, device.get({ ...asked, challenge: adding.challenge })))
  })

  it('by a key that is not the passkey’s', async () => {
    const asked = await signInOptions(stithy)
    const { id } = JSON.parse(device.get(asked))
    const other = JSON.parse(new Authenticator(stithy.url).get(asked, { userHandle: handleOf(device, asked) }))
    expectRefused(await sendSignIn(stithy, JSON.stringify({ ...other, id })))
  })

  it.each(['', 'null', '[]', '{"id":1}', '{"id":"a","response":{"clientDataJSON":"a"}}', '{'])(
    'that is none: %s',
    async (credential) => {
      expectRefused(await sendSignIn(stithy, credential))
    },
  )

  it('with bytes that are none', async () => {
    const credential = JSON.parse(device.get(await signInOptions(stithy)))
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature']) {
      const response = { ...credential.response, [field]: 'AAAA' }
      expectRefused(await sendSignIn(stithy, JSON.stringify({ ...credential, response })))
    }
  })

  it('for a disabled account and for a deleted one', async () => {
    const admin = stithy.client('B').as(ada.access)
    const at = `admin/users/${person.username}`
    await admin.send('PATCH', at, { body: { disabled: true } })
    expectRefused(await sendSignIn(stithy, device.get(await signInOptions(stithy))))
    await admin.send('PATCH', at, { body: { disabled: false } })
    expect((await sendSignIn(stithy, device.get(await signInOptions(stithy)))).status).toBe(303)
    await admin.send('DELETE', at)
    expectRefused(await sendSignIn(stithy, device.get(await signInOptions(stithy))))
  })

  it('from another site', async () => {
    const fields = { credential: device.get(await signInOptions(stithy)) }
    const headers = { origin: 'http://evil.example' }
    expect((await stithy.client().send('POST', '/login/passkey', { fields, headers })).status).toBe(403)
  })
})

it('a passkey that counts backwards is refused and told of; one that does not count is not', async () => {
  const { person, device } = await newHolder({ counter: 5 })
  const at = async (counter: number) => sendSignIn(stithy, device.get(await signInOptions(stithy), { counter }))
  expect((await at(6)).status).toBe(303)
  expectRefused(await at(6))
  expectRefused(await at(0))
  expect((await lastEvents(2)).toReversed()).toMatchObject([
    { event: 'PASSKEY_REFUSED', target_name: 'Pocket', metadata: { login: person.username, counter: 0, seen: 6 } },
    { event: 'LOGIN_FAILED', metadata: { login: person.username } },
  ])
  expect((await at(7)).status).toBe(303)
  const mails = await stithy.mails(person.email, 4)
  expect(mails.filter(({ subject }) => subject === 'A passkey of yours may have been copied')).toHaveLength(2)
  const { device: silent } = await newHolder()
  for (const _ of [1, 2]) {
    expect((await sendSignIn(stithy, silent.get(await signInOptions(stithy)))).status).toBe(303)
  }
})

describe('in the second step', () => {
  it('a passkey of the person will do, verified or not, once', async () => {
    const { person, device } = await newHolder()
    await enrol(stithy, person)
    const { challengeToken, asked } = await beginSecondStep(stithy, person.username)
    expect(asked.allowCredentials).toEqual([{ type: 'public-key', id: device.id, transports: ['internal'] }])
    const credential = device.get(asked, { verified: false, userHandle: null })
    expect((await sendSecondStep(stithy, challengeToken, credential)).headers.get('location')).toBe('/dashboard')
    expect(await lastEvents(1)).toMatchObject([{ event: 'LOGIN_SUCCEEDED', metadata: { factor: 'passkey' } }])
    expect((await sendSecondStep(stithy, challengeToken, credential)).text).toContain('Start again')
  })

  it('nothing that was asked elsewhere, and nobody else’s', async () => {
    const [mine, other] = [await newHolder(), await newHolder()]
    await enrol(stithy, mine.person)
    await enrol(stithy, other.person)
    const { challengeToken, asked } = await beginSecondStep(stithy, mine.person.username)
    const theirs = await beginSecondStep(stithy, other.person.username)
    expectRefused(await sendSecondStep(stithy, challengeToken, other.device.get(asked)))
    expectRefused(await sendSecondStep(stithy, challengeToken, mine.device.get(theirs.asked)))
    expectRefused(await sendSecondStep(stithy, challengeToken, mine.device.get(await signInOptions(stithy))))
    expectRefused(await sendSignIn(stithy, mine.device.get(asked)))
    // What was said right is good for this sign-in alone, and tries are counted as for codes.
    expectRefused(await sendSecondStep(stithy, theirs.challengeToken, mine.device.get(asked)))
    expectRefused(await sendSecondStep(stithy, challengeToken, ''))
    expect((await sendSecondStep(stithy, challengeToken, '')).text).toContain('Start again')
    expect((await sendSecondStep(stithy, challengeToken, mine.device.get(asked))).text).toContain('Start again')
  })

  it('and whoever has none is asked for a code', async () => {
    const person = await newPerson(stithy, 'codes-only')
    await enrol(stithy, person)
    await expect(beginSecondStep(stithy, 'codes-only')).rejects.toThrow('No authenticator is asked')
  })
})

describe('adding one', () => {
  it('needs what signing in needs, and the same session', async () => {
    const person = await newPerson(stithy, 'careful')
    const { cookie } = person
    const begin = (fields: Readonly<Record<string, string>>) =>
      stithy.client().send('POST', '/settings/security/passkeys', { cookie, fields })
    expect((await begin({ password: 'wrong' })).status).toBe(403)
    const asked = await beginPasskey(stithy, person)
    expect(asked).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'careful' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const device = new Authenticator(stithy.url)
    const elsewhere = await signIn(stithy, 'careful')
    const moved = await sendPasskey(stithy, elsewhere, asked.challenge, device.create(asked))
    expect([moved.status, moved.headers.get('location')]).toEqual([303, '/settings/security'])
    await enrol(stithy, person)
    expect((await begin({ password })).text).toContain('two-factor sign-in is on')
    expect((await begin({ password, code: '000000' })).status).toBe(403)
    expect((await stithy.client('A').as(person.access).get('user/passkeys')).body).toEqual([])
  })

  it('takes what was made for this, here, by somebody who was verified, once', async () => {
    const person = await newPerson(stithy, 'exact')
    const asked = await beginPasskey(stithy, person)
    const device = new Authenticator(stithy.url)
    const send = (credential: string) => sendPasskey(stithy, person, asked.challenge, credential)
    const refused = 'The passkey was not accepted, and not added'
    for (const answering of [{ verified: false }, { origin: 'http://localhost:1' }, { rpId: 'example.org' }]) {
      const answer = await send(device.create(asked, answering))
      expect([answer.status, answer.text.includes(refused)]).toEqual([409, true])
    }
    const { challenge } = await signInOptions(stithy)
    expect((await send(device.create({ ...asked, challenge }))).text).toContain(refused)
    expect((await send('{}')).text).toContain(refused)
    const made = device.create(asked)
    expect((await send(made)).status).toBe(303)
    expect((await send(made)).text).toContain(refused)
    expect((await send(new Authenticator(stithy.url).create(asked))).text).toContain(refused)
    // The device has it for one account, whoever else says so.
    const thief = await newPerson(stithy, 'thief')
    expect((await addPasskey(stithy, thief, device)).text).toContain('belongs to an account already')
    expect((await stithy.client('A').as(person.access).get('user/passkeys')).body).toHaveLength(1)
  })
})

/** What the device remembers the account by. */
function handleOf(device: Authenticator, asked: { readonly challenge: string }): string {
  return JSON.parse(device.get(asked)).response.userHandle
}
