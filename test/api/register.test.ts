import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFault, forms } from '../support/faults.ts'
import { emailOf, newPerson, type Person, password, register, signIn } from '../support/people.ts'
import { anId, aTime, keysOf, statusesOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

const account = (username: string) => ({ username, email: emailOf(username), password })

describe('making an account', () => {
  it('answers 201 with the user as Form A shows one', async () => {
    const answer = await stithy.client('A').post('auth/register', account('form-a'))
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: anId.A,
      username: 'form-a',
      email: 'form-a@example.org',
      avatar_url: `${stithy.url}/avatars/form-a.svg`,
      created_at: aTime,
    })
  })

  it('answers 201 with the user as Form B shows one', async () => {
    const answer = await stithy.client('B').post('auth/register', account('form-b'))
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: anId.B,
      username: 'form-b',
      email: 'form-b@example.org',
      email_verified: false,
      roles: ['user'],
    })
  })

  it('does not sign in by itself', async () => {
    const answer = await stithy.client('B').post('auth/register', account('not-yet'))
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(keysOf(answer.body)).not.toContain('access_token')
  })

  it('lets the new person sign in', async () => {
    await register(stithy, 'newcomer')
    const { access } = await signIn(stithy, 'newcomer')
    expect((await stithy.client('B').as(access).get('user')).body.username).toBe('newcomer')
  })

  it('mails a link to confirm the address', async () => {
    await register(stithy, 'mailed')
    const [mail] = await stithy.mails('mailed@example.org')
    expect(mail?.subject).toBe('Confirm your e-mail address')
  })

  it('makes nobody an administrator who asks for it', async () => {
    const body = { ...account('climber'), is_admin: true, isAdmin: true, roles: ['admin'] }
    expect((await stithy.client('B').post('auth/register', body)).body.roles).toEqual(['user'])
  })

  it('takes no notice of credentials', async () => {
    const answer = await stithy.client('B').as('nonsense').post('auth/register', account('bystander'))
    expect(answer.status).toBe(201)
  })

  it('writes the audit entry as the new person', async () => {
    await register(stithy, 'noted')
    const log = await stithy.client('B').as(ada.access).get('admin/audit?event=USER_REGISTERED&actor=noted')
    expect(log.body.items).toEqual([
      expect.objectContaining({ event: 'USER_REGISTERED', origin: 'api', target_name: 'noted', target_type: 'user' }),
    ])
  })
})

describe.each(forms)('a name, Form %s', (form) => {
  it.each(['a', '7', 'Ada-Lovelace', 'a.b_c-d', 'a'.repeat(100)])('may be "%s"', async (name) => {
    const username = `${form}${name}`.slice(0, 100)
    const answer = await stithy.client(form).post('auth/register', { username, email: `x${username}@e.org`, password })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.username).toBe(username)
  })

  it.each([
    ['is empty', ''],
    ['is too long', 'a'.repeat(101)],
    ['begins with a dot', '.ada'],
    ['begins with a dash', '-ada'],
    ['begins with an underscore', '_ada'],
    ['holds a space', 'ada b'],
    ['holds a slash', 'ada/b'],
    ['holds a backslash', 'ada\\b'],
    ['holds two dots', 'ada..b'],
    ['is two dots', '..'],
    ['ends in a dot', 'ada.'],
    ['ends in .git', 'ada.git'],
    ['ends in .GIT', 'ada.GIT'],
    ['ends in .lock', 'ada.lock'],
    ['holds an @', 'ada@example.org'],
    ['holds a line break', 'ada\nb'],
    ['ends in a line break', 'ada\n'],
    ['holds a letter that is not ASCII', 'adä'],
    ['holds a look-alike', 'аda'],
    ['holds a per cent sign', 'a%2e'],
  ])('is refused when it %s', async (_, username) => {
    const answer = await stithy.client(form).post('auth/register', { username, email: 'x@example.org', password })
    expectFault(answer, form, 'invalid', { details: ['username: format'] })
  })

  it.each([
    'admin',
    'API',
    'login',
    'settings',
    'static',
    'teams',
    'user',
    'metrics',
    'healthz',
    'notifications',
    'Dashboard',
    'favicon.ico',
  ])('is refused when it is "%s", which the service uses', async (username) => {
    const answer = await stithy.client(form).post('auth/register', { username, email: 'x@example.org', password })
    expectFault(answer, form, 'invalid', { codeOfA: 'NAME_RESERVED', details: ['username: reserved'] })
  })

  it.each(['ada', 'ADA', 'aDa'])('is refused when somebody has it: %s', async (username) => {
    const answer = await stithy.client(form).post('auth/register', { username, email: 'other@example.org', password })
    expectFault(answer, form, 'conflict', { codeOfA: 'USER_EXISTS', details: ['username: taken'] })
  })
})

