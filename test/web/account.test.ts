import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { emailOf, newPerson, password } from '../support/people.ts'
import { headingOf, linkIn, signInByPage, signOutByPage } from '../support/steps.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

describe('a forgotten password', () => {
  it('is replaced by the link in the mail, once, and ends all sessions', async () => {
    const old = await newPerson(stithy, 'ada')
    const { page } = await newVisitor(browser, stithy)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail').fill(emailOf('ada'))
    await page.getByRole('button', { name: 'Ask for a link' }).click()
    expect(await headingOf(page)).toBe('Ask an administrator for the link')

    const mail = (await stithy.mails(emailOf('ada'), 2)).find(({ subject }) => subject === 'Set a new password')
    const link = linkIn(mail ?? {}, '/reset-password')
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.locator('main form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true
    })
    await page.getByRole('button', { name: 'Save the password' }).click()
    expect(await page.getByRole('alert').innerText()).toContain('at least 10 characters')
    await page.getByLabel('New password', { exact: true }).fill('quite another phrase 8')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.waitForURL('/login')
    expect(await page.getByRole('status').innerText()).toContain('Sign in with the new one')

    await signInByPage(page, 'ada')
    expect(await page.getByRole('alert').innerText()).toContain('wrong')
    await signInByPage(page, 'ada', 'quite another phrase 8')
    await page.waitForURL('/dashboard')
    expect((await stithy.client().get('/dashboard', { cookie: old.cookie })).status).toBe(303)

    expect((await page.goto(link))?.status()).toBe(410)
    expect(await headingOf(page)).toBe('This link no longer works')
  })

  it('is answered in the same words for an address that nobody has', async () => {
    const texts = await Promise.all(
      [emailOf('ada'), emailOf('nobody')].map(async (email) => {
        const answer = await stithy.client().send('POST', '/forgot-password', { fields: { email } })
        return answer.text.replaceAll(email, '')
      }),
    )
    expect(texts[0]).toBe(texts[1])
  })
})

it('what a keyboard adds around a name does not count, when somebody registers or signs in', async () => {
  const fields = { username: ' otto ', email: ` ${emailOf('otto')} `, password }
  expect((await stithy.client().send('POST', '/register', { fields })).status).toBe(303)
  for (const username of ['otto ', ' Otto', `${emailOf('otto')} `]) {
    const answer = await stithy.client().send('POST', '/login', { fields: { username, password } })
    expect([answer.status, answer.headers.get('location')], username).toEqual([303, '/dashboard'])
  }
  const wrong = { username: 'otto', password: `${password} ` }
  expect((await stithy.client().send('POST', '/login', { fields: wrong })).status).toBe(401)
})

