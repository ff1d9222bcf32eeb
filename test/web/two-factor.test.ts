import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { codeOf, newPerson } from '../support/people.ts'
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

  await enterCode(page, '000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('alert').waitFor()

  const secret = (await page.getByLabel('secret key', { exact: true }).innerText()).replaceAll(/\s/g, '')
  await enterCode(page, codeOf(stithy, secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  expect(await headingOf(page)).toBe('Recovery codes')
  const codes = await page.locator('.recovery-codes code').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  await page.getByRole('link', { name: 'I have kept them' }).click()
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
  expect(await page.getByRole('alert').innerText()).toContain('wrong')
  await laterCode(page, secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/dashboard')

  await page.goto('/settings/security')
  expect(await page.getByRole('main').innerText()).toContain('9 recovery codes left')
  await page.getByText('Turn off…').click()
  await page.getByLabel('Password', { exact: true }).fill('a long enough phrase 7')
  await laterCode(page, secret)
  await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).click()
  await page.getByText('Two-factor sign-in is off.').waitFor()

  await signOutByPage(page)
  await signInByPage(page, 'ada')
  await page.waitForURL('/dashboard')
  expect(takeProblems()).toEqual([])
})

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
}

/** A code works once: this one is of a later half minute. */
async function laterCode(page: Page, secret: string): Promise<void> {
  stithy.advance(30_000)
  await enterCode(page, codeOf(stithy, secret))
}
