import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { mailedToken } from '../support/mailed-links.ts'
import { newPerson, newToken, type Person, password } from '../support/people.ts'
import { anId, aTime, statusesOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let people = 0

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'Bob')
})
afterAll(() => stithy.stop())

const as = (form: Form, person: Person) => stithy.client(form).as(person.access)

async function verify(email: string): Promise<void> {
  const token = await mailedToken(stithy, email, 'verify-email')
  expect((await stithy.client().get(`auth/verify-email/${token}`)).status).toBe(200)
}

function somebody(): Promise<Person> {
  people += 1
  return newPerson(stithy, `person-${people}`)
}

const bobIn = (form: Form, email: string) =>
  form === 'A'
    ? { id: anId.A, username: 'Bob', email, avatar_url: `${stithy.url}/avatars/Bob.svg`, created_at: aTime }
    : { id: anId.B, username: 'Bob', email, email_verified: false, roles: ['user'] }

const ownBob = (form: Form) => ({ ...bobIn(form, 'bob@example.org'), full_name: '', pending_email: null })

describe.each(forms)('one’s own account, Form %s', (form) => {
  it('has exactly the fields of the form, at both addresses alike', async () => {
    const [me, user] = [await as(form, bob).get('auth/me'), await as(form, bob).get('user')]
    expect(me.status).toBe(200)
    expect(me.body).toEqual(ownBob(form))
    expect(user.body).toEqual(me.body)
    expect(user.status).toBe(200)
  })

  it('is the same to a token', async () => {
    const token = await newToken(as(form, bob), ['ci:read'])
    expect((await stithy.client(form).as(token).get('user')).body).toEqual(ownBob(form))
  })

  it('needs somebody to be signed in', async () => {
    expectFault(await stithy.client(form).get('user'), form, 'unauthorized')
    expectFault(await stithy.client(form).get('auth/me'), form, 'unauthorized')
  })
})

describe.each(forms)("anybody's profile, Form %s", (form) => {
  it('hides the address from strangers and from other people', async () => {
    const token = await newToken(as(form, await somebody()), ['repo:read'])
    const hidden = bobIn(form, 'Bob@users.noreply.127.0.0.1')
    expect((await stithy.client(form).get('users/Bob')).body).toEqual(hidden)
    expect((await as(form, await somebody()).get('users/Bob')).body).toEqual(hidden)
    expect((await stithy.client(form).as(token).get('users/Bob')).body).toEqual(hidden)
  })

  it('shows the address to its owner and to an administrator', async () => {
    const shown = bobIn(form, 'bob@example.org')
    expect((await as(form, bob).get('users/Bob')).body).toEqual(shown)
    expect((await as(form, ada).get('users/Bob')).body).toEqual(shown)
  })

  it('tells nobody else who administers, nor whose address is verified', async () => {
    const token = await mailedToken(stithy, ada.email, 'verify-email')
    await stithy.client().get(`auth/verify-email/${token}`)
    const told = { roles: ['user'], email_verified: false }
    expect((await stithy.client('B').get('users/ada')).body).toMatchObject(told)
    expect((await as('B', bob).get('users/ada')).body).toMatchObject(told)
    const own = { roles: ['user', 'admin'], email_verified: true }
    expect((await as('B', ada).get('users/ada')).body).toMatchObject(own)
  })

  it('is found whatever the capitals', async () => {
    expect((await stithy.client(form).get('users/bOB')).body.username).toBe('Bob')
  })

  it.each(['nobody', 'bob@example.org', '..%2f..', 'a%2fb', '%20', 'x'.repeat(255), '1'])(
    'is not found at /%s',
    async (name) => {
      const answer = await stithy.client(form).get(`users/${name}`)
      expect(expectFault(answer, form, 'missing', { codeOfA: 'USER_NOT_FOUND' })).toBe('User not found')
    },
  )

  it('is refused to whoever sends bad credentials', async () => {
    expectFault(await stithy.client(form).as('nonsense').get('users/Bob'), form, 'unauthorized')
  })
})

