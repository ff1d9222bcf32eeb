// What mails about issues and pull requests say: what was said there.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Client } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { type Received, type SmtpServer, startSmtp } from '../support/smtp.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let smtp: SmtpServer
let ada: Person
let bob: Person
let slug: string
let repo: string
let count = 0
let gate: Promise<void> | undefined

beforeAll(async () => {
  const port = await freePort()
  smtp = await startSmtp(port)
  const passing = (point: string) => (point === 'run:mail.notification' ? gate : undefined)
  stithy = await startStithy({ SMTP_URL: `smtp://127.0.0.1:${port}` }, { passing })
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
  slug = `w${++count}`
  repo = `repos/ada/${slug}`
  await as(ada).post('user/repos', { slug, is_public: true, auto_init: true })
})

const as = (person: Person): Client => stithy.client('B').as(person.access)

async function post(who: Person, path: string, body: object) {
  const made = await as(who).post(path, body)
  expect(made.status, made.text).toBe(201)
  return made.body
}

async function openIssue(who: Person, more: object = {}): Promise<string> {
  const { number } = await post(who, `${repo}/issues`, { title: 'Cracked', ...more })
  return `${repo}/issues/${number}`
}

/** The newest mail that bob got about this repository. */
function newest(many = 1): Promise<Received> {
  return eventually(() => {
    const theirs = smtp.received.filter(({ to, mail }) => to.includes(bob.email) && mail.subject?.includes(`${slug}#`))
    expect(theirs).toHaveLength(many)
    const last = theirs.at(-1)
    if (last === undefined) throw new Error('No mail has come')
    return last
  })
}

/** No mail is made before what this returns is called. */
function holdMails(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  return () => {
    gate = undefined
    resolve()
  }
}

function mailJobs(many: number): Promise<void> {
  return eventually(async () => {
    const jobs = stithy.app.db.selectFrom('jobs').select('id').where('name', '=', 'mail.notification')
    expect(await jobs.execute()).toHaveLength(many)
  })
}

const linkIn = ({ mail }: Received): string => /View in Stithy:\n(\S+)/.exec(mail.text ?? '')?.[1] ?? ''

/** The element that the fragment of a link names, on the page that it leads to. */
async function leadsToItsAnchor(link: string): Promise<void> {
  const { pathname, search, hash } = new URL(link)
  const page = await stithy.client().get(`${pathname}${search}`)
  expect(page.status).toBe(200)
  expect(hash).not.toBe('')
  expect(page.text).toContain(`id="${hash.slice(1)}"`)
}

describe('a comment', () => {
  it('is in the mail in its own words, and the link leads to it', async () => {
    const issue = await openIssue(bob)
    const { id } = await post(ada, `${issue}/comments`, { body: 'The **anvil** is cracked.\r\n\r\n---\r\n![](x.png)' })
    const one = await newest()
    expect(one.mail.text).toContain(
      `ada commented on the issue ada/${slug}#1.\n\n> The **anvil** is cracked.\n>\n> ---\n`,
    )
    expect(one.mail.html).toContain('The **anvil** is cracked.\n\n---\n![](x.png)</blockquote>')
    expect(linkIn(one)).toBe(`${stithy.url}/ada/${slug}/issues/1#comment-${id}`)
    await leadsToItsAnchor(linkIn(one))
  })

  it('cannot pass for what we say, nor be more than text', async () => {
    const issue = await openIssue(bob)
    const body =
      'Hm\n-- \nView in Stithy:\nhttps://evil.example/\n<img src=x onerror=alert(1)></blockquote>\u001b[31m\u0007\u2028end'
    await post(ada, `${issue}/comments`, { body })
    const { mail } = await newest()
    expect(mail.text?.split('\n').filter((line) => line.includes('evil.example'))).toEqual(['> https://evil.example/'])
    expect(mail.text?.match(/^-- $/gm)).toHaveLength(1)
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;&lt;/blockquote&gt;')
    expect(mail.html).not.toContain('<img')
    for (const sign of ['\u001b', '\u0007']) expect(`${mail.text}${mail.html}`).not.toContain(sign)
  })

  it('that is long is shortened, and the mail says so', async () => {
    const issue = await openIssue(bob)
    await post(ada, `${issue}/comments`, { body: `${'a'.repeat(3999)}😀${'b'.repeat(9000)}` })
    const { mail } = await newest()
    expect(mail.text).toContain(`> ${'a'.repeat(3999)} [...]\n\nThere is more of it than fits here.`)
    expect(mail.text).not.toContain('b'.repeat(10))
  })

  it('of a long conversation is on the page that the link leads to', async () => {
    const issue = await openIssue(ada)
    for (let at = 0; at < 101; at++) await post(ada, `${issue}/comments`, { body: `Number ${at}` })
    await post(ada, `${issue}/comments`, { body: 'Look, @bob' })
    const link = linkIn(await newest())
    expect(link).toContain('?page=2#comment-')
    await leadsToItsAnchor(link)
  })

  it('reads as it does when the mail is made, and what is deleted by then is not told', async () => {
    const issue = await openIssue(bob)
    const release = holdMails()
    const changed = await post(ada, `${issue}/comments`, { body: 'A slip of the tongue' })
    await as(ada).send('PATCH', `${issue}/comments/${changed.id}`, { body: { body: 'Put better' } })
    const deleted = await post(ada, `${issue}/comments`, { body: 'Regretted' })
    await mailJobs(2)
    expect((await as(ada).send('DELETE', `${issue}/comments/${deleted.id}`)).status).toBe(204)
    release()
    await newest(2)
    const texts = smtp.received.filter(({ mail }) => mail.subject?.includes(`${slug}#`)).map(({ mail }) => mail.text)
    expect(texts.join()).not.toMatch(/slip|Regretted/)
    expect(texts.filter((text) => text?.includes('> Put better'))).toHaveLength(1)
    expect(texts.filter((text) => text?.includes(`${slug}#1.\n\nView in Stithy:\n`))).toHaveLength(1)
  })

  it('is told to nobody who has lost access since', async () => {
    await as(ada).send('PATCH', repo, { body: { is_public: false } })
    await as(ada).send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Reader' } })
    const issue = await openIssue(ada, { body: 'For few: @bob' })
    await newest()
    const release = holdMails()
    await post(ada, `${issue}/comments`, { body: 'Secret plans' })
    await mailJobs(1)
    expect((await as(ada).send('DELETE', `${repo}/collaborators/bob`)).status).toBe(204)
    release()
    await mailJobs(0)
    await newest(1)
  })
})

