import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { startProvider, type TestProvider } from '../support/openid-provider.ts'
import { codeOf, enrol, newPerson, password, signIn } from '../support/people.ts'
import { fillSignIn, headingOf, linkIn, signInByPage, signOutByPage } from '../support/steps.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { type Stop, Wanderer } from '../support/wanderer.ts'

let provider: TestProvider
let stithy: TestStithy
let browser: Browser
let somebody: Wanderer

beforeAll(async () => {
  provider = await startProvider()
  ;[stithy, browser] = await Promise.all([startStithy(provider.settings), openBrowser()])
  await newPerson(stithy, 'smith')
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
  await provider.stop()
})
beforeEach(() => {
  somebody = new Wanderer()
})

const at = (path: string): string => stithy.url + path
const isCallback = (url: URL): boolean => url.pathname === '/login/oidc/callback'

function known(name: string, more: object = {}) {
  const email = `${name}@example.org`
  return { sub: `sub of ${name}`, email, email_verified: true, preferred_username: name, name: `The ${name}`, ...more }
}

function signOn(who = somebody, path = '/login/oidc'): Promise<Stop> {
  return who.go(at(path))
}

/** Who the cookies of somebody belong to; null for a stranger. */
async function whoIs(who = somebody): Promise<string | null> {
  const { text } = await who.step(at('/dashboard'))
  return /Menu of ([^"<]+)/.exec(text)?.[1] ?? null
}

async function auditOf(event: string): Promise<readonly Record<string, unknown>[]> {
  const admin = await signIn(stithy, 'smith')
  const { body } = await stithy.client('A').as(admin.access).get(`admin/audit?event=${event}`)
  return (Array.isArray(body) ? body : body.items) as Record<string, unknown>[]
}

describe('somebody whom the provider knows', () => {
  it('gets an account by the first sign-in, and finds it by the second', async () => {
    provider.person = known('ada')
    const { page } = await newVisitor(browser, stithy)
    await page.goto('/settings/profile')
    await page.getByRole('link', { name: 'Sign in with Workshop' }).click()
    await page.waitForURL('/settings/profile')
    expect(await page.getByRole('status').first().innerText()).toContain('Welcome, ada.')
    expect(await page.getByText('Confirmed', { exact: true }).isVisible()).toBe(true)
    expect(await page.getByLabel('Full name').inputValue()).toBe('The ada')
    await page.goto('/settings/sessions')
    expect(await page.getByRole('list', { name: 'Sessions' }).innerText()).toContain('This session')
    await signOutByPage(page)

    // Names and addresses may change there: who it is, is told by the subject.
    provider.person = known('ada', { preferred_username: 'lovelace', email: 'lovelace@example.org' })
    await page.goto('/login')
    await page.getByRole('link', { name: 'Sign in with Workshop' }).click()
    await page.waitForURL('/dashboard')
    await page.goto('/settings/security')
    const linked = page.getByRole('list', { name: 'Linked sign-ins' })
    expect(await linked.innerText()).toContain('lovelace@example.org')
    expect(await linked.innerText()).toContain('Last used')
    const logins = await auditOf('LOGIN_SUCCEEDED')
    expect(logins.filter(({ metadata }) => JSON.stringify(metadata).includes('single-sign-on'))).toHaveLength(2)
    expect((await auditOf('USER_REGISTERED')).map((entry) => entry['target_name'])).toContain('ada')
    expect((await auditOf('IDENTITY_LINKED')).map((entry) => entry['target_name'])).toEqual(['ada@example.org'])
  })

  it('is no administrator, and is mailed where the address is not verified', async () => {
    provider.person = known('bert', { email_verified: false })
    const stop = await signOn()
    expect(stop.url.pathname).toBe('/dashboard')
    const [mail] = await stithy.mails('bert@example.org')
    expect(mail?.subject).toBe('Confirm your e-mail address')
    expect((await somebody.step(at('/admin'))).status).toBe(403)
  })

  it('is asked for a name where theirs is taken or none, and for an address where there is none', async () => {
    provider.person = {
      sub: 'sub of carla',
      preferred_username: 'smith',
      email: 'carla@example.org',
      email_verified: true,
    }
    const { page } = await newVisitor(browser, stithy)
    await page.goto('/login/oidc?redirect_to=/settings/security')
    expect(await headingOf(page)).toBe('Choose your name')
    expect(await page.getByLabel('Username').inputValue()).toBe('smith')
    await page.getByRole('button', { name: 'Create account' }).click()
    expect(await page.getByRole('alert').innerText()).toContain('"smith" is taken')
    await page.getByLabel('Username').fill('carla')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('/settings/security')

    provider.person = { sub: 'sub of dora', preferred_username: 'Dora Marsh' }
    const asked = await signOn()
    expect(asked.text).toContain('Dora Marsh')
    const taken = { username: 'dora', email: 'carla@example.org' }
    const refused = await somebody.send(at('/login/oidc/account'), taken)
    expect(refused.text).toContain('An account with this e-mail address exists.')
    const made = await somebody.send(at('/login/oidc/account'), { ...taken, email: 'dora@example.org' })
    expect(made.url.pathname).toBe('/dashboard')
    expect(await whoIs()).toBe('dora')
    expect((await stithy.mails('dora@example.org'))[0]?.subject).toBe('Confirm your e-mail address')
    // It is used up.
    const again = await somebody.send(at('/login/oidc/account'), { username: 'other', email: 'o@example.org' })
    expect(again.url.pathname).toBe('/dashboard')
  })

  it('is led on to where they wanted to go, and to no other site', async () => {
    provider.person = known('erik')
    expect((await signOn(somebody, '/login/oidc?redirect_to=%2Fexplore%3Fa%3Db')).url.href).toBe(at('/explore?a=b'))
    for (const elsewhere of ['https://evil.example', '//evil.example/x', '/\\evil.example', 'javascript:alert(1)']) {
      const who = new Wanderer()
      const stop = await signOn(who, `/login/oidc?redirect_to=${encodeURIComponent(elsewhere)}`)
      expect(stop.url.href).toBe(at('/dashboard'))
    }
  })

  it('comes to the address of BASE_URL, whatever name the request has', async () => {
    const answer = await stithy.client().get('/login/oidc', { headers: { 'x-forwarded-host': 'evil.example' } })
    const url = new URL(answer.headers.get('location') ?? '')
    expect(url.searchParams.get('redirect_uri')).toBe(at('/login/oidc/callback'))
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('svc_sign_on='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toMatch(/Max-Age=600/)
  })
})

describe('an address that an account here has', () => {
  it('opens nothing: the account is shown first, and linked then', async () => {
    await newPerson(stithy, 'frida')
    provider.person = known('frida', { sub: 'sub of the real frida', preferred_username: 'frida' })
    const { page } = await newVisitor(browser, stithy)
    await page.goto('/login/oidc?redirect_to=/settings/security')
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(await page.getByText('belongs to an account here').isVisible()).toBe(true)
    await fillSignIn(page, 'frida', 'a wrong phrase 1')
    expect(await page.getByRole('alert').innerText()).toContain('The name, password or code is wrong.')
    await fillSignIn(page, 'frida')
    await page.waitForURL('/settings/security')
    expect(await page.getByRole('status').first().innerText()).toContain('Your account is linked')
    expect(await page.getByRole('list', { name: 'Linked sign-ins' }).innerText()).toContain('frida@example.org')
    await signOutByPage(page)
    await page.goto('/login/oidc')
    await page.waitForURL('/dashboard')
    const subjects = (await stithy.mails('frida@example.org', 2)).map(({ subject }) => subject)
    expect(subjects).toContain('Your account can be opened from another service')
  })

  it('lets in nobody who has it at the provider alone, and links no other account', async () => {
    await newPerson(stithy, 'gerda')
    provider.person = known('gerda', { sub: 'sub of an attacker' })
    const stop = await signOn()
    expect(stop.url.pathname).toBe('/login')
    expect(await whoIs()).toBeNull()
    // Not a name either, by the other page.
    expect((await somebody.send(at('/login/oidc/account'), { username: 'gerda2', email: '' })).url.pathname).toBe(
      '/login',
    )
    // Whoever signs in to another account meanwhile is not linked to it.
    await somebody.send(at('/login'), { username: 'smith', password })
    expect(await whoIs()).toBe('smith')
    expect((await somebody.step(at('/settings/security'))).text).not.toContain('sub of an attacker')
    expect((await somebody.step(at('/settings/security'))).text).toContain('Link your account')
    const attacker = new Wanderer()
    expect((await signOn(attacker)).url.pathname).toBe('/login')
    expect(await whoIs(attacker)).toBeNull()
  })

  it('is linked after the second step, where the account has one', async () => {
    const person = await newPerson(stithy, 'hedy')
    const { secret } = await enrol(stithy, person)
    provider.person = known('hedy')
    await signOn()
    const second = await somebody.send(at('/login'), { username: 'hedy', password })
    const token = /name="challenge_token" value="([^"]+)"/.exec(second.text)?.[1] ?? ''
    const fields = { challenge_token: token, code: codeOf(stithy, secret), redirect_to: '' }
    await somebody.send(at('/login/two-factor'), fields)
    expect((await somebody.step(at('/settings/security'))).text).toContain('Linked sign-ins')
  })
})

describe('an account that signs in so', () => {
  it('is asked for its second factor all the same', async () => {
    provider.person = known('ines')
    await signOn()
    const cookie = somebody.cookies(stithy.url)
    const setUp = await stithy.client().send('POST', '/settings/security/2fa/setup', { cookie, fields: {} })
    expect(setUp.status).toBe(303)
    const page = await stithy.client().get('/settings/security/2fa/setup', { cookie })
    const secret =
      /secret=([A-Z2-7]+)/.exec(page.text)?.[1] ?? /<code[^>]*>([A-Z2-7 ]{16,})</.exec(page.text)?.[1] ?? ''
    const code = codeOf(stithy, secret.replaceAll(' ', ''))
    const enabled = await stithy.client().send('POST', '/settings/security/2fa/enable', { cookie, fields: { code } })
    expect(enabled.status).toBe(303)
    stithy.advance(30_000)

    const who = new Wanderer()
    const second = await signOn(who)
    expect(second.text).toContain('Second step')
    expect(await whoIs(who)).toBeNull()
    const token = /name="challenge_token" value="([^"]+)"/.exec(second.text)?.[1] ?? ''
    const wrong = await who.send(at('/login/two-factor'), { challenge_token: token, code: '000000', redirect_to: '' })
    expect(wrong.status).toBe(401)
    const next = codeOf(stithy, secret.replaceAll(' ', ''))
    await who.send(at('/login/two-factor'), { challenge_token: token, code: next, redirect_to: '' })
    expect(await whoIs(who)).toBe('ines')
    expect(JSON.stringify(await auditOf('LOGIN_SUCCEEDED'))).toContain('"first":"single-sign-on"')
  })

  it('is refused while it is disabled', async () => {
    provider.person = known('jana')
    await signOn()
    const admin = stithy.client('A').as((await signIn(stithy, 'smith')).access)
    expect((await admin.send('PATCH', 'admin/users/jana', { body: { disabled: true } })).status).toBe(200)
    const who = new Wanderer()
    const stop = await signOn(who)
    expect(stop.status).toBe(403)
    expect(stop.text).toContain('This account is disabled: ask an administrator.')
    expect(await whoIs(who)).toBeNull()
  })

  it('has no password: what asks for one says how to set it, and a mailed link does', async () => {
    provider.person = known('karl')
    const { page } = await newVisitor(browser, stithy)
    await page.goto('/login/oidc')
    await page.waitForURL('/dashboard')
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    for (const [path, fields] of Object.entries({
      '/settings/security/passkeys': { password },
      '/settings/security/delete': { password, confirm: 'karl' },
      '/settings/security/password': { current_password: password, new_password: 'another long phrase 8' },
      '/settings/profile/email': { password, email: 'other@example.org' },
    })) {
      const answer = await stithy.client().send('POST', path, { cookie, fields })
      expect(answer.text).toContain('no password yet: set one first')
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
    expect((await stithy.client().post('auth/login', { username: 'karl', password })).status).toBe(401)

    await page.goto('/settings/security')
    // The only way in stays.
    await page.getByRole('button', { name: 'Unlink karl@example.org' }).click()
    await page.getByRole('button', { name: 'Unlink', exact: true }).click()
    await page.getByText('Nothing else would sign you in: set a password or add a passkey first.').waitFor()
    await page.getByRole('button', { name: 'Mail me a link to set one' }).click()
    await page.getByText('This service sends no mail').waitFor()
    const [mail] = await stithy.mails('karl@example.org')
    await page.goto(linkIn(mail ?? {}, '/reset-password'))
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.waitForURL('/login')
    await signInByPage(page, 'karl')
    await page.waitForURL('/dashboard')
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Unlink karl@example.org' }).click()
    await page.getByRole('button', { name: 'Unlink', exact: true }).click()
    await page.getByText('It was unlinked').waitFor()
    expect((await signOn()).url.pathname).toBe('/login')
    await linkBySettings(page)
    expect(await page.getByRole('list', { name: 'Linked sign-ins' }).innerText()).toContain('karl@example.org')
  })

  it('with an address that nobody has confirmed is theirs alone who get the mail and set a password', async () => {
    provider.person = known('trix', { email: 'victim@example.org', email_verified: false })
    const intruder = new Wanderer()
    await signOn(intruder)
    expect(await whoIs(intruder)).toBe('trix')
    await stithy.client().post('auth/forgot-password', { email: 'victim@example.org' })
    const mail = (await stithy.mails('victim@example.org', 2)).find(({ text }) => text?.includes('/reset-password'))
    const token = linkIn(mail ?? {}, '/reset-password').slice('/reset-password/'.length)
    expect((await stithy.client().post('auth/reset-password', { token, password })).status).toBe(204)
    expect(await whoIs(intruder)).toBeNull()
    await signOn(intruder)
    expect(await whoIs(intruder)).toBeNull()
    expect((await stithy.client().post('auth/login', { username: 'trix', password })).status).toBe(200)
    expect((await auditOf('IDENTITY_UNLINKED')).map((entry) => entry['target_name'])).toContain('victim@example.org')
  })

  it('goes with all of its links', async () => {
    provider.person = known('lotte')
    await signOn()
    const admin = stithy.client('A').as((await signIn(stithy, 'smith')).access)
    expect((await admin.send('DELETE', 'admin/users/lotte')).status).toBeLessThan(300)
    const rows = await stithy.app.db.selectFrom('sign_in_identities').select('subject').execute()
    expect(rows.map(({ subject }) => subject)).not.toContain('sub of lotte')
  })
})

