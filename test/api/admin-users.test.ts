import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { mailedToken } from '../support/mailed-links.ts'
import { emailOf, enrol, newPerson, newToken, type Person, password, register, signIn } from '../support/people.ts'
import { anId, aTime, itemsOf, statusesOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let people = 0

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  await register(stithy, 'Needle')
})
afterAll(() => stithy.stop())

const as = (form: Form, person: Person) => stithy.client(form).as(person.access)
const patch = (form: Form, name: string, body: object) => as(form, ada).send('PATCH', `admin/users/${name}`, { body })

function nextName(): string {
  people += 1
  return `person-${people}`
}

const userIn = (form: Form, username: string, isAdmin = false) => {
  const both = { username, email: emailOf(username) }
  return form === 'A'
    ? { id: anId.A, ...both, avatar_url: `${stithy.url}/avatars/${username}.svg`, created_at: aTime }
    : { id: anId.B, ...both, email_verified: false, roles: isAdmin ? ['user', 'admin'] : ['user'] }
}

describe.each(forms)('the list of accounts, Form %s', (form) => {
  it('has the fields of the form and what an administrator needs besides', async () => {
    const person = await newPerson(stithy, nextName())
    await enrol(stithy, person)
    await register(stithy, nextName())
    const answer = await as(form, ada).get('admin/users')
    expect(answer.status).toBe(200)
    const extra = { is_admin: false, disabled: false, quota_bytes: null, used_bytes: 0, created_at: aTime }
    expect(itemsOf(answer.body).slice(0, 2)).toEqual([
      { ...userIn(form, `person-${people}`), ...extra, two_factor: false, last_seen_at: null },
      { ...userIn(form, person.username), ...extra, two_factor: true, last_seen_at: aTime },
    ])
    const first = itemsOf(answer.body).find((one) => one['username'] === 'ada')
    expect(first).toMatchObject({ is_admin: true, email: 'ada@example.org' })
  })

  it.each([
    ['a part of the name', 'q=NEEDL', ['Needle']],
    ['a part of the address', 'q=needle%40exa', ['Needle']],
    ['nothing that fits', 'q=haystack', []],
    ['a per cent sign, which stands for itself', 'q=%25', []],
    ['an underscore, which stands for itself', 'q=e_l', []],
    ['a backslash, which stands for itself', 'q=%5C', []],
    ['a quote', 'q=%27', []],
  ])('finds by %s', async (_, query, names) => {
    const answer = await as(form, ada).get(`admin/users?${query}`)
    expect(answer.status).toBe(200)
    expect(itemsOf(answer.body).map((one) => one['username'])).toEqual(names)
    expect(answer.headers.get('x-total-count')).toBe(String(names.length))
  })

  it('can be narrowed to the active, the disabled and the administrators', async () => {
    const name = nextName()
    await register(stithy, name)
    await patch(form, name, { disabled: true })
    const names = async (state: string) =>
      itemsOf((await as(form, ada).get(`admin/users?state=${state}&per_page=100`)).body).map((one) => one['username'])
    expect(await names('disabled')).toContain(name)
    expect(await names('disabled')).not.toContain('bob')
    expect(await names('active')).toContain('bob')
    expect(await names('active')).not.toContain(name)
    expect(await names('admin')).toEqual(['ada'])
  })

  it.each([
    ['state=all', ['state: unknown']],
    ['state=', ['state: unknown']],
    ['q=%00', ['q: type']],
    ['q=a&q=b', ['q: type']],
    [`q=${'x'.repeat(256)}`, ['q: too_long']],
  ])('refuses ?%s', async (query, details) => {
    expectFault(await as(form, ada).get(`admin/users?${query}`), form, 'invalid', { details })
  })
})

