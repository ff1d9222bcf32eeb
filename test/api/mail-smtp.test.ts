import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute, second } from '../../src/core/clock.ts'
import { expectFault } from '../support/faults.ts'
import { freePort } from '../support/free-port.ts'
import { emailOf, newPerson, password, register } from '../support/people.ts'
import { type Received, type SmtpServer, smtpRefusal, startSmtp } from '../support/smtp.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let smtp: SmtpServer
/** Who is refused, and how: taken away once it was said. */
const refusals = new Map<string, number>()

beforeAll(async () => {
  const port = await freePort()
  smtp = await startSmtp(port, {}, ({ to }) => {
    const code = refusals.get(to[0] ?? '')
    refusals.delete(to[0] ?? '')
    return code === undefined ? null : smtpRefusal(code)
  })
  stithy = await startStithy({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Schmiede Müller <forge@example.org>',
    BASE_URL: 'https://code.example.org',
  })
})
afterAll(async () => {
  await stithy.stop()
  await smtp.stop()
})

const forgot = (service: TestStithy, email: string) => service.client('B').post('auth/forgot-password', { email })

/** A new job, with nothing to do, wakes the loop: it then looks at the clock again. */
async function wakeAfter(service: TestStithy, ms: number): Promise<void> {
  service.advance(ms)
  await forgot(service, 'nobody@example.org')
}

describe('a verification mail', () => {
  it('arrives, from MAIL_FROM to the person alone, as text and as HTML with the same link', async () => {
    await register(stithy, 'ada')
    const [one] = await smtp.to('ada@example.org')
    expect([one?.from, one?.to]).toEqual(['forge@example.org', ['ada@example.org']])
    expect(one?.mail.from).toEqual({ name: 'Schmiede Müller', address: 'forge@example.org' })
    expect(one?.mail.to).toEqual([{ name: '', address: 'ada@example.org' }])
    expect(one?.mail.subject).toBe('Confirm your e-mail address')
    expect(one?.mail.text).toContain('Hello ada,')
    const link = /https:\/\/code\.example\.org\/verify-email\/[A-Za-z0-9]{43}\b/
    const inText = link.exec(one?.mail.text ?? '')?.[0]
    expect(inText).toBeDefined()
    expect(one?.mail.html).toContain(`href="${inText}"`)
    expect(one?.mail.html).toContain('Hello ada,')
    expect(one?.mail.messageId).toMatch(/^<[0-9a-f-]{36}@code\.example\.org>$/)
    expect(one?.mail.date).toBeDefined()
  })

  it('holds a token that verifies the address', async () => {
    await register(stithy, 'verified')
    const [one] = await smtp.to('verified@example.org')
    const token = /verify-email\/(\w+)/.exec(one?.mail.text ?? '')?.[1]
    const answer = await stithy.client('B').get(`auth/verify-email/${token}`)
    expect(answer.body).toEqual({ email: 'verified@example.org', email_verified: true })
  })
})

describe('a reset mail', () => {
  it('arrives with a token that sets the password', async () => {
    await register(stithy, 'resetting')
    expect((await forgot(stithy, 'resetting@example.org')).status).toBe(202)
    const both = await smtp.to('resetting@example.org', 2)
    const one = both.find((received) => received.mail.subject === 'Set a new password')
    expect(one?.to).toEqual(['resetting@example.org'])
    const token = /https:\/\/code\.example\.org\/reset-password\/(\w+)/.exec(one?.mail.text ?? '')?.[1]
    expect(one?.mail.html).toContain(`/reset-password/${token}"`)
    const fresh = { token, password: 'quite another phrase 9' }
    expect((await stithy.client('B').post('auth/reset-password', fresh)).status).toBe(204)
  })
})

describe('an SMTP server that says "not now"', () => {
  it('gets the mail again later, under the same Message-ID, and the newest link is the one that works', async () => {
    refusals.set('patient@example.org', 451)
    await register(stithy, 'patient')
    await smtp.to('patient@example.org')
    await failedOnce(stithy, 'mail.verify-email')
    await wakeAfter(stithy, 11 * second)
    const [first, again] = await smtp.to('patient@example.org', 2)
    expect(again?.mail.messageId).toBe(first?.mail.messageId)
    const verify = (one: Received | undefined) =>
      stithy.client('B').get(`auth/verify-email/${/verify-email\/(\w+)/.exec(one?.mail.text ?? '')?.[1]}`)
    expect((await verify(first)).status).toBe(404)
    expect((await verify(again)).status).toBe(200)
  })

  it('holds up nobody else', async () => {
    refusals.set('unwanted@example.org', 550)
    await register(stithy, 'unwanted')
    await register(stithy, 'welcome')
    expect(await smtp.to('welcome@example.org')).toHaveLength(1)
    await wakeAfter(stithy, 11 * second)
    await smtp.to('unwanted@example.org', 2)
  })
})