describe.each(forms)('changing the profile, Form %s', (form) => {
  it('changes nothing when nothing is given', async () => {
    const person = await somebody()
    const before = (await as(form, person).get('user')).body
    const answer = await as(form, person).send('PATCH', 'user', { body: {} })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(before)
  })

  it('moves an account whose address was never verified at once, and tells the old address', async () => {
    const person = await somebody()
    const email = `moved-${person.email}`
    // The mail of the registration goes to whatever address the account has by then.
    await stithy.mails(person.email)
    const answer = await as(form, person).send('PATCH', 'user', { body: { email: ` ${email} `, password } })
    expect(answer.status).toBe(200)
    expect(answer.body.email).toBe(email)
    expect((await as('B', person).get('user')).body).toMatchObject({ email, email_verified: false })
    expect((await stithy.mails(email))[0]?.subject).toBe('Confirm your e-mail address')
    const told = await stithy.mails(person.email, 2)
    expect(told.map((mail) => mail.subject)).toContain('Your account has a new e-mail address')
    expect(told.map((mail) => mail.text).join()).not.toContain(email)
    const login = { email, password }
    expect((await stithy.client(form).post('auth/login', login)).status).toBe(200)
    expect((await stithy.client(form).post('auth/login', { ...login, email: person.email })).status).toBe(401)
  })

  it('needs the password for another address, not for one that stays: a session alone must not move the mailbox', async () => {
    const person = await somebody()
    const patch = (body: object) => as(form, person).send('PATCH', 'user', { body })
    const email = `stolen-${person.email}`
    expectFault(await patch({ email }), form, 'invalid', { details: ['password: required'] })
    const wrong = await patch({ email, password: 'not the right phrase', full_name: 'Thief' })
    expectFault(wrong, form, 'invalid', { details: ['password: wrong'] })
    const kept = await patch({ email: person.email, full_name: 'Owner' })
    expect(kept.body).toMatchObject({ email: person.email, full_name: 'Owner', pending_email: null })
  })

  it('keeps a verified address until the link to the new one is opened, and tells it', async () => {
    const person = await somebody()
    await verify(person.email)
    const email = `moved-${person.email}`
    const answer = await as(form, person).send('PATCH', 'user', { body: { email, full_name: 'Some Body', password } })
    expect(answer.body).toMatchObject({ email: person.email, pending_email: email, full_name: 'Some Body' })
    expect((await as(form, person).get('user')).body).toEqual(answer.body)
    const told = await stithy.mails(person.email, 2)
    expect(told.map((mail) => mail.subject)).toContain('Somebody asked for a new e-mail address for your account')
    const login = { email, password }
    expect((await stithy.client(form).post('auth/login', login)).status).toBe(401)
    await stithy.client(form).post('auth/forgot-password', { email })
    await stithy.client(form).post('auth/forgot-password', { email: person.email })
    await mailedToken(stithy, person.email, 'reset-password')

    await verify(email)
    const moved = (await as(form, person).get('user')).body
    expect(moved).toMatchObject({ email, pending_email: null })
    expect((await as('B', person).get('user')).body.email_verified).toBe(true)
    expect((await stithy.client(form).post('auth/login', login)).status).toBe(200)
    const news = (await stithy.mails(person.email, 4)).map((mail) => mail.subject)
    expect(news).toContain('Your account has a new e-mail address')
    const subjects = (await stithy.mails(email)).map((mail) => mail.subject)
    expect(subjects).not.toContain('Set a new password')
  })

  it('gives a pending address to whoever confirms it first', async () => {
    const [slow, quick] = [await somebody(), await somebody()]
    await verify(slow.email)
    const email = `contested-${form}@example.org`
    expect((await as(form, slow).send('PATCH', 'user', { body: { email, password } })).status).toBe(200)
    const token = await mailedToken(stithy, email, 'verify-email')
    expect((await as(form, quick).send('PATCH', 'user', { body: { email, password } })).body.email).toBe(email)
    expect((await stithy.client(form).get(`auth/verify-email/${token}`)).status).toBe(404)
    expect((await as(form, slow).get('user')).body).toMatchObject({ email: slow.email, pending_email: email })
    expect((await as(form, slow).send('PATCH', 'user', { body: { email, password } })).status).toBe(409)
  })

  it('takes a pending address back when the present one is asked for, or the password is replaced', async () => {
    const person = await somebody()
    await verify(person.email)
    const body = { email: `never-${person.email}`, password }
    const pending = async () => (await as(form, person).get('user')).body.pending_email
    await as(form, person).send('PATCH', 'user', { body })
    const token = await mailedToken(stithy, body.email, 'verify-email')
    await as(form, person).send('PATCH', 'user', { body: { email: person.email } })
    expect(await pending()).toBeNull()
    expect((await stithy.client(form).get(`auth/verify-email/${token}`)).status).toBe(404)
    await as(form, person).send('PATCH', 'user', { body })
    const passwords = { current_password: password, password: 'quite another phrase 8' }
    await as(form, person).send('PUT', 'user/password', { body: passwords })
    const again = { username: person.username, password: passwords.password }
    const { access_token: access } = (await stithy.client(form).post('auth/login', again)).body
    expect((await stithy.client(form).as(access).get('user')).body.pending_email).toBeNull()
  })

  it('keeps an address that stays the same verified or not, as it was, and mails nothing', async () => {
    const person = await somebody()
    const answer = await as(form, person).send('PATCH', 'user', { body: { email: person.email } })
    expect(answer.status).toBe(200)
    const log = await as('B', ada).get(`admin/audit?actor=${person.username}&event=EMAIL_CHANGED`)
    expect(log.body.total).toBe(0)
  })

  it('may change the capitals of one’s own address', async () => {
    const person = await somebody()
    const email = person.email.toUpperCase()
    expect((await as(form, person).send('PATCH', 'user', { body: { email, password } })).body.email).toBe(email)
  })

  it.each(['ada@example.org', 'ADA@example.org'])('refuses an address that somebody else has: %s', async (email) => {
    const answer = await as(form, bob).send('PATCH', 'user', { body: { email, password } })
    expectFault(answer, form, 'conflict', { codeOfA: 'USER_EXISTS', details: ['email: taken'] })
  })

  it('gives an address to one of many who want it at once', async () => {
    const wanting = [await somebody(), await somebody(), await somebody(), await somebody()]
    const body = { email: `wanted-${form}@example.org`, password }
    const answers = await Promise.all(wanting.map((person) => as(form, person).send('PATCH', 'user', { body })))
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409])
  })

  it.each([
    [{ email: 'not an address' }, ['email: format']],
    [{ email: 'a@b.org\r\nBcc: c@d.org' }, ['email: format']],
    [{ email: '' }, ['email: format']],
    [{ email: ['a@b.org'] }, ['email: type']],
    [{ full_name: 'two\nlines' }, ['full_name: format']],
    [{ full_name: 'x'.repeat(256) }, ['full_name: too_long']],
    [{ full_name: 7 }, ['full_name: type']],
    [{ email: null, full_name: null }, ['email: type', 'full_name: type']],
  ])('refuses %j', async (body, details) => {
    expectFault(await as(form, bob).send('PATCH', 'user', { body }), form, 'invalid', { details })
  })

  it('cannot change what is not the person’s to change', async () => {
    const body = { username: 'root', is_admin: true, roles: ['admin'], email_verified: true, disabled: true, id: 1 }
    expect((await as(form, bob).send('PATCH', 'user', { body })).status).toBe(200)
    expect((await as(form, bob).get('user')).body).toEqual(ownBob(form))
  })

  it('is for people, not for tokens', async () => {
    const token = await newToken(as(form, bob), ['repo:write'])
    const answer = await stithy
      .client(form)
      .as(token)
      .send('PATCH', 'user', { body: { full_name: 'x' } })
    expectFault(answer, form, 'forbidden')
  })
})