describe.each(forms)('making an account for somebody, Form %s', (form) => {
  it('answers 201 with the user, who can sign in', async () => {
    const username = nextName()
    const answer = await as(form, ada).post('admin/users', { username, email: emailOf(username), password })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual(userIn(form, username))
    await signIn(stithy, username)
  })

  it('makes an administrator where asked to', async () => {
    const username = nextName()
    const body = { username, email: emailOf(username), password, is_admin: true }
    expect((await as(form, ada).post('admin/users', body)).body).toEqual(userIn(form, username, true))
    expect((await as(form, await signIn(stithy, username)).get('admin/users')).status).toBe(200)
    await patch(form, username, { is_admin: false })
  })

  it('mails a link to choose a password when none is given', async () => {
    const username = nextName()
    const answer = await as(form, ada).post('admin/users', { username, email: emailOf(username) })
    expect(answer.status).toBe(201)
    const token = await mailedToken(stithy, emailOf(username), 'reset-password')
    expect((await stithy.client(form).post('auth/reset-password', { token, password })).status).toBe(204)
    await signIn(stithy, username)
  })

  it('keeps to the rules of registration', async () => {
    const make = (body: object) => as(form, ada).post('admin/users', { email: 'x@example.org', password, ...body })
    expectFault(await make({ username: 'a/b' }), form, 'invalid', { details: ['username: format'] })
    expectFault(await make({ username: 'ada' }), form, 'conflict', {
      codeOfA: 'USER_EXISTS',
      details: ['username: taken'],
    })
    expectFault(await make({ username: 'fine', email: 'ada@example.org' }), form, 'conflict', {
      codeOfA: 'USER_EXISTS',
      details: ['email: taken'],
    })
    expectFault(await make({ username: 'fine', password: 'short' }), form, 'invalid', {
      details: ['password: too_short'],
    })
    expectFault(await make({ username: 'fine', is_admin: 'yes' }), form, 'invalid', { details: ['is_admin: type'] })
    expectFault(await make({ username: 'login' }), form, 'invalid', {
      codeOfA: 'NAME_RESERVED',
      details: ['username: reserved'],
    })
  })
})

describe.each(forms)('changing an account, Form %s', (form) => {
  it('disables it: every session and token stops at once, and works or can be made again when it is enabled', async () => {
    const person = await newPerson(stithy, nextName())
    const token = await newToken(as(form, person), ['repo:read'])
    const answer = await patch(form, person.username.toUpperCase(), { disabled: true })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ ...userIn(form, person.username), disabled: true })
    expect((await as(form, ada).get(`admin/users/${person.username}`)).body).toEqual(answer.body)
    expectFault(await as(form, person).get('user'), form, 'unauthorized')
    expectFault(await stithy.client(form).as(token).get('user'), form, 'unauthorized')
    expect((await stithy.client('B').get('user', { cookie: person.cookie })).status).toBe(401)
    expect((await patch(form, person.username, { disabled: false })).status).toBe(200)
    expectFault(await as(form, person).get('user'), form, 'unauthorized')
    await signIn(stithy, person.username)
    expect((await stithy.client(form).as(token).get('user')).status).toBe(200)
  })

  it('makes and unmakes an administrator, at once for open sessions', async () => {
    const person = await newPerson(stithy, nextName())
    expect((await patch(form, person.username, { is_admin: true })).body).toMatchObject({
      ...userIn(form, person.username, true),
      is_admin: true,
    })
    expect((await as(form, person).get('admin/users')).status).toBe(200)
    await patch(form, person.username, { is_admin: false })
    expectFault(await as(form, person).get('admin/users'), form, 'forbidden')
  })

  it('changes nothing, and notes nothing, when nothing is asked for', async () => {
    const total = async () => (await as('B', ada).get('admin/audit')).body.total
    const before = await total()
    expect((await patch(form, 'bob', {})).body).toMatchObject({ ...userIn(form, 'bob'), is_admin: false })
    expect((await patch(form, 'bob', { disabled: false, is_admin: false })).status).toBe(200)
    expect(await total()).toBe(before)
  })

  it('keeps the last administrator', async () => {
    expectFault(await patch(form, 'ada', { is_admin: false }), form, 'conflict')
    expectFault(await patch(form, 'ada', { disabled: true }), form, 'conflict')
    expect((await as(form, ada).get('admin/users')).status).toBe(200)
  })

  it('finds nobody where nobody is', async () => {
    const answer = await patch(form, 'nobody', { disabled: true })
    expectFault(answer, form, 'missing', { codeOfA: 'USER_NOT_FOUND' })
  })

  it.each([
    [{ disabled: 'true' }, ['disabled: type']],
    [{ is_admin: 1 }, ['is_admin: type']],
    [{ disabled: null }, ['disabled: type']],
    [[], ['body: type']],
    ['disabled', ['body: type']],
  ])('refuses %j', async (body, details) => {
    const answer = await as(form, ada).send('PATCH', 'admin/users/bob', { body })
    expectFault(answer, form, 'invalid', { details })
  })
})

