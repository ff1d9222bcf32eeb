// What people do on our pages, in the words of the pages.
import type { Page } from 'playwright-core'
import { password } from './people.ts'

export async function signInByPage(page: Page, username: string, secret = password): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, username, secret)
}

/** On the page that asks for it, wherever it was come from. */
export async function fillSignIn(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signOutByPage(page: Page): Promise<void> {
  await page.getByLabel('Menu of').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/')
}

/** The heading of the page that is open. */
export function headingOf(page: Page): Promise<string> {
  return page.getByRole('heading', { level: 1 }).innerText()
}

/** The way that a link from a mail leads, on our own site. */
export function linkIn(mail: { readonly text?: string | undefined }, path: string): string {
  const found = mail.text?.match(new RegExp(`https?://[^\\s]*(${path}/[^\\s]+)`))?.[1]
  if (found === undefined) throw new Error(`The mail has no link to ${path}:\n${mail.text}`)
  return found
}
