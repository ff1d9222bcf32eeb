// A repository is imported by forms, with and without a script.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import type { Answer } from '../support/client.ts'
import { type Forge, listsOf, startForge } from '../support/forges.ts'
import { newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let url: string

beforeAll(async () => {
  stithy = await startStithy({ IMPORT_ALLOWED_HOSTS: '127.0.0.1', CI_ENABLED: 'true' })
  ada = await newPerson(stithy, 'ada')
  await newRepo(stithy, ada, 'engine', { is_public: true, auto_init: true })
  url = `${stithy.url}/ada/engine.git`
})
afterAll(() => stithy.stop())

const send = (path: string, fields: Record<string, string>): Promise<Answer> =>
  stithy.client().send('POST', path, { fields, cookie: ada.cookie })

const homeOf = async (slug: string): Promise<string> =>
  (await stithy.client().get(`/ada/${slug}`, { cookie: ada.cookie })).text

it('from the first form to its files, without a touch in between', async () => {
  const browser = await openBrowser()
  const { page, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByLabel('Address').fill(url)
  await page.getByLabel('Name optional', { exact: true }).fill('copy')
  await page.getByRole('button', { name: 'Import repository' }).click()
  await page.getByRole('link', { name: 'README.md' }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/ada/copy')
  expect(takeProblems()).toEqual([])
  await browser.close()
})

it('under the name that it has there, and as somebody else’s never', async () => {
  await stithy.client().as(ada.access).send('DELETE', 'repos/ada/copy')
  const other = await newPerson(stithy, 'bob')
  const made = await stithy
    .client()
    .send('POST', '/new/import', { fields: { url, owner: 'bob', visibility: 'public' }, cookie: other.cookie })
  expect(made.headers.get('location')).toBe('/bob/engine')
  expect((await send('/new/import', { url, owner: 'bob', slug: 'mine' })).status).toBe(422)
})

it('keeps what was typed, but no password, where something is wrong', async () => {
  const wrong = await send('/new/import', {
    url: 'http://10.0.0.1/x',
    username: 'ada',
    password: 'secret',
    owner: 'ada',
  })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('value="http://10.0.0.1/x"')
  expect(wrong.text).toContain('not a public address')
  expect(wrong.text).not.toContain('secret')
})

it.each(['git@example.org:ada/engine.git', 'ssh://git@example.org/ada/engine.git'])(
  'says of %s that SSH does not work',
  async (address) => {
    const { status, text } = await send('/new/import', { url: address, owner: 'ada' })
    expect([status, text.includes('must begin with https://: addresses for SSH do not work here')]).toEqual([422, true])
  },
)

it('fills an empty repository, and nobody’s but of those who may write to it', async () => {
  await newRepo(stithy, ada, 'blank', { is_public: true })
  expect(await homeOf('blank')).toContain('Import from another server')
  expect((await stithy.client().get('/ada/blank')).text).not.toContain('Import from another server')
  const nowhere = await send('/ada/blank/import', { url: `${stithy.url}/ada/nowhere`, username: '' })
  expect([nowhere.status, nowhere.text.includes('nothing that everybody may read')]).toEqual([422, true])
  expect((await send('/ada/blank/import', { url, username: '' })).headers.get('location')).toBe('/ada/blank')
  await expect.poll(() => homeOf('blank')).toContain('README.md')
  expect((await send('/ada/blank/import', { url, username: '' })).status).toBe(409)
})

it('follows what is new there, and says so, until somebody stops it', async () => {
  const made = await send('/new/import', { url, owner: 'ada', slug: 'echo', visibility: 'public', mirror: 'on' })
  expect(made.headers.get('location')).toBe('/ada/echo')
  await expect.poll(() => homeOf('echo')).toContain('README.md')
  const home = await homeOf('echo')
  expect([home.includes(`href="${url}"`), home.includes('Add file')]).toEqual([true, false])
  // All that is no code is written here as anywhere else.
  const page = async (path: string) => (await stithy.client().get(`/ada/echo/${path}`, { cookie: ada.cookie })).text
  expect(await page('labels')).toContain('New label')
  expect(await page('milestones')).toContain('/ada/echo/milestones/new')
  expect(await page('releases')).toContain('/ada/echo/releases/new')
  expect(await page('issues/new')).toContain('name="assignees"')
  expect(await page('ci/pipelines')).toContain('/ada/echo/ci/pipelines/run')
  expect(await page('branches')).not.toContain('New branch')
  const settings = async () => (await stithy.client().get('/ada/echo/settings/mirror', { cookie: ada.cookie })).text
  await expect.poll(settings).toContain('Next look')
  const begun = await send('/ada/echo/settings/mirror/sync', {})
  expect(begun.headers.get('location')).toContain('/ada/echo/settings/mirror')
  await expect.poll(settings).not.toContain('being brought up to date')
  const often = { url, username: '', password: '', interval_minutes: '1440' }
  expect((await send('/ada/echo/settings/mirror', often)).status).toBe(303)
  expect(await settings()).toContain('<option value="1440" selected')
  const wrong = await send('/ada/echo/settings/mirror', { ...often, url: 'http://10.0.0.1/x', password: 'secret' })
  expect([wrong.status, wrong.text.includes('not a public address'), wrong.text.includes('secret')]).toEqual([
    422,
    true,
    false,
  ])
  expect((await send('/ada/echo/settings/mirror/stop', {})).status).toBe(303)
  expect(await homeOf('echo')).toContain('Add file')
  expect((await stithy.client().get('/ada/echo/settings/mirror', { cookie: ada.cookie })).status).toBe(409)
})

it('says to whoever can help why what it follows has not come', async () => {
  const pkt = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text
  const refs = pkt(`${'c'.repeat(40)} refs/heads/main\0side-band-64k symref=HEAD:refs/heads/main\n`)
  const server = createServer((request, reply) => {
    if (request.method === 'POST') request.socket.destroy()
    else reply.setHeader('content-type', 'application/x-git-upload-pack-advertisement').end(`${refs}0000`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const deaf = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await send('/new/import', { url: deaf, owner: 'ada', slug: 'deaf', visibility: 'public', mirror: 'on' })
  await expect.poll(() => homeOf('deaf')).toContain('127.0.0.1 does not answer')
  const waiting = (await stithy.client().get('/ada/deaf')).text
  expect([waiting.includes('Nothing has come yet'), waiting.includes('pushed here')]).toEqual([true, false])
  server.close()
})

/** A project with issues, which answers no question after its labels before it is told to. */
async function newForge(): Promise<Forge & { readonly goOn: () => void }> {
  const forge = await startForge('gitea', url)
  const said = [{ by: 'linus', body: 'Ask @ada', at: '2020-01-02T00:00:00Z' }]
  const issues = [
    { number: 1, title: 'It rings', body: 'Ask @bob, see #2', by: 'ada', said },
    { number: 2, title: 'It hums', closedAt: '2020-02-01T00:00:00Z' },
  ]
  Object.assign(forge.lists, listsOf('gitea', { issues, labels: [{ name: 'bug', color: 'ff0000' }] }))
  const { promise, resolve } = Promise.withResolvers<void>()
  forge.instead = (path, reply) => {
    if (path !== '/milestones') return false
    void promise.then(() => reply.end('[]'))
    return true
  }
  return Object.assign(forge, { goOn: () => resolve() })
}

it('issues of another forge come along, and a page follows them', async () => {
  const forge = await newForge()
  const browser = await openBrowser()
  const { page, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto('/new/import')
  await page.getByLabel('Address').fill(forge.url)
  await page.getByLabel('Name optional', { exact: true }).fill('told')
  await page.getByLabel('Issues and pull requests from').selectOption('Gitea or Forgejo')
  await page.getByRole('button', { name: 'Import repository' }).click()
  await expect.poll(() => homeOf('told')).toContain('README.md')
  await page.goto('/ada/told')
  await page.getByText('Issues and pull requests are being brought from Gitea or Forgejo: 0 of 2').waitFor()
  await page.getByRole('link', { name: 'Follow it' }).click()
  await page
    .getByText(
      '0 of 2 issues and pull requests have come so far, with 0 comments, 1 label, 0 milestones and 0 releases.',
    )
    .waitFor()
  forge.goOn()
  await page
    .getByText('2 issues and 0 pull requests have come, with 1 comment, 1 label, 0 milestones and 0 releases.')
    .waitFor()
  await page.getByRole('link', { name: 'Issues', exact: true }).first().click()
  await page.getByText('by ada at 127.0.0.1').waitFor()
  await page.getByRole('link', { name: 'It rings' }).click()
  expect(await page.getByText('ada at 127.0.0.1').count()).toBe(2)
  const original = page.getByRole('link', { name: 'Imported: see the original' })
  expect(await original.getAttribute('href')).toBe(`${forge.origin}/ada/engine/issues/1`)
  // Nobody here is meant, whatever their name; a number means what it did.
  expect(await page.getByRole('link', { name: '@bob' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: '#2' }).getAttribute('href')).toBe('/ada/told/issues/2')
  expect(takeProblems()).toEqual([])
  await browser.close()
  forge.stop()
})

it('what broke off says why to those who work there, and is tried again by a form', async () => {
  const forge = await newForge()
  const refused: Forge['instead'] = (path, reply) => {
    if (path !== '/milestones') return false
    reply.writeHead(401).end('{}')
    return true
  }
  forge.instead = refused
  const fields = {
    url: forge.url,
    owner: 'ada',
    slug: 'broken',
    visibility: 'public',
    tracker: 'gitea',
    password: 'old',
  }
  expect((await send('/new/import', fields)).headers.get('location')).toBe('/ada/broken')
  await expect.poll(() => homeOf('broken')).toContain('See why, and try again')
  const at = '/ada/broken/import'
  const form = (await stithy.client().get(at, { cookie: ada.cookie })).text
  expect(form).toContain('127.0.0.1 refuses the token, or it may not read issues there')
  expect(form).toContain('<option value="gitea" selected')
  const seen = await stithy.client().get('/ada/broken/issues')
  expect([seen.status, seen.text.includes('broken off')]).toEqual([200, false])
  const other = await newPerson(stithy, 'eve')
  expect((await stithy.client().get(at, { cookie: other.cookie })).status).toBe(403)
  const again = { url: forge.url, username: '', password: 'new', tracker: 'gitea' }
  expect((await send(at, { ...again, url: 'http://10.0.0.1/a/b' })).text).toContain('not a public address')
  forge.instead = null
  expect((await send(at, again)).headers.get('location')).toBe(at)
  await expect
    .poll(async () => (await stithy.client().get(at, { cookie: ada.cookie })).text)
    .toContain('2 issues and 0 pull requests have come,')
  const both = { ...fields, slug: 'both', mirror: 'on' }
  expect((await send('/new/import', both)).text).toContain('cannot come to a repository that follows another')
  forge.stop()
})

it('issues come to a repository that somebody has pushed, as long as it has none', async () => {
  const forge = await newForge()
  forge.instead = null
  const issues = async (slug: string): Promise<string> =>
    (await stithy.client().get(`/ada/${slug}/issues`, { cookie: ada.cookie })).text
  await newRepo(stithy, ada, 'pushed', { is_public: true, auto_init: true })
  expect(await issues('pushed')).toContain('href="/ada/pushed/import"')
  expect((await stithy.client().get('/ada/pushed/issues')).text).not.toContain('/ada/pushed/import')
  const fields = { url: forge.url, username: '', password: '', tracker: 'gitea' }
  expect((await send('/ada/pushed/import', { ...fields, tracker: '' })).status).toBe(409)
  expect((await send('/ada/pushed/import', fields)).headers.get('location')).toBe('/ada/pushed/import')
  await expect.poll(() => issues('pushed')).toContain('It rings')
  await newRepo(stithy, ada, 'busy', { is_public: true, auto_init: true })
  await stithy.client('A').as(ada.access).post('repos/ada/busy/issues', { title: 'Here' })
  const refused = await send('/ada/busy/import', fields)
  expect([refused.status, refused.text.includes('whose numbers would be taken twice')]).toEqual([409, true])
  forge.stop()
})