describe('two administrators', () => {
  it('cannot unmake each other at the same moment', async () => {
    const other = await newPerson(stithy, nextName())
    await patch('B', other.username, { is_admin: true })
    const answers = await Promise.all([
      patch('B', other.username, { is_admin: false }),
      as('B', other).send('PATCH', 'admin/users/ada', { body: { is_admin: false } }),
    ])
    const admins = await stithy.app.db.selectFrom('users').select('id').where('is_admin', '=', 1).execute()
    expect(admins).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    // Whoever is left gives the others what they need.
    const left = (await as('B', ada).get('admin/users')).status === 200 ? ada : other
    await as('B', left).send('PATCH', 'admin/users/ada', { body: { is_admin: true } })
    await patch('B', other.username, { is_admin: false })
  })
})

describe.each(forms)('deleting an account, Form %s', (form) => {
  it('answers 204, and nothing is left of it', async () => {
    const person = await newPerson(stithy, nextName())
    const answer = await as(form, ada).send('DELETE', `admin/users/${person.username}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expectFault(await as(form, person).get('user'), form, 'unauthorized')
    const missing = { codeOfA: 'USER_NOT_FOUND' }
    expectFault(await stithy.client(form).get(`users/${person.username}`), form, 'missing', missing)
    expectFault(await as(form, ada).send('DELETE', `admin/users/${person.username}`), form, 'missing', missing)
  })

  it('is done once when it is asked for twice at once', async () => {
    const name = nextName()
    await register(stithy, name)
    const answers = await Promise.all([1, 2, 3].map(() => as(form, ada).send('DELETE', `admin/users/${name}`)))
    expect(statusesOf(answers)).toEqual([204, 404, 404])
  })

  it('is refused for one’s own account', async () => {
    expectFault(await as(form, ada).send('DELETE', 'admin/users/ADA'), form, 'conflict')
    expect((await as(form, ada).get('user')).status).toBe(200)
  })
})

describe.each(forms)('administration, Form %s', (form) => {
  it('is refused to other people with 403, to strangers with 401, and tells neither whether anybody is there', async () => {
    for (const name of ['ada', 'nobody']) {
      const answers = await Promise.all([
        as(form, bob).get('admin/users'),
        as(form, bob).post('admin/users', {}),
        as(form, bob).send('PATCH', `admin/users/${name}`, { body: { is_admin: true } }),
        as(form, bob).send('DELETE', `admin/users/${name}`),
        as(form, bob).get('admin/audit'),
        as(form, bob).get('admin/jobs'),
      ])
      for (const answer of answers) expectFault(answer, form, 'forbidden')
      const stranger = stithy.client(form)
      expectFault(await stranger.send('DELETE', `admin/users/${name}`), form, 'unauthorized')
      expectFault(await stranger.get('admin/users'), form, 'unauthorized')
    }
  })
})

it('takes the stars and forks of a deleted account from the numbers of those who stay', async () => {
  const admin = await signIn(stithy, 'ada')
  const cleo = await newPerson(stithy, nextName())
  await as('B', admin).post('user/repos', { slug: 'liked', auto_init: true, is_public: true })
  await as('B', cleo).send('PUT', 'repos/ada/liked/star')
  await as('B', cleo).post('repos/ada/liked/forks', { slug: 'one' })
  await as('B', cleo).post('repos/ada/liked/forks', { slug: 'two' })
  const numbers = async () => {
    const { body } = await as('A', admin).get('repos/ada/liked')
    return [body.stars_count, body.forks_count]
  }
  expect(await numbers()).toEqual([1, 2])
  expect((await as('B', admin).send('DELETE', `admin/users/${cleo.username}`)).status).toBe(204)
  expect(await numbers()).toEqual([0, 0])
})
