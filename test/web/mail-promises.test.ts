// What pages say about mail: nobody waits for one that nobody sends.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hour } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { freePort } from '../support/free-port.ts'
import { newPerson, type Person, password } from '../support/people.ts'
import { startSmtp } from '../support/smtp.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

it('mails that could not be sent are tried at once when an administrator has mended the server', async () => {
  const port = await freePort()
  const stithy = await startStithy({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  const { cookie, email } = await newPerson(stithy, 'ada')
  await eventually(async () => {
    expect((await stithy.client().get('/admin/mail', { cookie })).text).toContain('1 mail could not be sent so far.')
  })
  // The next attempt is hours away.
  await inTransaction(stithy.app, async (tx) => {
    await tx
      .updateTable('jobs')
      .set({ run_at: tx.now + 6 * hour, attempts: 6 })
      .execute()
  })
  const smtp = await startSmtp(port)
  expect((await stithy.client().send('POST', '/admin/mail/retry', { cookie, fields: {} })).status).toBe(303)
  await smtp.to(email)
  await eventually(async () => {
    expect((await stithy.client().get('/admin/mail', { cookie })).text).not.toContain('could not be sent')
  })
  await stithy.stop()
  await smtp.stop()
})

describe.each([
  { sends: true, env: { SMTP_URL: 'smtp://127.0.0.1:1' } },
  { sends: false, env: {} },
])('where mail is sent: $sends', ({ sends, env }) => {
  let stithy: TestStithy
  let admin: Person
  let newcomer: string

  beforeAll(async () => {
    stithy = await startStithy(env)
    admin = await newPerson(stithy, 'ada')
    const fields = { username: 'eve', email: 'eve@example.org', password }
    const answer = await stithy.client().send('POST', '/register', { fields })
    newcomer = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ')
  })
  afterAll(() => stithy.stop())

  const said = async (path: string, cookie?: string, fields?: Record<string, string>): Promise<string> => {
    const client = stithy.client()
    const about = cookie === undefined ? {} : { cookie }
    const { text } = await (fields === undefined
      ? client.get(path, about)
      : client.send('POST', path, { ...about, fields }))
    return text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  }
  const promise = /on its way|we sent you|We will send you|We send a link|Check your e-mail/

  it('greets who registers with the truth, and so does the list of first steps', async () => {
    const text = await said('/dashboard', newcomer)
    expect(text).toContain('Welcome, eve.')
    expect(text).toMatch(sends ? promise : /This service sends no mail: an administrator can give you the link that/)
    expect(text).toContain(
      sends ? 'The link is in the mail that we sent you.' : 'an administrator can give you the link.',
    )
  })

  it('an administrator learns at once that mails are not sent, and why', async () => {
    for (const path of ['/admin', '/admin/mail', '/admin/jobs']) {
      await eventually(async () => {
        const text = await said(path, admin.cookie)
        expect(text.includes('connect ECONNREFUSED 127.0.0.1:1'), path).toBe(sends)
      })
    }
    expect((await said('/admin', admin.cookie)).includes('Sent by SMTP')).toBe(false)
  })

  it('an administrator learns where the link is', async () => {
    const text = await said('/dashboard', admin.cookie)
    expect(text.includes('the link is under Administration, Mail')).toBe(!sends)
    expect((await said('/admin/users', admin.cookie)).includes('you will find it under Mail')).toBe(!sends)
  })

  it.each(['/forgot-password', '/settings/profile', '/settings/notifications'])('%s', async (path) => {
    const text = await said(path, path.startsWith('/settings') ? newcomer : undefined)
    expect(text.includes('This service sends no mail')).toBe(!sends)
    expect(!sends && promise.test(text)).toBe(false)
  })

  it('whoever forgot their password is told how to get at the link', async () => {
    const text = await said('/forgot-password', undefined, { email: 'eve@example.org' })
    expect(text).toContain(sends ? 'a link is on its way' : 'an administrator finds it under Administration, Mail')
    expect(text.includes('Check your e-mail')).toBe(sends)
  })
})
