import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { newPublicKey } from '../support/new-public-key.ts'
import { findFlaws } from '../support/page-flaws.ts'
import { emailOf, password } from '../support/people.ts'
import { headingOf, linkIn } from '../support/steps.ts'
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

describe.each([
  { how: 'with scripts', javaScript: true, username: 'ada' },
  { how: 'without any script', javaScript: false, username: 'grace' },
])('somebody who comes for the first time, $how', ({ javaScript, username }) => {
  it('registers, confirms the address, adds a key, and makes a token that works', async () => {
    const { page, takeProblems, context } = await newVisitor(browser, stithy, { javaScript })
    await page.goto('/')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('E-mail').fill(emailOf(username))
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()

    await page.waitForURL('/dashboard')
    expect(await headingOf(page)).toBe(`Welcome, ${username}`)
    expect(await page.getByRole('status').first().innerText()).toContain(`Welcome, ${username}.`)
    const steps = page.getByText(/\d of 5 done/)
    expect(await steps.innerText()).toBe('0 of 5 done')

    const [mail] = await stithy.mails(emailOf(username))
    await page.goto(linkIn(mail ?? {}, '/verify-email'))
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    expect(await headingOf(page)).toBe('Address confirmed')
    await page.getByRole('link', { name: 'Go to your dashboard' }).click()
    expect(await steps.innerText()).toBe('1 of 5 done')

    await page.getByRole('link', { name: 'Add key' }).click()
    await page.getByLabel('Name').fill('laptop')
    await page.getByLabel('Public key').fill(newPublicKey('me@laptop'))
    await page.getByRole('button', { name: 'Add key' }).click()
    expect(await page.getByRole('list', { name: 'Your SSH keys' }).innerText()).toContain('laptop')

    await page.goto('/dashboard')
    expect(await steps.innerText()).toBe('2 of 5 done')
    await page.getByRole('link', { name: 'Create token' }).click()
    await page.getByLabel('Name').fill('deploy')
    await page.getByLabel('Repositories: Read').check()
    await page.getByRole('button', { name: 'Create token' }).click()
    const token = await page.getByLabel('token', { exact: true }).innerText()
    expect(token).toMatch(/^svc_pat_[A-Za-z0-9]{40}$/)

    await page.goto('/settings/tokens')
    expect(await page.content()).not.toContain(token)
    expect(await page.getByRole('list', { name: 'Your tokens' }).innerText()).toContain('deploy')
    const answer = await stithy.client('B').as(token).get('user')
    expect(answer.body).toMatchObject({ username, email_verified: true })

    await page.goto('/settings/tokens')
    expect(await page.getByRole('list', { name: 'Your tokens' }).innerText()).toContain('Last used just now')
    await page.getByRole('button', { name: 'Revoke deploy' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByText('No tokens yet').waitFor()
    expect((await stithy.client('B').as(token).get('user')).status).toBe(401)

    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Dismiss first steps' }).click()
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
    expect(await page.getByText('First steps').count()).toBe(0)
    expect(takeProblems()).toEqual([])
    await context.close()
  })
})

describe('the page for registering', () => {
  it('says that the first account will administer the place, and where nobody may register', async () => {
    const [fresh, closed] = await Promise.all([startStithy(), startStithy({ REGISTRATION_ENABLED: 'false' })])
    const first = await newVisitor(browser, fresh)
    await first.page.goto('/register')
    expect(await first.page.getByRole('main').innerText()).toContain('The first account becomes the administrator.')
    expect(await findFlaws(first)).toEqual([])
    const late = await newVisitor(browser, closed)
    expect((await late.page.goto('/register'))?.status()).toBe(403)
    expect(await headingOf(late.page)).toBe('Registration is closed')
    expect(await late.page.getByRole('main').innerText()).toContain('stithy admin create-user NAME EMAIL --admin')
    expect(await late.page.getByRole('link', { name: 'Register' }).count()).toBe(0)
    expect(await findFlaws(late)).toEqual([])
    await Promise.all([fresh.stop(), closed.stop()])
  })
})

describe('the keyboard', () => {
  it('reaches the search with a slash, and the content before the navigation', async () => {
    const { page } = await newVisitor(browser, stithy)
    await page.goto('/login')
    await page.getByRole('main').click({ position: { x: 5, y: 5 } })
    await page.keyboard.press('/')
    await page.keyboard.type('ada')
    await page.getByRole('option', { name: '“ada” everywhere' }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL('/search?q=ada')
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').innerText()).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.locator(':focus').getAttribute('id')).toBe('main')
  })
})

describe('a form with a mistake', () => {
  it('comes back with what was typed, says what is wrong, and puts the hand there', async () => {
    const { page } = await newVisitor(browser, stithy)
    await page.goto('/register')
    await page.getByLabel('Username').fill('someone')
    await page.getByLabel('E-mail').fill('someone@example.org')
    await page.getByLabel('Password', { exact: true }).fill('1234567890')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe('someone')
    const field = page.getByLabel('Password', { exact: true })
    expect(await field.inputValue()).toBe('')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('alert').getByRole('link', { name: 'Password' }).click()
    expect(new URL(page.url()).hash).toBe('#field-password')
  })

  it('lets a password be looked at while it is typed, and hides it before it is sent', async () => {
    const { page } = await newVisitor(browser, stithy)
    await page.goto('/login')
    await page.getByLabel('Username or e-mail').fill('someone')
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('what I typed')
    const toggle = page.getByRole('button', { name: 'Show password' })
    await toggle.click()
    expect(await field.getAttribute('type')).toBe('text')
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    await page.evaluate(() => document.addEventListener('submit', (event) => event.preventDefault()))
    await field.press('Enter')
    expect(await field.getAttribute('type')).toBe('password')
  })
})