describe('sessions', () => {
  it('leave no page behind that somebody else could go back to', async () => {
    const { cookie } = await newPerson(stithy, 'quitter')
    const { page } = await newVisitor(browser, stithy, { cookie })
    await page.goto('/settings/profile')
    await page.goto('/dashboard')
    expect(await headingOf(page)).toContain('quitter')
    await signOutByPage(page)
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(await page.getByRole('main').innerText()).not.toContain('quitter')
  })

  it('are listed, and another device that is signed out has to sign in for its next page', async () => {
    await newPerson(stithy, 'bert')
    const phone = await newVisitor(browser, stithy, { userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1' })
    await signInByPage(phone.page, 'bert')
    await phone.page.waitForURL('/dashboard')
    const { page } = await newVisitor(browser, stithy)
    await signInByPage(page, 'bert')
    await page.waitForURL('/dashboard')

    await page.goto('/settings/sessions')
    const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    expect(await rows.count()).toBe(3)
    expect(await rows.filter({ hasText: 'This session' }).innerText()).toContain('Chrome on Linux')
    await page.getByRole('button', { name: 'Sign out Safari on iOS' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByText('The session was signed out.').waitFor()
    expect(await rows.count()).toBe(2)

    await phone.page.goto('/settings/profile')
    expect(new URL(phone.page.url()).pathname).toBe('/login')

    await page.getByRole('button', { name: 'Sign out all others' }).click()
    await page.getByRole('button', { name: 'Sign out 1 session' }).click()
    await page.getByText('1 session was signed out.').waitFor()
    expect(await rows.count()).toBe(1)
  })
})

describe('settings', () => {
  it('keep the choice of what comes to the inbox and by mail, and the name', async () => {
    const { cookie } = await newPerson(stithy, 'carla')
    const { page } = await newVisitor(browser, stithy, { cookie })
    await page.goto('/settings/notifications')
    const merged = page.getByLabel('E-mail for: Pull request merged')
    const mentioned = page.getByLabel('E-mail for: Mentioned')
    const failed = page.getByLabel('Inbox for: Pipeline failed')
    expect([await merged.isChecked(), await mentioned.isChecked(), await failed.isChecked()]).toEqual([
      false,
      true,
      true,
    ])
    await failed.uncheck()
    await merged.check()
    await mentioned.uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your choice was saved.').waitFor()
    await page.reload()
    expect([await merged.isChecked(), await mentioned.isChecked(), await failed.isChecked()]).toEqual([
      true,
      false,
      false,
    ])

    await page.goto('/settings/profile')
    await page.getByLabel('Full name').fill('Carla Ångström')
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.goto('/carla')
    expect(await headingOf(page)).toBe('Carla Ångström')
  })

  it('change the password for whoever knows the old one', async () => {
    const { cookie } = await newPerson(stithy, 'dora')
    const { page } = await newVisitor(browser, stithy, { cookie })
    const change = async (current: string, next: string) => {
      await page.goto('/settings/security')
      await page.getByText('Tokens and SSH keys keep working').waitFor()
      await page.getByLabel('Current password', { exact: true }).fill(current)
      await page.getByLabel('New password', { exact: true }).fill(next)
      await page.getByRole('button', { name: 'Change password' }).click()
    }
    await change('not the right phrase', 'quite another phrase 8')
    expect(await page.getByRole('alert').innerText()).toContain('Current password')
    await change('a long enough phrase 7', 'quite another phrase 8')
    expect(await page.getByRole('status').first().innerText()).toContain('Your password was changed.')
  })

  it('delete the account for whoever knows the password and types its name, and say that it is done', async () => {
    const { cookie } = await newPerson(stithy, 'leah')
    const { page } = await newVisitor(browser, stithy, { cookie })
    await page.goto('/settings/security')
    await page.getByRole('link', { name: 'Delete…' }).click()
    expect(await headingOf(page)).toBe('Delete your account')
    const button = page.getByRole('button', { name: 'Delete my account for good' })
    await page.getByLabel('Password', { exact: true }).fill('not the right phrase')
    expect(await button.isDisabled()).toBe(true)
    await page.getByLabel('Type leah to confirm').fill('leah')
    await button.click()
    expect(await page.getByRole('alert').innerText()).toContain('The password is wrong.')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Type leah to confirm').fill('leah')
    await button.click()
    await page.getByText('The account leah was deleted, and you are signed out everywhere.').waitFor()
    expect(await page.getByRole('link', { name: 'Sign in' }).first().isVisible()).toBe(true)
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('svc_session')
    expect((await page.goto('/leah'))?.status()).toBe(404)
    expect((await stithy.client().get('/dashboard', { cookie })).status).toBe(303)
  })

  it('say what is in the way of deleting the account, before anything is typed', async () => {
    const nora = await newPerson(stithy, 'nora')
    await stithy.client('B').as(nora.access).post('teams', { slug: 'band' })
    const before = await stithy.client().get('/settings/security/delete', { cookie: nora.cookie })
    expect(before.text).toContain('You are the last owner of the team band')
    expect(before.text).toContain('href="/teams/band/members"')
    expect(before.text).not.toContain('name="confirm"')
    const fields = { password, confirm: 'nora' }
    const sent = await stithy.client().send('POST', '/settings/security/delete', { cookie: nora.cookie, fields })
    expect(sent.status).toBe(409)
    const foreign = await stithy.client().send('POST', '/settings/security/delete', {
      cookie: nora.cookie,
      fields,
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    expect((await stithy.client('B').as(nora.access).get('user')).status).toBe(200)
  })

  it('move an account whose address was never confirmed to a new one at once', async () => {
    const { cookie } = await newPerson(stithy, 'emil')
    const { page } = await newVisitor(browser, stithy, { cookie })
    await changeEmail(page, 'emil@example.net', 'not the right phrase')
    expect(await page.getByRole('alert').innerText()).toContain('It is not your password.')
    await changeEmail(page, 'emil@example.net')
    await page.getByText('an administrator can give you the link that confirms emil@example.net').waitFor()
    await page.getByText('Not confirmed').waitFor()
    await confirm(page, 'emil@example.net')
    await page.goto('/settings/profile')
    expect(await page.getByRole('main').innerText()).toMatch(/emil@example\.net\s+Confirmed/)
  })

  it('keep a confirmed address until the link to the new one was opened', async () => {
    const { cookie, email } = await newPerson(stithy, 'fred')
    const { page } = await newVisitor(browser, stithy, { cookie })
    await confirm(page, email)
    await changeEmail(page, 'fred@example.net')
    const main = page.getByRole('main')
    expect(await main.innerText()).toMatch(/fred@example\.org\s+Confirmed/)
    expect(await main.innerText()).toMatch(/fred@example\.net\s+Waiting for confirmation/)
    await page.getByRole('button', { name: 'Cancel the change' }).click()
    await page.getByText('Your address stays fred@example.org').waitFor()
    expect(await main.innerText()).not.toContain('Waiting for confirmation')

    await changeEmail(page, 'fred@example.net')
    await stithy.mails('fred@example.net', 2)
    await confirm(page, 'fred@example.net')
    await page.goto('/settings/profile')
    expect(await main.innerText()).toMatch(/fred@example\.net\s+Confirmed/)
    expect(await main.innerText()).not.toContain('example.org')
  })

  it('show a new token once, and a reload makes no other', async () => {
    const { cookie } = await newPerson(stithy, 'gina')
    const { page } = await newVisitor(browser, stithy, { cookie })
    await page.goto('/settings/tokens')
    await page.getByLabel('Name').fill('a script')
    await page.getByLabel('Repositories: Read').check()
    await page.getByRole('button', { name: 'Create token' }).click()
    expect(await page.getByRole('main').innerText()).toMatch(/svc_pat_\w{40}/)
    await page.reload()
    expect(await page.getByRole('main').innerText()).not.toContain('svc_pat_')
    const rows = page.getByRole('list', { name: 'Your tokens' }).getByRole('listitem')
    expect(await rows.count()).toBe(1)
    expect(await rows.innerText()).toContain('Created just now')
  })

  async function changeEmail(page: Page, email: string, secret = password): Promise<void> {
    await page.goto('/settings/profile')
    await page.getByLabel('New e-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(secret)
    await page.getByRole('button', { name: 'Change e-mail' }).click()
  }

  /** By the newest link. */
  async function confirm(page: Page, email: string): Promise<void> {
    const mails = (await stithy.mails(email)).filter(({ subject }) => subject === 'Confirm your e-mail address')
    await page.goto(linkIn(mails.at(-1) ?? {}, '/verify-email'))
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByRole('heading', { name: 'Address confirmed' }).waitFor()
  }
})
