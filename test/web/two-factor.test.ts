import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { codeOf, enrol, newPerson, password, signIn } from '../support/people.ts'
import { headingOf, signInByPage, signOutByPage } from '../support/steps.ts'
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

it('is set up, asked for at the next sign-in, opened by a recovery code, and turned off', async () => {
  const { cookie } = await newPerson(stithy, 'ada')
  const { page, takeProblems } = await newVisitor(browser, stithy, { cookie })
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  const secret = await secretOn(page)
  await page.reload()
  expect(await secretOn(page)).toBe(secret)

  await enterCode(page, '000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('alert').waitFor()

  expect(await secretOn(page)).toBe(secret)
  await enterCode(page, codeOf(stithy, secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  expect(await headingOf(page)).toBe('Recovery codes')
  const codes = await page.locator('.recovery-codes code').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  await page.reload()
  expect(await page.getByRole('main').innerText()).toContain('shown once')
  expect(await page.locator('.recovery-codes code').count()).toBe(0)
  await page.getByRole('link', { name: 'Back to security' }).click()
  expect(await page.getByRole('main').innerText()).toContain('10 recovery codes left')

  await signOutByPage(page)
  await signInByPage(page, 'ada')
  expect(await headingOf(page)).toBe('Second step')
  await enterCode(page, '000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  await laterCode(page, secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/dashboard')

  await signOutByPage(page)
  await signInByPage(page, 'ada')
  await enterCode(page, codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/dashboard')

  await signOutByPage(page)
  await signInByPage(page, 'ada')
  await enterCode(page, codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('The code is wrong')
  await laterCode(page, secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/dashboard')

  await page.goto('/settings/security')
  expect(await page.getByRole('main').innerText()).toContain('9 recovery codes left')
  await page.getByText('Turn off…').click()
  await page.locator('#disable-password').fill(password)
  stithy.advance(30_000)
  await page.locator('#disable-code').fill(codeOf(stithy, secret))
  await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).click()
  await page.getByText('Two-factor sign-in is off.').waitFor()

  await signOutByPage(page)
  await signInByPage(page, 'ada')
  await page.waitForURL('/dashboard')
  expect(takeProblems()).toEqual([])
})

it('is asked for five times; then the sign-in begins anew', async () => {
  await enrol(stithy, await newPerson(stithy, 'bert'))
  const { page } = await newVisitor(browser, stithy)
  await signInByPage(page, 'bert')
  for (let time = 1; time <= 4; time++) {
    await enterCode(page, '000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await page.getByRole('alert').innerText()).toContain('The code is wrong.')
  }
  await enterCode(page, '000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('Start again')
  expect(await headingOf(page)).toBe('Sign in')
})

it('gets new recovery codes for both factors, and the old ones are void', async () => {
  const person = await newPerson(stithy, 'carla')
  const { secret, recoveryCodes } = await enrol(stithy, person)
  const { page } = await newVisitor(browser, stithy, { cookie: person.cookie })
  await page.goto('/settings/security')
  await page.getByText('New recovery codes…').click()
  await page.locator('#renew-password').fill('not the right phrase')
  await page.locator('#renew-code').fill(codeOf(stithy, secret))
  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('The password or the code is wrong.')
  await page.locator('#renew-password').fill(password)
  await page.locator('#renew-code').fill(codeOf(stithy, secret))
  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  const codes = await page.locator('.recovery-codes code').allInnerTexts()
  expect(new Set([...codes, ...recoveryCodes]).size).toBe(20)
  const withCode = (code: string | undefined) =>
    stithy.client().post('auth/login', { username: 'carla', password, code })
  expect((await withCode(recoveryCodes[0])).status).toBe(401)
  expect((await withCode(codes[0])).status).toBe(200)
})

it('is turned off by an administrator for whoever lost everything', async () => {
  const admin = await signIn(stithy, 'ada')
  const person = await newPerson(stithy, 'dora')
  await enrol(stithy, person)
  const { page } = await newVisitor(browser, stithy, { cookie: admin.cookie })
  await page.goto('/admin/users')
  await page.getByLabel('Actions for dora').click()
  await page.getByRole('button', { name: 'Turn off lost two-factor sign-in' }).click()
  await page.getByText('dora now signs in with the password alone').waitFor()
  expect((await stithy.client().as(person.access).get('user')).status).toBe(401)
  expect((await stithy.client().post('auth/login', { username: 'dora', password })).body.access_token).toBeTypeOf(
    'string',
  )
  const mails = await stithy.mails('dora@example.org', 3)
  expect(mails.map((mail) => mail.text).join()).toContain('An administrator turned two-factor sign-in off')
  const { body } = await stithy.client('A').as(admin.access).get('admin/audit')
  expect(body[0]).toMatchObject({ event: 'LOGIN_SUCCEEDED' })
  expect(body[1]).toMatchObject({ event: 'TWO_FACTOR_RESET', target_name: 'dora', actor: { username: 'ada' } })
})

async function secretOn(page: Page): Promise<string> {
  return (await page.getByLabel('secret key', { exact: true }).innerText()).replaceAll(/\s/g, '')
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
}

/** A code works once: this one is of a later half minute. */
async function laterCode(page: Page, secret: string): Promise<void> {
  stithy.advance(30_000)
  await enterCode(page, codeOf(stithy, secret))
}
