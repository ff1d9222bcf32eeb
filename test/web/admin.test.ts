import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { addDeadJob } from '../support/furnish.ts'
import { emailOf, newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { headingOf, linkIn, signInByPage } from '../support/steps.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { newTeam } from '../support/teams.ts'

let stithy: TestStithy
let browser: Browser
let admin: Person
let desk: Visitor

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  admin = await newPerson(stithy, 'smith')
  desk = await newVisitor(browser, stithy, { cookie: admin.cookie })
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

describe('people', () => {
  it('are created, choose their password by mail, and are found', async () => {
    const { page } = desk
    await page.goto('/admin/users')
    await page.getByLabel('Username', { exact: true }).fill('ada ')
    await page.getByLabel('E-mail', { exact: true }).fill(emailOf('ada'))
    await page.getByRole('button', { name: 'Create user' }).click()
    await page.getByText('The account ada was created. No mail server is configured').waitFor()

    const [mail, ...others] = await stithy.mails(emailOf('ada'))
    expect(mail?.subject).toBe(`Your account at ${new URL(stithy.url).host}`)
    expect(mail?.text?.match(/https?:\/\/\S+\/\S+/g)).toHaveLength(1)
    expect(others).toEqual([])
    const person = await newVisitor(browser, stithy)
    await person.page.goto(linkIn(mail ?? {}, '/reset-password'))
    await person.page.getByLabel('New password', { exact: true }).fill('a long enough phrase 7')
    await person.page.getByRole('button', { name: 'Save the password' }).click()
    await signInByPage(person.page, 'ada')
    await person.page.waitForURL('/dashboard')

    await page.getByLabel('Username or e-mail').fill('ADA')
    await page.getByRole('button', { name: 'Find' }).click()
    const rows = page.getByRole('table', { name: 'Users' }).getByRole('rowheader')
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('ada@example.org')])
  })

  it('who forgot their password get a link for a new one', async () => {
    const { page } = desk
    const hilda = await newPerson(stithy, 'hilda')
    await page.goto('/admin/users?q=hilda')
    await page.getByLabel('Actions for hilda').click()
    await page.getByRole('button', { name: 'Mail a link for a new password' }).click()
    await page.getByText('hilda gets a link for a new password, which works for an hour. No mail server').waitFor()
    expect((await stithy.client().as(hilda.access).get('user')).status).toBe(200)
    const [, mail] = await stithy.mails(emailOf('hilda'), 2)
    const person = await newVisitor(browser, stithy)
    await person.page.goto(linkIn(mail ?? {}, '/reset-password'))
    await person.page.getByLabel('New password', { exact: true }).fill('a long enough phrase 8')
    await person.page.getByRole('button', { name: 'Save the password' }).click()
    await person.page.getByText('Your password was changed').waitFor()
    expect((await stithy.client().as(hilda.access).get('user')).status).toBe(401)
    const { body } = await stithy.client('A').as(admin.access).get('admin/audit?event=PASSWORD_RESET_REQUESTED')
    expect(body[0]).toMatchObject({ target_name: 'hilda', actor: { username: 'smith' } })
  })

  it('are disabled, and their open page leads to the door at once', async () => {
    const { page } = desk
    const bert = await newPerson(stithy, 'bert')
    const visitor = await newVisitor(browser, stithy, { cookie: bert.cookie })
    await visitor.page.goto('/settings/profile')
    expect(await headingOf(visitor.page)).toBe('Profile')

    await page.goto('/admin/users')
    await page.getByLabel('Actions for bert').click()
    await page.getByRole('button', { name: 'Disable: sign out and lock' }).click()
    await page.getByText('bert was disabled and signed out everywhere.').waitFor()

    await visitor.page.getByRole('link', { name: 'Security' }).click()
    await visitor.page.waitForURL('/login?redirect_to=%2Fsettings%2Fsecurity')
    await signInByPage(visitor.page, 'bert')
    expect(await visitor.page.getByRole('alert').innerText()).toContain('This account is disabled')

    await page.getByLabel('Actions for bert').click()
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByText('bert was enabled.').waitFor()
    await signInByPage(visitor.page, 'bert')
    await visitor.page.waitForURL('/dashboard')
  })

  it('become administrators and cease to be', async () => {
    const { page } = desk
    const carla = await newPerson(stithy, 'carla')
    const visitor = await newVisitor(browser, stithy, { cookie: carla.cookie })
    const statusOfAdmin = async () => (await visitor.page.goto('/admin'))?.status()
    expect(await statusOfAdmin()).toBe(403)
    await page.goto('/admin/users')
    await page.getByLabel('Actions for carla').click()
    await page.getByRole('button', { name: 'Make administrator' }).click()
    await page.getByText('carla is an administrator now.').waitFor()
    expect(await statusOfAdmin()).toBe(200)
    await page.getByLabel('Actions for carla').click()
    await page.getByRole('button', { name: 'Remove as administrator' }).click()
    await page.getByText('carla is no longer an administrator.').waitFor()
    expect(await statusOfAdmin()).toBe(403)
  })

  it('are deleted by whoever types their name', async () => {
    const { page } = desk
    const dora = await newPerson(stithy, 'dora')
    for (let count = 1; count <= 12; count++) {
      await stithy
        .client()
        .as(dora.access)
        .post('user/repos', { slug: `work-${String(count).padStart(2, '0')}` })
    }
    await page.goto('/admin/users')
    await page.getByLabel('Actions for dora').click()
    await page.getByRole('link', { name: 'Delete…' }).click()
    const losses = await page.getByRole('main').innerText()
    expect(losses).toMatch(/12 repositories with all branches/)
    expect(losses).toContain('dora/work-10')
    expect(losses).not.toContain('dora/work-11')
    expect(losses).toContain('and 2 more')
    const button = page.getByRole('button', { name: 'Delete dora for good' })
    expect(await button.isDisabled()).toBe(true)
    await page.getByLabel('Type dora to confirm').fill('dor')
    expect(await button.isDisabled()).toBe(true)
    await page.getByLabel('Type dora to confirm').fill('dora')
    await button.click()
    await page.getByText('dora was deleted with everything they owned.').waitFor()
    expect((await stithy.client().get('/dora')).status).toBe(404)
  })

  it('who are gone leave their repositories to somebody else, and what is in the way is said before', async () => {
    const { page } = desk
    const gerd = await newPerson(stithy, 'gerd')
    await newRepo(stithy, gerd, 'papers')
    await newTeam(stithy, gerd, 'gerds')
    await page.goto('/admin/users/gerd/delete')
    const main = page.getByRole('main')
    expect(await main.innerText()).toContain('gerd is the last owner of the team gerds.')
    expect(await main.innerText()).toContain('1 session')
    expect((await stithy.client().get('/admin/repos/gerd/papers/transfer', { cookie: admin.cookie })).status).toBe(303)
    await page.getByRole('button', { name: 'Disable instead' }).click()
    await page.getByText('gerd was disabled').waitFor()
    await page.goto('/admin/users/gerd/delete')
    expect(await main.innerText()).toContain('0 sessions')
    await page.getByRole('link', { name: 'transfer it to somebody else' }).click()
    await page.getByRole('link', { name: 'Transfer gerd/papers…' }).click()
    await page.getByLabel('Type gerd/papers to confirm').fill('gerd/papers')
    await page.getByLabel('New owner').fill('nobody-here')
    await page.getByRole('button', { name: 'Transfer repository' }).click()
    await page.locator('.notice-danger').waitFor()
    await page.getByLabel('New owner').fill('gerds')
    await page.getByLabel('Type gerd/papers to confirm').fill('gerd/papers')
    await page.getByRole('button', { name: 'Transfer repository' }).click()
    await page.getByText('gerd/papers belongs to gerds now.').waitFor()
    await page.goto('/teams/gerds')
    expect(await main.innerText()).toContain('The team has 1 repository.')
    await page.goto('/teams/gerds/members')
    expect(await main.innerText()).toContain('Disabled')
    await page.getByLabel('Username').fill('smith')
    await page.getByLabel('Role', { exact: true }).selectOption('Owner')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.goto('/admin/users/gerd/delete')
    expect(await main.innerText()).not.toContain('last owner')
    await page.getByLabel('Type gerd to confirm').fill('gerd')
    await page.getByRole('button', { name: 'Delete gerd for good' }).click()
    await page.getByText('gerd was deleted').waitFor()
    expect((await stithy.client().get('/gerds/papers', { cookie: admin.cookie })).status).toBe(200)
    expect(desk.takeProblems()).toEqual([])
  })

  it('are not deleted by a form that leaves the name out', async () => {
    await newPerson(stithy, 'emil')
    const fields = { confirm: 'Emil' }
    const answer = await stithy.client().send('POST', '/admin/users/emil/delete', { cookie: admin.cookie, fields })
    expect(answer.status).toBe(422)
    expect((await stithy.client().get('/emil')).status).toBe(200)
  })
})