describe('an SMTP server that is down at first', () => {
  it('gets every mail once it is up', async () => {
    const port = await freePort()
    const late = await startStithy({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    let up: SmtpServer | undefined
    try {
      await newPerson(late, 'early')
      await forgot(late, 'early@example.org')
      await failedOnce(late, 'mail.verify-email')
      await failedOnce(late, 'mail.reset-password')
      // The service does not wait for mail.
      expect((await late.client('B').get('users/early')).status).toBe(200)
      up = await startSmtp(port)
      await wakeAfter(late, minute)
      const mails = await up.to('early@example.org', 2)
      expect(mails.map((one) => String(one.mail.subject)).toSorted()).toEqual([
        'Confirm your e-mail address',
        'Set a new password',
      ])
      await eventually(async () => expect(await late.app.db.selectFrom('jobs').select('id').execute()).toEqual([]))
      expect(up.received).toHaveLength(2)
    } finally {
      await late.stop()
      await up?.stop()
    }
  })

  it('gets them also after a restart in between', async () => {
    const port = await freePort()
    const first = await startStithy({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    await register(first, 'patient')
    await failedOnce(first, 'mail.verify-email')
    const up = await startSmtp(port)
    const again = await first.restart()
    try {
      await wakeAfter(again, minute)
      expect(await up.to('patient@example.org')).toHaveLength(1)
    } finally {
      await again.stop()
      await up.stop()
    }
  })
})

describe('an SMTP server that asks who we are', () => {
  it('is told the name and password of SMTP_URL, decoded', async () => {
    const port = await freePort()
    const seen: string[] = []
    const asking = await startSmtp(port, {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) => {
        seen.push(`${auth.username} ${auth.password}`)
        done(null, { user: auth.username })
      },
    })
    const own = await startStithy({ SMTP_URL: `smtp://user%40example.org:p%3Ass%2Fword@127.0.0.1:${port}` })
    try {
      await register(own, 'ada')
      await asking.to('ada@example.org')
      expect(seen).toEqual(['user@example.org p:ss/word'])
      expect(JSON.stringify(own.logs)).not.toContain('p:ss/word')
    } finally {
      await own.stop()
      await asking.stop()
    }
  })
})

describe('text that wants to be a header', () => {
  const injections = [
    'x@example.org\r\nBcc: evil@example.net',
    'x@example.org\nBcc: evil@example.net',
    'x@example.org\r\n\r\n<h1>hello</h1>',
    'x@example.org, evil@example.net',
    'x@example.org>\r\nRCPT TO:<evil@example.net',
    '"x\r\nBcc: evil@example.net"@example.org',
    'x@example.org%0d%0aBcc: evil@example.net',
    'Evil <evil@example.net>',
  ]

  it.each(injections)('is refused as an address: %j', async (email) => {
    const answer = await stithy.client('B').post('auth/register', { username: 'mallory', email, password })
    expectFault(answer, 'B', 'invalid', { details: ['email: format'] })
    expect((await forgot(stithy, email)).status).toBe(202)
  })

  it('stays in one header where it is allowed: an address that looks like an encoded word', async () => {
    const email = '=?utf-8?q?=0d=0abcc=3aevil=40example=2enet?=@example.org'
    const made = await stithy.client('B').post('auth/register', { username: 'encoded', email, password })
    expect(made.status).toBe(201)
    const [one] = await smtp.to(email)
    expect(one?.to).toEqual([email])
    expect(headerNames(one)).not.toContain('bcc')
  })

  it('never reached anybody but the people whose address it is, nor made a header of its own', async () => {
    await register(stithy, 'last')
    await smtp.to(emailOf('last'))
    const addresses = await stithy.app.db.selectFrom('users').select('email').execute()
    const known = addresses.map((row) => row.email)
    expect(smtp.received.length).toBeGreaterThan(5)
    for (const one of smtp.received) {
      expect(one.to).toHaveLength(1)
      expect(known).toContain(one.to[0])
      const names = headerNames(one)
      expect(new Set(names).size).toBe(names.length)
      expect(names.toSorted()).toEqual(['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'])
    }
  })
})

function headerNames(one: Received | undefined): string[] {
  const [head = ''] = (one?.raw ?? '').split('\r\n\r\n')
  return head
    .split('\r\n')
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.split(':', 1)[0]?.toLowerCase() ?? '')
}

async function failedOnce(service: TestStithy, name: string): Promise<void> {
  await eventually(async () => {
    const jobs = await service.app.db.selectFrom('jobs').select(['name', 'state', 'last_error']).execute()
    const failed = jobs.filter((job) => job.name === name && job.state === 'ready' && job.last_error !== null)
    expect(failed).not.toEqual([])
  })
}

it.each([
  { host: '127.0.0.1', said: ['forge'] },
  // To this machine as well, but not by the name of one that nobody stands in front of.
  { host: '127.0.0.2', said: [] },
])('the password of the mail server goes out in clear to this machine alone ($host)', async ({ host, said }) => {
  const heard: string[] = []
  const port = await freePort()
  const server = await startSmtp(port, {
    host,
    allowInsecureAuth: true,
    onAuth: ({ username = '' }, _, done) => {
      heard.push(username)
      done(null, { user: username })
    },
  })
  const service = await startStithy({ SMTP_URL: `smtp://forge:secret@${host}:${port}`, MAIL_FROM: 'f@example.org' })
  await register(service, 'ada')
  await eventually(async () => {
    const failed = await service.app.db
      .selectFrom('jobs')
      .select('last_error')
      .where('last_error', 'is not', null)
      .execute()
    expect([server.received.length, failed.length]).toEqual([said.length, 1 - said.length])
  })
  await service.stop()
  await server.stop()
  expect(heard).toEqual(said)
})