describe('a link', () => {
  it('is refused where it belongs to another account, and in another session than it was begun in', async () => {
    provider.person = known('mona')
    await signOn()
    const nils = await newPerson(stithy, 'nils')
    const { page } = await newVisitor(browser, stithy, { cookie: nils.cookie })
    await linkBySettings(page)
    await page.getByText('This sign-in belongs to another account here').waitFor()

    provider.person = known('nils')
    const begun = new Wanderer()
    begun.setCookies(stithy.url, nils.cookie)
    await begun.step(at('/settings/security/identities'), { password })
    const shown = await begun.step(at('/settings/security/identities/new'))
    const href = (/href="(http:\/\/127[^"]+)"/.exec(shown.text)?.[1] ?? '').replaceAll('&amp;', '&')
    const back = await begun.go(href, isCallback)
    // Somebody else has signed in meanwhile.
    const other = await newPerson(stithy, 'otto')
    begun.setCookies(stithy.url, `${begun.cookies(stithy.url).replace(/svc_session=[^;]*;? ?/, '')}; ${other.cookie}`)
    const stop = await begun.go(back.next ?? '')
    expect(stop.text).toContain('Nothing was linked')
    const rows = await stithy.app.db.selectFrom('sign_in_identities').select('subject').execute()
    expect(rows.map(({ subject }) => subject)).not.toContain('sub of nils')
  })

  it('begins with the password, from a page of ours', async () => {
    const paul = await newPerson(stithy, 'paul')
    const path = '/settings/security/identities'
    const wrong = await stithy.client().send('POST', path, { cookie: paul.cookie, fields: { password: 'no' } })
    expect(wrong.status).toBe(403)
    const foreign = { cookie: paul.cookie, fields: { password }, headers: { origin: 'https://evil.example' } }
    expect((await stithy.client().send('POST', path, foreign)).status).toBe(403)
  })
})

