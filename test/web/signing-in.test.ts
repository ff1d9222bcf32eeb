import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { newPerson, type Person, password } from '../support/people.ts'
import { fillSignIn, headingOf } from '../support/steps.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  await newPerson(stithy, 'smith')
  ada = await newPerson(stithy, 'ada')
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

describe('a stranger at a page for people', () => {
  it.each(['/settings/tokens', '/settings/profile', '/dashboard', '/admin/users?q=a&state=admin'])(
    'is sent from %s to sign in, and comes back',
    async (path) => {
      const { page, context } = await newVisitor(browser, stithy)
      await page.goto(path)
      expect(page.url()).toBe(`${stithy.url}/login?redirect_to=${encodeURIComponent(path)}`)
      await fillSignIn(page, 'smith')
      await page.waitForURL(path)
      await context.close()
    },
  )

  it('keeps the way back over a wrong password', async () => {
    const { page } = await newVisitor(browser, stithy)
    await page.goto('/settings/tokens')
    await fillSignIn(page, 'ada', 'a wrong phrase 1')
    await page.getByRole('alert').waitFor()
    await fillSignIn(page, 'ada')
    await page.waitForURL('/settings/tokens')
    expect(await headingOf(page)).toBe('Tokens')
  })

  it('sees a page that says so when the right is missing', async () => {
    const { page } = await newVisitor(browser, stithy, { cookie: ada.cookie })
    const answer = await page.goto('/admin')
    expect(answer?.status()).toBe(403)
    expect(await headingOf(page)).toBe('You do not have permission')
    expect(await page.getByRole('main').innerText()).toContain('Only an administrator may do this.')
  })
})

describe('the way on after signing in', () => {
  const elsewhere = [
    '//e.example/',
    '/\\e.example/',
    '\\\\e.example/',
    '/\t/e.example/',
    '\t//e.example/',
    'https://e.example/',
    'https:e.example',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '/.//e.example/',
    '/a/..//e.example/',
    ' //e.example',
    'e.example',
  ]

  it.each(elsewhere)('never leads away: %j', async (target) => {
    const fields = { username: 'ada', password, redirect_to: target }
    const signedIn = await stithy.client().send('POST', '/login', { fields })
    const at = `/login?redirect_to=${encodeURIComponent(target)}`
    const byAddress = await stithy.client().send('POST', at, { fields: { username: 'ada', password } })
    const already = await stithy.client().get(at, { cookie: ada.cookie })
    for (const answer of [signedIn, byAddress, already]) {
      expect(answer.status).toBe(303)
      const location = answer.headers.get('location') ?? ''
      expect(location).toMatch(/^\/(?![/\\])[^\p{Cc}]*$/u)
      expect(new URL(location, stithy.url).origin).toBe(stithy.url)
    }
  })

  it('stays here for somebody who has just registered, too', async () => {
    const fields = { username: 'newcomer', email: 'new@example.org', password, redirect_to: '//e.example/' }
    const answer = await stithy.client().send('POST', '/register', { fields })
    expect(answer.headers.get('location')).toBe('/dashboard')
  })

  it('is kept when it is one of ours', async () => {
    const fields = { username: 'ada', password, redirect_to: '/search?q=a%20b#people' }
    const answer = await stithy.client().send('POST', '/login', { fields })
    expect(answer.headers.get('location')).toBe('/search?q=a%20b#people')
    const { redirect_to: _none, ...others } = fields
    const byAddress = await stithy.client().send('POST', '/login?redirect_to=%2Fissues', { fields: others })
    expect(byAddress.headers.get('location')).toBe('/issues')
  })
})

describe('a form that is sent without a session', () => {
  const send = (headers: Record<string, string>) =>
    stithy.client().send('POST', '/settings/profile', { fields: {}, headers })
  const backTo = (answer: { headers: Headers }) =>
    new URL(answer.headers.get('location') ?? '', stithy.url).searchParams.get('redirect_to')

  it('leads back to the page that it was on', async () => {
    expect(backTo(await send({ referer: `${stithy.url}/settings/profile?from=menu` }))).toBe(
      '/settings/profile?from=menu',
    )
  })

  it.each([{}, { referer: 'https://e.example/x' }, { referer: 'nonsense' }])(
    'leads to its own address where the browser names no page of ours: %j',
    async (headers) => {
      expect(backTo(await send(headers))).toBe('/settings/profile')
    },
  )
})