describe.each(forms)('an address, Form %s', (form) => {
  it.each(['a@b', 'first.last+tag@sub.example.org', 'jörg@example.org', `${'l'.repeat(240)}@example.org`])(
    'may be %s',
    async (email) => {
      const username = `m${form}${Buffer.from(email).toString('hex').slice(-40)}`
      const own = `${form.toLowerCase()}${email}`
      const answer = await stithy.client(form).post('auth/register', { username, email: own, password })
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body.email).toBe(own)
    },
  )

  it.each([
    '',
    'ada',
    'ada@',
    '@example.org',
    'a b@example.org',
    'a@b@c',
    'ada@-example.org',
    'ada@example..org',
    '"ada"@example.org',
    'Ada <ada@example.org>',
    'ada@example.org,eve@example.org',
    'ada@example.org;eve@example.org',
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@exam\nple.org',
    `${'l'.repeat(250)}@e.org`,
  ])('is refused as %j', async (email) => {
    const answer = await stithy.client(form).post('auth/register', { username: 'mallory', email, password })
    expectFault(answer, form, 'invalid', { details: [email.length > 255 ? 'email: too_long' : 'email: format'] })
  })

  it.each(['ada@example.org', 'ADA@EXAMPLE.ORG', ' ada@example.org '])(
    'is refused when somebody has it: %j',
    async (email) => {
      const answer = await stithy.client(form).post('auth/register', { username: 'mallory', email, password })
      expectFault(answer, form, 'conflict', { codeOfA: 'USER_EXISTS', details: ['email: taken'] })
      expect((await stithy.client(form).get('users/mallory')).status).toBe(404)
    },
  )
})

describe.each(forms)('everything that is wrong, Form %s', (form) => {
  it('is told at once', async () => {
    const body = { username: '-ada', email: 'nowhere', password: 'short', full_name: 'two\nlines' }
    const details = ['username: format', 'email: format', 'full_name: format', 'password: too_short']
    expectFault(await stithy.client(form).post('auth/register', body), form, 'invalid', { details })
  })

  it('leaves nothing behind on the disk, nor does a name or an address that is taken', async () => {
    const before = await readdir(join(stithy.dataDir, 'repositories'))
    for (const body of [
      { ...account('AdA') },
      { ...account('newbody'), email: 'ada@example.org' },
      { ...account('newbody'), password: 'short' },
    ]) {
      expect((await stithy.client(form).post('auth/register', body)).status).toBeGreaterThanOrEqual(400)
    }
    expect(await readdir(join(stithy.dataDir, 'repositories'))).toEqual(before)
  })
})

