import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { newFolder, tryGit } from '../support/git.ts'
import { startProvider, type TestProvider } from '../support/openid-provider.ts'
import { emailOf, newPerson, newToken, type Person, password } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { Wanderer } from '../support/wanderer.ts'

let provider: TestProvider
let stithy: TestStithy
let ada: Person
let token: string

/** The account was there before passwords were turned off. */
beforeAll(async () => {
  provider = await startProvider()
  const before = await startStithy(provider.settings)
  ada = await newPerson(before, 'ada')
  await newPerson(before, 'bert')
  token = await newToken(before.client().as(ada.access), ['repo:write'])
  await before.client().as(ada.access).post('user/repos', { slug: 'anvil', visibility: 'private' })
  stithy = await before.restart({ PASSWORD_LOGIN_ENABLED: 'false' })
})
afterAll(async () => {
  await stithy.stop()
  await provider.stop()
})

const off = 'Nobody signs in with a password here'

it('refuses passwords at the page, which offers what is left', async () => {
  const browser = await openBrowser()
  const { page, takeProblems } = await newVisitor(browser, stithy)
  await page.goto('/login')
  expect(await page.getByText(off).isVisible()).toBe(true)
  expect(await page.getByRole('link', { name: 'Sign in with Workshop' }).isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()).toBe(true)
  expect(await page.getByLabel('Password').count()).toBe(0)
  expect(takeProblems()).toEqual([])
  await browser.close()
  const sent = await stithy.client().send('POST', '/login', { fields: { username: 'ada', password } })
  expect(sent.status).toBe(403)
  expect(sent.text).toContain(`${off}: sign in with Workshop.`)
  expect((await stithy.client().get('/register')).headers.get('location')).toBe('/login')
})

it.each(['A', 'B'] as const)('refuses them at the API, in form %s', async (form) => {
  const client = stithy.client(form)
  const refused = await client.post('auth/login', { username: 'ada', password })
  expect(refused.status).toBe(403)
  expect(refused.text).toContain(off)
  const made = await client.post('auth/register', { username: 'carla', email: emailOf('carla'), password })
  expect(made.status).toBe(403)
  // Sessions, tokens and all else go on.
  expect((await client.as(ada.access).get('user')).status).toBe(200)
  expect((await client.as(token).get('user/repos')).status).toBe(200)
})

it('refuses them to git, and says what to use', async () => {
  const { host } = new URL(stithy.url)
  const folder = await newFolder()
  const refused = await tryGit(folder, 'ls-remote', `http://ada:${encodeURIComponent(password)}@${host}/ada/anvil`)
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain(`${off}: use a personal access token as the password`)
  expect((await tryGit(folder, 'ls-remote', `http://ada:${token}@${host}/ada/anvil`)).code).toBe(0)
})

it('takes one where somebody from the provider shows whose account it is, of that account alone', async () => {
  provider.person = { sub: 'sub of ada', email: 'ada@example.org', preferred_username: 'ada' }
  const somebody = new Wanderer()
  const asked = await somebody.go(`${stithy.url}/login/oidc`)
  expect(asked.text).toContain('belongs to an account here')
  const other = await somebody.send(`${stithy.url}/login`, { username: 'bert', password })
  expect(other.status).toBe(401)
  expect(other.text).toContain('The name, password or code is wrong.')
  await somebody.send(`${stithy.url}/login`, { username: 'ada', password })
  expect((await somebody.step(`${stithy.url}/settings/security`)).text).toContain('Linked sign-ins')
  const next = new Wanderer()
  expect((await next.go(`${stithy.url}/login/oidc`)).url.pathname).toBe('/dashboard')
  // A password would open nothing then.
  const cookie = next.cookies(stithy.url)
  const id = /identities\/([^/"]+)\/delete/.exec((await next.step(`${stithy.url}/settings/security`)).text)?.[1]
  const unlinked = await stithy
    .client()
    .send('POST', `/settings/security/identities/${id}/delete`, { cookie, fields: {} })
  expect(unlinked.headers.get('location')).toBe('/settings/security')
  expect((await next.step(`${stithy.url}/settings/security`)).text).toContain('Linked sign-ins')
})

it('takes none of an account that is linked, whoever has its address at the provider', async () => {
  provider.person = { sub: 'sub of somebody else', email: 'ada@example.org', preferred_username: 'eve' }
  const somebody = new Wanderer()
  await somebody.go(`${stithy.url}/login/oidc`)
  const stopped = await somebody.send(`${stithy.url}/login`, { username: 'ada', password })
  expect(stopped.status).toBe(401)
  expect((await somebody.step(`${stithy.url}/dashboard`)).status).toBe(303)
  const last = stithy.app.db.selectFrom('audit').select('event').orderBy('id', 'desc').limit(1)
  expect((await last.executeTakeFirstOrThrow()).event).toBe('LOGIN_FAILED')
})

it('a link to a service where people signed in before is in nobody’s way', async () => {
  const [old, next] = [await startProvider(), await startProvider()]
  let service = await startStithy(old.settings)
  try {
    await newPerson(service, 'ada')
    const person = { email: 'ada@example.org', preferred_username: 'ada' }
    const linked = async (one: TestProvider, sub: string): Promise<unknown> => {
      one.person = { ...person, sub }
      const browser = new Wanderer()
      expect((await browser.go(`${service.url}/login/oidc`)).text).toContain('belongs to an account here')
      await browser.send(`${service.url}/login`, { username: 'ada', password })
      const again = new Wanderer()
      return (await again.go(`${service.url}/login/oidc`)).url.pathname
    }
    expect(await linked(old, 'sub there')).toBe('/dashboard')
    service = await service.restart({ ...next.settings, PASSWORD_LOGIN_ENABLED: 'false' })
    expect(await linked(next, 'sub here')).toBe('/dashboard')
    const rows = await service.app.db.selectFrom('sign_in_identities').select('issuer').orderBy('id').execute()
    expect(rows.map(({ issuer }) => issuer)).toEqual([old.issuer, next.issuer])
  } finally {
    await service.stop()
    await old.stop()
    await next.stop()
  }
})