it('does not offer to delete oneself', async () => {
  const answer = await stithy.client().get('/admin/users/smith/delete', { cookie: admin.cookie })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/users'])
})

it.each(['/admin/users', '/admin/audit?event=login', '/admin/jobs'])(
  '%s leads back from past its end',
  async (path) => {
    const past = `${path}${path.includes('?') ? '&' : '?'}page=99`
    const answer = await stithy.client().get(past, { cookie: admin.cookie })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
  },
)

describe('the audit log', () => {
  it('is found by a part of an event, and shows the name that was tried', async () => {
    const { page } = desk
    await stithy.client().post('auth/login', { username: 'nobody-here', password: 'some long phrase' })
    await page.goto('/admin/audit')
    expect(await page.locator('datalist option[value="LOGIN_FAILED"]').count()).toBe(1)
    await page.getByLabel('Event').fill('login_f')
    await page.getByRole('button', { name: 'Filter' }).click()
    const entries = page.getByRole('list', { name: 'Audit entries' }).getByRole('listitem')
    expect(await entries.first().innerText()).toMatch(/stranger as nobody-here/)
  })

  it('is filtered, and verified with the filter kept', async () => {
    const { page } = desk
    await page.goto('/admin/audit')
    await page.getByLabel('Event').fill('LOGIN_SUCCEEDED')
    await page.getByLabel('Actor').fill('smith')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('link', { name: 'Verify the chain' }).click()
    expect(new URL(page.url()).search).toBe('?event=LOGIN_SUCCEEDED&actor=smith&verify=1')
    expect(await page.getByRole('status').innerText()).toContain('The chain is intact.')
    const entries = page.getByRole('list', { name: 'Audit entries' }).getByRole('listitem')
    expect(await entries.allInnerTexts()).toEqual([expect.stringContaining('smith')])
  })

  it('says so when somebody changed an entry in the database', async () => {
    const [third] = await stithy.app.db.selectFrom('audit').select('id').orderBy('id').offset(2).limit(1).execute()
    const id = third?.id ?? 0
    await inTransaction(stithy.app, async (tx) => {
      await tx.updateTable('audit').set({ actor_name: 'eve' }).where('id', '=', id).execute()
    })
    const { page } = desk
    await page.goto('/admin/audit?verify=1')
    const alert = await page.getByRole('alert').innerText()
    expect(alert).toContain('The chain is broken.')
    expect(alert).toContain(`Entry #${id},`)
    expect(alert).toContain('The first 2 entries are intact')
  })
})