describe.each(forms)('a password, Form %s', (form) => {
  it.each(['mallorymallory', 'Mallory-MALLORY!', 'mallory2024mallory'])(
    'is refused for what it is: %s',
    async (own) => {
      const answer = await stithy.client(form).post('auth/register', { ...account('mallory'), password: own })
      expect(answer.body.details).toEqual([
        { field: 'password', code: 'too_common', message: 'must not be made of your name or e-mail address' },
      ])
    },
  )

  it.each([
    ['nine characters', 'qmzpalwxn', 'too_short'],
    ['nine characters that take more bytes', 'äöüßéèêñç', 'too_short'],
    ['one character ten times', 'aaaaaaaaaa', 'too_common'],
    ['a run of digits', '1234567890', 'too_common'],
    ['a run of letters', 'abcdefghij', 'too_common'],
    ['a run backwards', 'jihgfedcba', 'too_common'],
    ['a common word with a year', 'Password2024', 'too_common'],
    ['keys side by side', 'qwertyuiop', 'too_common'],
    ['their own name with digits', 'mallory123456', 'too_common'],
    ['their own address', 'mallory@example.org', 'too_common'],
    ['more than 1024 characters', 'xy z'.repeat(257), 'too_long'],
  ])('is refused when it is %s', async (_, weak, code) => {
    const answer = await stithy.client(form).post('auth/register', { ...account('mallory'), password: weak })
    expectFault(answer, form, 'invalid', { details: [`password: ${code}`] })
    expect(answer.text).not.toContain(weak)
  })

  it.each(['qmzpalwxnt', 'äöüßéèêñçø', '🐢🐇🐢🦊🐢🐇🐢🦊🐻🐼', 'spaces are fine', '\\u0000 as six characters'])(
    'may be %j, which then signs in',
    async (good) => {
      const username = `p${form}${Buffer.from(good).toString('hex').slice(0, 40)}`
      const body = { username, email: `${username}@example.org`, password: good }
      expect((await stithy.client(form).post('auth/register', body)).status).toBe(201)
      expect((await stithy.client(form).post('auth/login', { username, password: good })).status).toBe(200)
    },
  )
})

describe.each(forms)('what is missing or of the wrong kind, Form %s', (form) => {
  it('is told all at once', async () => {
    const answer = await stithy.client(form).post('auth/register', {})
    expectFault(answer, form, 'invalid', {
      details: ['username: required', 'email: required', 'password: required'],
    })
  })

  it('is told for each field', async () => {
    const answer = await stithy.client(form).post('auth/register', { username: 1, email: ['a@b.org'], password: {} })
    expectFault(answer, form, 'invalid', { details: ['username: type', 'email: type', 'password: type'] })
  })

  it('is told of the full name too', async () => {
    const body = { ...account('mallory'), full_name: 'two\nlines' }
    expectFault(await stithy.client(form).post('auth/register', body), form, 'invalid', {
      details: ['full_name: format'],
    })
  })
})

describe('at the same moment', () => {
  it('a name is given to exactly one of many', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        stithy.client('A').post('auth/register', { username: 'Contested', email: `c${index}@example.org`, password }),
      ),
    )
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409])
  })

  it('an address is given to exactly one of many', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        stithy.client('A').post('auth/register', { username: `same${index}`, email: 'same@example.org', password }),
      ),
    )
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409])
  })
})

describe('the first account', () => {
  it('administers the service when it was made on the same machine; of many at once exactly one', async () => {
    const empty = await startStithy()
    try {
      const answers = await Promise.all(
        ['one', 'two', 'three', 'four'].map((name) => empty.client('B').post('auth/register', account(name))),
      )
      expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201])
      expect(answers.filter((answer) => answer.body.roles.includes('admin'))).toHaveLength(1)
    } finally {
      await empty.stop()
    }
  })

  it.each([{ 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=127.0.0.1' }])(
    'administers nothing when it came through a proxy that nobody told of: %o',
    async (headers) => {
      const empty = await startStithy()
      try {
        const first = await empty.client('B').post('auth/register', account('stranger'), { headers })
        expect(first.body.roles).toEqual(['user'])
      } finally {
        await empty.stop()
      }
    },
  )

  it.each([{ 'x-forwarded-proto': 'https' }, { 'x-real-ip': '203.0.113.9' }, { via: '1.1 proxy' }])(
    'administers nothing when it came through a proxy that does not say who calls: %o',
    async (headers) => {
      const empty = await startStithy({ TRUSTED_PROXIES: '127.0.0.1' })
      try {
        const first = await empty.client('B').post('auth/register', account('stranger'), { headers })
        expect(first.body.roles).toEqual(['user'])
      } finally {
        await empty.stop()
      }
    },
  )

  it('is never made while registration is closed', async () => {
    const closed = await startStithy({ REGISTRATION_ENABLED: 'false' })
    try {
      for (const form of forms) {
        expectFault(await closed.client(form).post('auth/register', account('late')), form, 'forbidden')
      }
      expect((await closed.client('B').get('users/late')).status).toBe(404)
    } finally {
      await closed.stop()
    }
  })
})
