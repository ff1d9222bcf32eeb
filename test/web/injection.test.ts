// Text that people choose, shown to others: it stays text on every page that shows it.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { newPublicKey } from '../support/new-public-key.ts'
import { cookieOf, newPerson, newToken, type Person, password } from '../support/people.ts'
import { fillSignIn } from '../support/steps.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const attack = `"'><img class=injected src=/x onerror=alert(1)><script class=injected>alert(2)</script>`
const attackingEmail = `"<img/class=injected/src=/x/onerror=alert(1)>"@example.org`

let stithy: TestStithy
let browser: Browser
let admin: Person
let eve: Visitor
let victim: Visitor

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  admin = await newPerson(stithy, 'smith')
  const person = await newPerson(stithy, 'eve')
  const client = stithy.client('B').as(person.access)
  await client.send('PATCH', 'user', { body: { full_name: attack } })
  await client.post('user/keys', { title: attack, key: newPublicKey(attack) })
  await newToken(client, ['repo:read'], attack)
  const headers = { 'user-agent': attack }
  const login = await stithy.client().post('auth/login', { username: 'eve', password }, { headers })
  // Those that the parser of addresses refuses are no danger; the page that says so is looked at below.
  await client.send('PATCH', 'user', { body: { email: attackingEmail, password } })
  await stithy.client().post('auth/login', { username: attack, password: 'wrong' }, { headers })
  eve = await newVisitor(browser, stithy, { cookie: cookieOf(login.headers) })
  victim = await newVisitor(browser, stithy, { cookie: admin.cookie })
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

describe('what somebody wrote is text, and nothing else', () => {
  it.each([
    ['a full name on the profile', '/eve'],
    ['a full name among the results', '/search?q=eve'],
    ['the query of a search', `/search?q=${encodeURIComponent(attack)}`],
    ['the filter of the users', `/admin/users?q=${encodeURIComponent(attack)}`],
    ['the filter of the audit log', `/admin/audit?actor=${encodeURIComponent(attack)}`],
  ])('%s', async (_, path) => {
    await victim.page.goto(path)
    expect(await victim.page.content()).toContain('onerror=alert(1)')
    await expectHarmless(victim)
  })

  it.each([
    ['in the address of a missing page', `/${encodeURIComponent(attack)}`],
    [
      'in the form and the place of the API',
      `/api/docs?form=${encodeURIComponent(attack)}#${encodeURIComponent(attack)}`,
    ],
    ['among the users', '/admin/users'],
  ])('%s', async (_, path) => {
    await victim.page.goto(path)
    await expectHarmless(victim)
  })

  it('the key, the token, the device and the target in the audit log, opened', async () => {
    await victim.page.goto('/admin/audit')
    await victim.page.locator('.audit-entry').evaluateAll((entries) => {
      for (const entry of entries) (entry as HTMLDetailsElement).open = true
    })
    expect(await victim.page.locator('.audit').innerText()).toContain(attack.slice(0, 40))
    await expectHarmless(victim)
  })

  it.each(['/settings/profile', '/settings/ssh-keys', '/settings/tokens', '/settings/sessions', '/dashboard'])(
    'on her own %s',
    async (path) => {
      await eve.page.goto(path)
      await expectHarmless(eve)
    },
  )

  it('the title of a key shown again for its mistake', async () => {
    await eve.page.goto('/settings/ssh-keys')
    await eve.page.getByLabel('Name').fill(attack)
    await eve.page.getByLabel('Public key').fill(`</textarea>${attack}`)
    await eve.page.getByRole('button', { name: 'Add key' }).click()
    await eve.page.getByRole('alert').waitFor()
    expect(await eve.page.getByLabel('Name').inputValue()).toBe(attack)
    expect(await eve.page.getByLabel('Public key').inputValue()).toBe(`</textarea>${attack}`)
    await expectHarmless(eve)
  })

  it('the sentence that a page takes along to the next', async () => {
    await eve.page.goto('/settings/ssh-keys')
    await eve.page.getByLabel('Name').fill(attack)
    await eve.page.getByLabel('Public key').fill(newPublicKey(attack))
    await eve.page.getByRole('button', { name: 'Add key' }).click()
    expect(await eve.page.getByRole('status').first().innerText()).toContain(attack.slice(0, 40))
    await expectHarmless(eve)
  })

  it('a name that is not known, and a way back, on the page for signing in', async () => {
    const stranger = await newVisitor(browser, stithy)
    await stranger.page.goto(`/login?redirect_to=${encodeURIComponent(`/${attack}`)}`)
    await fillSignIn(stranger.page, attack, 'a wrong phrase 1')
    await stranger.page.getByRole('alert').waitFor()
    expect(await stranger.page.getByLabel('Username or e-mail').inputValue()).toBe(attack)
    await expectHarmless(stranger)
  })

  it('an address on the pages that ask for one', async () => {
    const stranger = await newVisitor(browser, stithy)
    const { page } = stranger
    await page.goto('/forgot-password')
    await page.locator('main form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true
    })
    await page.getByLabel('E-mail').fill(attackingEmail)
    await page.getByRole('button', { name: 'Ask for a link' }).click()
    expect(await page.getByRole('main').innerText()).toContain(attackingEmail)
    await expectHarmless(stranger)
    await page.goto('/register')
    await page.locator('main form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true
    })
    await page.getByLabel('Username').fill(attack)
    await page.getByLabel('E-mail').fill(attackingEmail)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('alert').waitFor()
    await expectHarmless(stranger)
  })

  it('what the API answers in the explorer', async () => {
    await eve.page.goto('/api/docs?form=B#get_user_keys')
    const operation = eve.page.locator('#get_user_keys')
    await operation.getByRole('button', { name: 'Send' }).click()
    const answer = operation.getByLabel('Body of the answer')
    await expect.poll(() => answer.innerText()).toContain('onerror=alert(1)')
    await expectHarmless(eve)
  })
})

it('is not let through by a content policy that was loosened for one page', async () => {
  for (const path of ['/', '/login', '/eve', '/api/docs', '/nothing/here']) {
    const { headers } = await stithy.client().get(path)
    expect(headers.get('content-security-policy'), path).toMatch(/(^|; )script-src 'self';.* style-src 'self';/)
    expect(headers.get('content-security-policy'), path).not.toContain('unsafe')
  }
})

async function expectHarmless({ page, takeProblems }: Visitor): Promise<void> {
  expect(await page.locator('.injected').count()).toBe(0)
  expect(takeProblems()).toEqual([])
}