describe('jobs that gave up', () => {
  it('are tried again, or discarded', async () => {
    const { page, takeProblems } = desk
    await addDeadJob(stithy)
    await page.goto('/admin/jobs')
    const dead = page.getByRole('list', { name: 'Jobs that gave up' }).getByRole('listitem')
    expect(await dead.innerText()).toContain('ECONNREFUSED')
    await page.getByRole('button', { name: 'Try again: mail.verify-email' }).click()
    await page.getByText('mail.verify-email runs again.').waitFor()
    await page.getByText('No job has given up').waitFor()
    await eventually(async () => {
      const { body } = await stithy.client('B').as(admin.access).get('admin/jobs')
      expect(body.total).toBe(0)
    })

    await addDeadJob(stithy)
    await page.goto('/admin/jobs')
    await page.getByRole('button', { name: 'Discard mail.verify-email' }).click()
    await page.getByRole('button', { name: 'Discard job' }).click()
    await page.getByText('The job was discarded.').waitFor()
    expect(await dead.count()).toBe(0)
    expect(takeProblems()).toEqual([])
  })
})

describe('mails without a server', () => {
  it('are read, and their links followed', async () => {
    const { page } = desk
    await newPerson(stithy, 'greta')
    await stithy.mails(emailOf('greta'))
    await page.goto('/admin')
    await page.getByRole('list', { name: 'Health' }).getByRole('link', { name: 'Mail' }).click()
    const mail = page.getByRole('list', { name: 'Kept mails' }).getByRole('listitem').first()
    expect(await mail.innerText()).toContain('greta@example.org')
    await mail.getByRole('link', { name: 'Confirm your e-mail address' }).click()
    expect(await page.getByRole('main').innerText()).toContain('Hello greta,')
    await page.getByRole('main').getByRole('link', { name: '/verify-email/' }).click()
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    expect(await page.getByRole('main').innerText()).toContain('greta@example.org is yours.')
  })

  it('have subjects that are shown as they were written, in whatever script', async () => {
    await newRepo(stithy, admin, 'kitchen', { is_public: true })
    const title = 'Crêpes für Zoë: 薄餅 und noch viel mehr, bis es nicht mehr in eine einzige Zeile paßt'
    await stithy.client('B').as(admin.access).post('repos/smith/kitchen/issues', { title, body: '@greta' })
    await stithy.mails(emailOf('greta'), 2)
    const { page } = desk
    await page.goto('/admin/mail')
    await page.getByRole('link', { name: `smith/kitchen#1: ${title}` }).click()
    expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe(`smith/kitchen#1: ${title}`)
  })

  it.each(['..%2fsecret.key', 'secret.key', '..%2f..%2fetc%2fpasswd', 'x.eml'])(
    'are nothing else: %s',
    async (name) => {
      expect((await stithy.client().get(`/admin/mail/${name}`, { cookie: admin.cookie })).status).toBe(404)
    },
  )

  it('have every link whole on a line of its own, as it is', async () => {
    const folder = join(stithy.dataDir, 'mail')
    const sources = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    expect(sources.join()).not.toMatch(/quoted-printable|base64/i)
    const verifying = sources.filter((source) => source.includes('/verify-email/'))
    expect(verifying.length).toBeGreaterThan(3)
    for (const source of verifying) expect(source).toMatch(/\r\nhttp:\/\/\S+\/verify-email\/\w{43}\r\n/)
  })
})