describe('an answer that does not hold', () => {
  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['another code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43))],
    ['no code', (url: URL) => url.searchParams.delete('code')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
  ])('comes to the sign-in page: %s', async (_, spoil) => {
    provider.person = known('ada')
    const { next } = await somebody.go(at('/login/oidc'), isCallback)
    if (next === null) throw new Error('The provider led nowhere')
    spoil(next)
    const stop = await somebody.go(next)
    expect(stop.status).toBe(401)
    expect(stop.text).toContain('The sign-in with Workshop was not accepted')
    expect(stop.text).toContain('name="password"')
    expect(await whoIs()).toBeNull()
  })

  it('is used up by its use, in the same browser and in another', async () => {
    provider.person = known('ada')
    const { next } = await somebody.go(at('/login/oidc'), isCallback)
    if (next === null) throw new Error('The provider led nowhere')
    const cookies = somebody.cookies(stithy.url)
    const stranger = new Wanderer()
    const stolen = await stranger.go(next)
    expect(stolen.status).toBe(401)
    expect(stolen.text).toContain('The sign-in took too long, or began in another window')
    expect((await somebody.go(next)).url.pathname).toBe('/dashboard')
    // All that the first one had, once more.
    stranger.setCookies(stithy.url, cookies)
    const replayed = await stranger.go(next)
    expect(replayed.status).toBe(401)
    expect(await whoIs(stranger)).toBeNull()
  })

  it('is somebody’s own: the code of another sign-in does not fit', async () => {
    provider.person = known('mallory')
    const theirs = await new Wanderer().go(at('/login/oidc'), isCallback)
    const { next } = await somebody.go(at('/login/oidc'), isCallback)
    if (next === null) throw new Error('The provider led nowhere')
    next.searchParams.set('code', theirs.next?.searchParams.get('code') ?? '')
    expect((await somebody.go(next)).status).toBe(401)
    expect(await whoIs()).toBeNull()
  })

  it('is too old after ten minutes', async () => {
    provider.person = known('ada')
    const { next } = await somebody.go(at('/login/oidc'), isCallback)
    stithy.advance(11 * 60_000)
    expect((await somebody.go(next ?? '')).text).toContain('The sign-in took too long')
  })

  it('is told in our own words where somebody cancels', async () => {
    provider.person = null
    const stop = await signOn()
    expect(stop.status).toBe(401)
    expect(stop.text).toContain('The sign-in with Workshop was cancelled, or refused there.')
    expect(stop.text).not.toContain('thank you')
  })
})

/** As it is done in the settings, up to whatever it comes to. */
async function linkBySettings(page: Page): Promise<void> {
  await page.goto('/settings/security')
  await page.getByText('Link your account…').click()
  await page.locator('#identity-password').fill(password)
  await page.locator('#identities').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Continue with Workshop' }).click()
  await page.waitForURL('/settings/security')
}