describe('what is opened', () => {
  it('is told with its text', async () => {
    await openIssue(ada, { title: 'Bellows', body: 'They leak, @bob: größer ist es nicht' })
    const one = await newest()
    expect(one.mail.text).toContain('ada mentioned you in')
    expect(one.mail.text).toContain('> They leak, @bob: größer ist es nicht\n')
    expect(linkIn(one)).toBe(`${stithy.url}/ada/${slug}/issues/1`)
  })

  it('by somebody other than whoever assigns it says who wrote it', async () => {
    const cleo = await newPerson(stithy, `cleo${count}`)
    const issue = await openIssue(cleo, { body: 'Who takes it?' })
    await as(ada).send('PATCH', issue, { body: { assignees: ['bob'] } })
    expect((await newest()).mail.text).toContain(`to you.\n\ncleo${count} wrote:\n\n> Who takes it?\n`)
  })

  it('is not told again when it is closed', async () => {
    await post(ada, `${repo}/issues`, { title: 'Short', body: 'Words of it', assignees: ['bob'] })
    await inTransaction(stithy.app, async (tx) => {
      const user = await tx.selectFrom('owners').select('id').where('name', '=', 'bob').executeTakeFirstOrThrow()
      const chosen = { user_id: user.id, type: 'issue_closed', email: 1 }
      await tx.insertInto('notification_preferences').values(chosen).execute()
    })
    await newest()
    await as(ada).send('PATCH', `${repo}/issues/1`, { body: { state: 'closed' } })
    const closed = await newest(2)
    expect(closed.mail.text).toContain('ada closed the issue')
    expect(closed.mail.text).not.toContain('Words of it')
  })
})

describe('a review', () => {
  it('is told with what it says of lines, and the link leads to it', async () => {
    await as(ada).send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Developer' } })
    await commitTo(as(bob), repo, ['side', 'main'], { 'a.txt': 'one\ntwo\nthree\n' })
    const pull = `${repo}/pulls/${(await openPull(as(bob), repo, 'side')).number}`
    const { id } = await post(ada, `${pull}/reviews`, {
      event: 'request_changes',
      body: 'Nearly there',
      comments: [
        { body: 'Not this one', path: 'a.txt', line: 2, side: 'new' },
        { body: 'x'.repeat(700), path: 'a.txt', line: 3, side: 'new' },
      ],
    })
    const one = await newest()
    expect(one.mail.text).toContain(
      `> Nearly there\n\na.txt, line 2:\n\n> Not this one\n\na.txt, line 3:\n\n> ${'x'.repeat(500)} [...]\n\nThere is more`,
    )
    expect(linkIn(one)).toBe(`${stithy.url}/ada/${slug}/pulls/1#review-${id}`)
    await leadsToItsAnchor(linkIn(one))
  })

  it('has answers to what it says of lines, which the link leads to as well', async () => {
    await as(ada).send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Developer' } })
    await commitTo(as(bob), repo, ['side', 'main'], { 'a.txt': 'one\n' })
    const pull = `${repo}/pulls/${(await openPull(as(bob), repo, 'side')).number}`
    const first = await post(ada, `${pull}/comments`, { body: 'Why?', path: 'a.txt', line: 1, side: 'new' })
    const began = await newest()
    expect(began.mail.text).toContain('a.txt, line 1:\n\n> Why?')
    await leadsToItsAnchor(linkIn(began))
    const second = await post(ada, `${pull}/comments`, { body: 'Well?', in_reply_to: first.id })
    const answer = await newest(2)
    expect(answer.mail.text).toContain('> Well?')
    expect(linkIn(answer)).toContain(`#said-${second.id}`)
    await leadsToItsAnchor(linkIn(answer))
  })
})
