import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hour } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Client } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import { newPerson, type Person, signIn } from '../support/people.ts'
import { type Received, type SmtpServer, startSmtp } from '../support/smtp.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let smtp: SmtpServer
let ada: Person
let bob: Person
let repo: string
let count = 0

beforeAll(async () => {
  const port = await freePort()
  smtp = await startSmtp(port)
  stithy = await startStithy({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  await inTransaction(
    stithy.app,
    async (tx) => void (await tx.updateTable('users').set({ email_verified: 1 }).execute()),
  )
})
afterAll(async () => {
  await stithy.stop()
  await smtp.stop()
})

beforeEach(async () => {
  repo = `repos/ada/r${++count}`
  await as(ada).post('user/repos', { slug: `r${count}`, is_public: true })
})

const as = (person: Person): Client => stithy.client('B').as(person.access)

async function openIssue(title: string): Promise<string> {
  const made = await as(bob).post(`${repo}/issues`, { title })
  expect(made.status, made.text).toBe(201)
  return `${repo}/issues/${made.body.number}`
}

/** The mails that bob got about this repository. */
function mails(many: number): Promise<readonly Received[]> {
  return eventually(() => {
    const theirs = smtp.received.filter(
      ({ to, mail }) => to.includes(bob.email) && mail.subject?.includes(repo.slice('repos/'.length)) === true,
    )
    expect(theirs).toHaveLength(many)
    return theirs
  })
}

/** What stands in a header, its lines put together again. */
function headerOf({ raw }: Received, name: string): readonly string[] {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const start = `${name.toLowerCase()}: `
  return lines.filter((line) => line.toLowerCase().startsWith(start)).map((line) => line.slice(start.length))
}

async function settled(): Promise<void> {
  await eventually(async () => {
    const left = await stithy.app.db.selectFrom('jobs').select('name').execute()
    if (left.length > 0) throw new Error(`${left.length} jobs are left`)
  })
}

function linkIn(one: Received | undefined): string {
  const [header = ''] = one === undefined ? [] : headerOf(one, 'List-Unsubscribe')
  return new URL(header.slice(1, -1)).pathname
}

it('mails about one issue are one conversation, each as text and as HTML', async () => {
  const path = await openIssue('Cracked')
  for (const body of ['One', 'Two']) await as(ada).post(`${path}/comments`, { body })
  const other = await openIssue('Another')
  await as(ada).post(`${other}/comments`, { body: 'Three' })
  const came = await mails(3)
  // They are sent side by side: which arrives first is not promised.
  const three = ['Cracked', 'Another'].flatMap((title) => came.filter(({ mail }) => mail.subject?.includes(title)))
  expect(three).toHaveLength(3)
  const all = (name: string) => three.map((one) => headerOf(one, name)[0])
  expect(new Set(all('Message-ID')).size).toBe(3)
  const parents = all('In-Reply-To')
  expect(parents[0]).toMatch(/^<thread-[0-9a-f-]{36}@127\.0\.0\.1>$/)
  expect(parents[1]).toBe(parents[0])
  expect(parents[2]).not.toBe(parents[0])
  expect(all('References')).toEqual(parents)
  for (const one of three) {
    expect(headerOf(one, 'Content-Type')[0]).toContain('multipart/alternative')
    expect(one.mail.text).toContain('ada commented on the issue ada/')
    expect(one.mail.html).toContain('ada commented on the issue ada/')
    expect(headerOf(one, 'List-Unsubscribe-Post')).toEqual(['List-Unsubscribe=One-Click'])
    const name = repo.slice('repos/'.length)
    expect(headerOf(one, 'List-Id')).toEqual([`${name} <r${count}.ada.127.0.0.1>`])
  }
})

describe('the link to unsubscribe', () => {
  it('mutes the conversation by one press of a mail program that is signed in to nothing', async () => {
    const path = await openIssue('Noisy')
    await as(ada).post(`${path}/comments`, { body: 'One' })
    const [one] = await mails(1)
    const link = linkIn(one)
    // Who reads the mail finds it, too, whatever their program makes of the header.
    expect(one?.mail.text?.trimEnd().endsWith(`\nMute this conversation:\n${stithy.url}${link}`)).toBe(true)
    expect(one?.mail.html).toContain(`href="${stithy.url}${link}">Mute this conversation</a>`)
    // Programs that look at links do not press buttons.
    expect((await stithy.client().get(link)).text).toContain('This mutes the conversation')
    await as(ada).post(`${path}/comments`, { body: 'Two' })
    await mails(2)
    const pressed = await stithy.client().send('POST', link, {
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(pressed.status, pressed.text).toBe(200)
    expect((await as(bob).get(`${path}/subscription`)).body).toMatchObject({ ignored: true })
    await as(ada).post(`${path}/comments`, { body: 'Three' })
    await settled()
    await mails(2)
  })

  it('works as a form in parts, too, and stops one kind of mail where there is no conversation', async () => {
    await as(ada).post('teams', { slug: 'guild' })
    await as(ada).send('PUT', 'teams/guild/members/bob', { body: { role: 'Reader' } })
    const one = await eventually(() => {
      const found = smtp.received.find(
        ({ to, mail }) => to.includes(bob.email) && mail.subject === 'ada added you to the team guild',
      )
      if (found === undefined) throw new Error('No mail has come')
      return found
    })
    expect(one.mail.text).toContain(`\nGet no more mails of this kind:\n${stithy.url}${linkIn(one)}`)
    expect(headerOf(one, 'List-Id')).toEqual([])
    const parts = new FormData()
    parts.set('List-Unsubscribe', 'One-Click')
    const answer = await fetch(`${stithy.url}${linkIn(one)}`, { method: 'POST', body: parts })
    expect(answer.status).toBe(200)
    const page = await stithy.client().get('/settings/notifications', { cookie: bob.cookie })
    const ticked = [...page.text.matchAll(/name="email" value="(\w+)"[^>]*checked/g)].map(([, type]) => type)
    expect(ticked).not.toContain('team_member_added')
    expect(ticked).toContain('issue_commented')
  })

  it('that was tampered with is none, and another site cannot press it', async () => {
    const path = await openIssue('Stubborn')
    await as(ada).post(`${path}/comments`, { body: 'One' })
    const link = linkIn((await mails(1))[0])
    for (const wrong of [`${link.slice(0, -4)}AAAA`, '/notifications/unsubscribe/v1.AAAA', link.slice(0, 40)]) {
      expect((await stithy.client().get(wrong)).status).toBe(404)
      expect((await stithy.client().send('POST', wrong, { fields: {} })).status).toBe(404)
    }
    const elsewhere = await stithy
      .client()
      .send('POST', link, { fields: {}, headers: { origin: 'https://evil.example' } })
    expect(elsewhere.status).toBe(403)
    expect((await as(bob).get(`${path}/subscription`)).body).toMatchObject({ ignored: false })
  })
})

it.each([
  'Line\r\nBcc: evil@example.org',
  'Line\nSubject: another',
  'Line\rX-Evil: 1',
  'Line\u0085Bcc: evil@example.org',
])('what is not one line is no title: %j', async (title) => {
  expect((await as(bob).post(`${repo}/issues`, { title })).status).toBe(400)
})

it.each(['Line\u2028Bcc: evil@example.org', '=?utf-8?q?a=0D=0ABcc:_evil@example.org?='])(
  'a title stays one header: %j',
  async (title) => {
    const path = await openIssue(title)
    await as(ada).post(`${path}/comments`, { body: 'Hm' })
    const [one] = await mails(1)
    if (one === undefined) throw new Error('No mail has come')
    expect(one.to).toEqual([bob.email])
    expect(headerOf(one, 'Subject')).toHaveLength(1)
    for (const name of ['Bcc', 'X-Evil']) expect(headerOf(one, name)).toEqual([])
  },
)

it('whoever calls people by the hundred is heard by a hundred in an hour, and by twenty in one text', async () => {
  const names = Array.from({ length: 120 }, (_, index) => `crowd${index}`)
  await inTransaction(stithy.app, async (tx) => {
    for (const name of names) {
      const { id } = await tx
        .insertInto('owners')
        .values({ uuid: crypto.randomUUID(), kind: 'user', name, name_key: name, created_at: tx.now, directory: name })
        .returning('id')
        .executeTakeFirstOrThrow()
      const email = `${name}@example.org`
      const person = { id, full_name: '', email, email_key: email, email_verified: 0, password_hash: '', is_admin: 0 }
      await tx.insertInto('users').values(person).execute()
    }
  })
  const told = async (): Promise<number> => {
    await settled()
    const rows = await stithy.app.db
      .selectFrom('notifications')
      .innerJoin('owners', 'owners.id', 'notifications.user_id')
      .select('notifications.id')
      .where('owners.name', 'like', 'crowd%')
      .execute()
    return rows.length
  }
  const call = (some: readonly string[]) =>
    as(bob).post(`${repo}/issues`, { title: 'All', body: some.map((name) => `@${name}`).join(' ') })
  await call(names)
  expect(await told()).toBe(20)
  for (let at = 20; at < 120; at += 20) await call(names.slice(at, at + 20))
  expect(await told()).toBe(100)
  await as(ada).post(`${repo}/issues`, { title: 'Others are still heard', body: `@${names[119]}` })
  expect(await told()).toBe(101)
})

describe('an address that nobody has confirmed', () => {
  let dora: Person
  const theirs = () => smtp.received.filter(({ to }) => to.includes(dora.email)).map(({ mail }) => mail)
  const newest = (many: number) =>
    eventually(() => {
      expect(theirs()).toHaveLength(many)
      return theirs().at(-1)
    })

  it('hears of what everybody may read, and of the rest only that there is something', async () => {
    dora = await newPerson(stithy, 'dora')
    const before = await eventually(() => {
      expect(theirs().map(({ subject }) => subject)).toContainEqual(expect.stringContaining('Confirm'))
      return theirs().length
    })
    await as(ada).post(`${repo}/issues`, { title: 'For all to see', body: '@dora' })
    expect((await newest(before + 1))?.subject).toContain('For all to see')
    await as(ada).send('PATCH', repo, { body: { is_public: false } })
    await as(ada).send('PUT', `${repo}/collaborators/dora`, { body: { role: 'Reader' } })
    await as(ada).post(`${repo}/issues`, { title: 'For few', body: '@dora' })
    const mail = await newest(before + 2)
    expect(mail?.subject).toBe('There is something new for you')
    expect(`${mail?.text}${String(mail?.html)}`).not.toMatch(/For few|ada\/r/)
  })

  it('gets few of them in a day', async () => {
    await as(ada).send('PATCH', repo, { body: { is_public: true } })
    const before = theirs().length
    // What comes to the inbox alone is no mail.
    for (const role of ['Developer', 'Reader', 'Developer']) {
      await as(ada).send('DELETE', `${repo}/collaborators/dora`)
      await as(ada).send('PUT', `${repo}/collaborators/dora`, { body: { role } })
    }
    for (let at = 0; at < 52; at++) await as(ada).post(`${repo}/issues`, { title: `Number ${at}`, body: '@dora' })
    await settled()
    // The first day had two mentions already.
    expect(theirs()).toHaveLength(before + 48)
    stithy.advance(25 * hour)
    ada = await signIn(stithy, 'ada')
    await as(ada).post(`${repo}/issues`, { title: 'A day later', body: '@dora' })
    expect((await newest(before + 49))?.subject).toContain('A day later')
  })
})

it('whoever assigns somebody again and again fills their inbox, not their mailbox', async () => {
  const erin = await newPerson(stithy, 'erin')
  await inTransaction(
    stithy.app,
    async (tx) => void (await tx.updateTable('users').set({ email_verified: 1 }).execute()),
  )
  const { body } = await as(ada).post(`${repo}/issues`, { title: 'Yours, or not' })
  const assign = async (assignees: readonly string[]) => {
    const changed = await as(ada).send('PATCH', `${repo}/issues/${body['number']}`, { body: { assignees } })
    expect(changed.status, changed.text).toBe(200)
  }
  for (let at = 0; at < 105; at++) {
    await assign(['erin'])
    await assign([])
  }
  await settled()
  const came = () => smtp.received.filter(({ to, mail }) => to.includes(erin.email) && mail.subject?.includes('Yours'))
  expect(came()).toHaveLength(100)
  stithy.advance(2 * hour)
  ada = await signIn(stithy, 'ada')
  await assign(['erin'])
  await settled()
  expect(came()).toHaveLength(101)
})

it('whoever puts somebody into teams again and again fills their inbox, not their mailbox', async () => {
  const cleo = await newPerson(stithy, 'cleo')
  await inTransaction(
    stithy.app,
    async (tx) => void (await tx.updateTable('users').set({ email_verified: 1 }).execute()),
  )
  const came = () =>
    smtp.received.filter(({ to, mail }) => to.includes(cleo.email) && mail.subject?.includes('the team crew'))
  const add = async (slug: string) => {
    const added = await as(ada).send('PUT', `teams/${slug}/members/cleo`, { body: { role: 'Reader' } })
    expect(added.status, added.text).toBeLessThan(300)
    await settled()
  }
  for (const slug of ['crew-1', 'crew-2', 'crew-3']) {
    await as(ada).post('teams', { slug })
    await add(slug)
    expect((await as(ada).send('DELETE', `teams/${slug}/members/cleo`)).status).toBe(204)
    await add(slug)
  }
  expect(came()).toHaveLength(3)
  const told = stithy.app.db.selectFrom('notifications').select('id').where('title', 'like', 'crew-%')
  expect(await told.execute()).toHaveLength(6)
  stithy.advance(25 * hour)
  ada = await signIn(stithy, 'ada')
  await as(ada).post('teams', { slug: 'crew-4' })
  await add('crew-4')
  expect(came()).toHaveLength(4)
})
