import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { atLocalhost } from '../support/passkeys.ts'
import { codeOf, enrol, newPerson, password, signIn } from '../support/people.ts'
import { headingOf, signInByPage, signOutByPage } from '../support/steps.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([atLocalhost().then(startStithy), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

it('is added, signs in, stands in for a code, gets another name, and is removed', async () => {
  const person = await newPerson(stithy, 'ada')
  const { page, takeProblems } = await newVisitor(browser, stithy, { cookie: person.cookie })
  await newAuthenticator(page)
  await addPasskey(page, 'Laptop')
  const list = page.getByRole('list', { name: 'Your passkeys' })
  expect(await list.innerText()).toContain('Never used')
  expect(await list.innerText()).toContain('Synced')

  await signOutByPage(page)
  await page.goto('/login?redirect_to=/settings/security')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('/settings/security')
  expect(await list.innerText()).toContain('Last used')
  await page.goto('/settings/sessions')
  expect(await page.getByRole('list', { name: 'Sessions' }).innerText()).toContain('This session')

  const { secret } = await enrol(stithy, await signIn(stithy, 'ada'))
  await signOutByPage(page)
  await signInByPage(page, 'ada')
  expect(await headingOf(page)).toBe('Second step')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('/dashboard')

  // Where a code is asked for at sign-in, it is before another passkey too.
  await page.goto('/settings/security')
  await page.getByText('Add a passkey…').click()
  await page.locator('#passkey-password').fill(password)
  await page.locator('#passkey-code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await page.getByRole('alert').first().innerText()).toContain('The password or the code is wrong.')
  await page.locator('#passkey-password').fill(password)
  await page.locator('#passkey-code').fill(codeOf(stithy, secret))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByText('No passkey was created: this device has one for your account already.').waitFor()
  await page.getByRole('link', { name: 'Not now' }).click()

  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Old laptop')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('The passkey is called “Old laptop” now.').waitFor()
  await page.getByLabel('Remove Old laptop').click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('The passkey “Old laptop” was removed.').waitFor()
  expect(await list.count()).toBe(0)

  await signOutByPage(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  expect(await page.getByRole('alert').first().innerText()).toContain('The passkey was not accepted')
  expect(takeProblems()).toEqual([])
  const mails = (await stithy.mails('ada@example.org', 4)).map(({ subject }) => subject)
  expect(mails).toEqual(
    expect.arrayContaining(['A passkey was added to your account', 'A passkey was removed from your account']),
  )
})

it('says so where the person was not verified, and is among what the browser fills in', async () => {
  const person = await newPerson(stithy, 'bert')
  const { page, takeProblems } = await newVisitor(browser, stithy, { cookie: person.cookie })
  const device = await newAuthenticator(page)
  await addPasskey(page, 'Phone')
  await signOutByPage(page)
  await device.setVerified(false)
  await page.goto('/login')
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.click()
  await page.getByText('The passkey was not used: the request was cancelled or timed out.').waitFor()
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await page.locator('[data-pressed]').count()).toBe(0)
  await device.setVerified(true)
  await button.click()
  await page.waitForURL('/dashboard')
  await signOutByPage(page)
  await page.goto('/login#filled-in')
  await page.waitForURL('/dashboard')
  expect(takeProblems()).toEqual([])
})

it('is offered neither without a script nor where browsers have none', async () => {
  const person = await newPerson(stithy, 'carla')
  const { page } = await newVisitor(browser, stithy, { cookie: person.cookie, javaScript: false })
  await page.goto('/settings/security')
  expect(await page.getByText('Passkeys need JavaScript').isVisible()).toBe(true)
  expect(await page.getByText('Add a passkey…').isVisible()).toBe(false)
  await page.context().clearCookies()
  await page.goto('/login')
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()).toBe(false)
  const bare = await newVisitor(browser, stithy)
  await bare.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await bare.page.goto('/login')
  expect(await bare.page.getByRole('button', { name: 'Sign in', exact: true }).isVisible()).toBe(true)
  expect(await bare.page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()).toBe(false)
  expect(bare.takeProblems()).toEqual([])
})

interface Device {
  readonly setVerified: (isVerified: boolean) => Promise<void>
}

/** Chromium's own: what it holds is synced, and it never asks anybody anything. */
async function newAuthenticator(page: Page): Promise<Device> {
  // It would be chosen at once, before anybody has pressed anything.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(location.hash === '#filled-in')
  })
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  })
  return {
    setVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/settings/security')
  await page.getByText('Add a passkey…').click()
  await page.locator('#passkey-password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByText(`The passkey “${name}” was added.`).waitFor()
}
