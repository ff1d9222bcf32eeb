import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hour } from '../../src/core/clock.ts'
import { expectFault, forms } from '../support/faults.ts'
import { mailedToken } from '../support/mailed-links.ts'
import { newPerson, type Person, password, signIn } from '../support/people.ts'
import { statusesOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let people = 0

beforeAll(async () => {
  stithy = await startStithy()
})
afterAll(() => stithy.stop())

function somebody(): Promise<Person> {
  people += 1
  return newPerson(stithy, `person-${people}`)
}

const isVerified = async (person: Person): Promise<boolean> =>
  (
    await stithy
      .client('B')
      .as((await signIn(stithy, person.username)).access)
      .get('user')
  ).body.email_verified

describe.each(forms)('the link that confirms an address, Form %s', (form) => {
  it('answers 200 with the address, and needs nobody to be signed in', async () => {
    const person = await somebody()
    const token = await mailedToken(stithy, person.email, 'verify-email')
    const answer = await stithy.client(form).get(`auth/verify-email/${token}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ email: person.email, email_verified: true })
    expect((await stithy.client('B').as(person.access).get('user')).body.email_verified).toBe(true)
  })

  it('works once', async () => {
    const person = await somebody()
    const token = await mailedToken(stithy, person.email, 'verify-email')
    const answers = await Promise.all([1, 2, 3].map(() => stithy.client(form).get(`auth/verify-email/${token}`)))
    expect(statusesOf(answers)).toEqual([200, 404, 404])
    const again = await stithy.client(form).get(`auth/verify-email/${token}`)
    expectFault(again, form, 'missing', { codeOfA: 'TOKEN_NOT_FOUND' })
  })

  it.each(['nonsense', 'a'.repeat(43), '%20', '..%2f..'])('is not /%s', async (token) => {
    const answer = await stithy.client(form).get(`auth/verify-email/${token}`)
    expectFault(answer, form, 'missing', { codeOfA: 'TOKEN_NOT_FOUND' })
  })

  it('is too long past 512 characters', async () => {
    const answer = await stithy.client(form).get(`auth/verify-email/${'a'.repeat(513)}`)
    expectFault(answer, form, 'invalid', { details: ['token: too_long'] })
  })

  it('is in no log', async () => {
    const person = await somebody()
    const token = await mailedToken(stithy, person.email, 'verify-email')
    await stithy.client(form).get(`auth/verify-email/${token}`)
    await stithy.client(form).get(`auth/verify-email/${token}`)
    expect(stithy.logs.filter((line) => line['path'] === '/api/v1/auth/verify-email/:token')).not.toEqual([])
    expect(JSON.stringify(stithy.logs)).not.toContain(token)
  })
})

describe.each(forms)('asking for the link again, Form %s', (form) => {
  it('answers 202 and an empty object, and makes the earlier link worthless', async () => {
    const person = await somebody()
    const first = await mailedToken(stithy, person.email, 'verify-email')
    const answer = await stithy.client(form).as(person.access).post('auth/resend-verif')
    expect([answer.status, answer.text]).toEqual([202, '{}'])
    const second = await mailedToken(stithy, person.email, 'verify-email', 2)
    expect((await stithy.client(form).get(`auth/verify-email/${first}`)).status).toBe(404)
    expect((await stithy.client(form).get(`auth/verify-email/${second}`)).status).toBe(200)
  })

  it('answers 202 and mails nothing when the address is verified', async () => {
    const person = await somebody()
    const token = await mailedToken(stithy, person.email, 'verify-email')
    await stithy.client(form).get(`auth/verify-email/${token}`)
    expect((await stithy.client(form).as(person.access).post('auth/resend-verif')).status).toBe(202)
    // Whatever was to be mailed before this one would have come before it.
    await stithy.client(form).post('auth/forgot-password', { email: person.email })
    await mailedToken(stithy, person.email, 'reset-password')
    expect((await stithy.mails(person.email)).map((mail) => mail.subject)).toEqual([
      'Confirm your e-mail address',
      'Set a new password',
    ])
  })

  it('needs a session', async () => {
    expectFault(await stithy.client(form).post('auth/resend-verif'), form, 'unauthorized')
  })
})

describe('a token for one purpose', () => {
  it('does not reset a password when it was made to confirm an address', async () => {
    const person = await somebody()
    const token = await mailedToken(stithy, person.email, 'verify-email')
    const answer = await stithy.client('B').post('auth/reset-password', { token, password: 'quite another phrase 9' })
    expectFault(answer, 'B', 'invalid', { details: ['token: expired'] })
    expect((await stithy.client('B').post('auth/login', { username: person.username, password })).status).toBe(200)
    expect((await stithy.client('B').get(`auth/verify-email/${token}`)).status).toBe(200)
  })

  it('does not confirm an address when it was made to reset a password', async () => {
    const person = await somebody()
    await stithy.client('B').post('auth/forgot-password', { email: person.email })
    const token = await mailedToken(stithy, person.email, 'reset-password')
    expect((await stithy.client('B').get(`auth/verify-email/${token}`)).status).toBe(404)
    expect(await isVerified(person)).toBe(false)
  })

  it('confirms the address that it was sent to and no other', async () => {
    const person = await somebody()
    const token = await mailedToken(stithy, person.email, 'verify-email')
    const moved = { email: `moved-${person.email}` }
    await stithy
      .client('B')
      .as(person.access)
      .send('PATCH', 'user', { body: { ...moved, password } })
    expect((await stithy.client('B').get(`auth/verify-email/${token}`)).status).toBe(404)
    const next = await mailedToken(stithy, moved.email, 'verify-email')
    expect((await stithy.client('B').get(`auth/verify-email/${next}`)).body).toEqual({ ...moved, email_verified: true })
  })

  it('works for 24 hours and not longer', async () => {
    const [early, late] = [await somebody(), await somebody()]
    const tokens = [
      await mailedToken(stithy, early.email, 'verify-email'),
      await mailedToken(stithy, late.email, 'verify-email'),
    ]
    stithy.advance(23 * hour)
    expect((await stithy.client('B').get(`auth/verify-email/${tokens[0]}`)).status).toBe(200)
    stithy.advance(2 * hour)
    expect((await stithy.client('B').get(`auth/verify-email/${tokens[1]}`)).status).toBe(404)
    expect(await isVerified(late)).toBe(false)
  })
})
