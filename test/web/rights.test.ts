// Made from the list of pages: a new one is held to its right without a line being written here.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Right } from '../../src/features/access/permit.ts'
import { allPages } from '../../src/http/web/all-pages.ts'
import { readAssetUrls } from '../../src/http/web/asset-urls.ts'
import type { PageRoute } from '../../src/http/web/page-route.ts'
import { apiDocsPage } from '../../src/http/web/pages/api-docs.tsx'
import type { Answer, RequestOptions } from '../support/client.ts'
import { newPerson, newToken, type Person, register, signIn } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const assets = join(import.meta.dirname, '../../dist/assets')
const pages = [...allPages, apiDocsPage(readAssetUrls(assets))].map((page) => ({
  page,
  name: `${page.method} ${page.path}`,
}))

let stithy: TestStithy
let admin: Person
let user: Person
let token: string

beforeAll(async () => {
  stithy = await startStithy()
  admin = await newPerson(stithy, 'smith')
  user = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(user.access), ['repo:write', 'issues:write', 'pulls:write', 'ci:write'])
  await register(stithy, 'somebody')
  await stithy.client().as(user.access).post('teams', { slug: 'smiths' })
})
afterAll(() => stithy.stop())

type Outcome = 'in' | 'to sign in' | 'refused' | 'broken'

/** What each right means for a stranger, a person, an administrator, and a program with a token of all scopes. */
const meaning: Record<Right, readonly [Outcome, Outcome, Outcome, Outcome]> = {
  public: ['in', 'in', 'in', 'in'],
  anyone: ['in', 'in', 'in', 'in'],
  user: ['to sign in', 'in', 'in', 'in'],
  session: ['to sign in', 'in', 'in', 'refused'],
  admin: ['to sign in', 'refused', 'in', 'refused'],
}

it.each(pages)('$name lets in whom its right names, and sends the others where it should', async ({ page }) => {
  const outcomes = [
    await visit(page, {}),
    await visit(page, { cookie: await cookieFor(page, user) }),
    await visit(page, { cookie: await cookieFor(page, admin) }),
    await visit(page, { token }),
  ].map(outcomeOf)
  expect(outcomes).toEqual(meaning[page.right])
})

describe.each([
  { place: '/admin', right: 'admin' },
  { place: '/settings', right: 'session' },
  { place: '/dashboard', right: 'session' },
])('every page under $place', ({ place, right }) => {
  it.each(allPages.filter((page) => page.path.startsWith(place)))(`asks for ${right}: $method $path`, (page) => {
    expect(page.right).toBe(right)
  })
})

it.each(allPages.filter(isOnlyPost).map((page) => page.path))('%s, opened, leads to its form', async (path) => {
  const answer = await stithy.client().get(addressOf(path), { cookie: admin.cookie })
  expect(answer.status).toBe(303)
  const page = await stithy.client().get(answer.headers.get('location') ?? '', { cookie: admin.cookie })
  // The names in the address are nobody's: a page of a repository or of a webhook is missing then, as its form would be.
  const isMissing = path.startsWith('/:owner/') || path.includes('/webhooks/:id/')
  expect(isMissing ? [404] : [200, 303]).toContain(page.status)
})

it.each(['/login', '/settings/tokens', '/ada', '/api/docs'])(
  '%s with a slash at its end leads to the page',
  async (path) => {
    const answer = await stithy.client().get(`${path}/?q=1`, { cookie: admin.cookie })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `${path}?q=1`])
    const head = await stithy.client().send('HEAD', `${path}/?q=1`, { cookie: admin.cookie })
    expect([head.status, head.headers.get('location')]).toEqual([301, `${path}?q=1`])
  },
)

it.each(['//evil.example/', '/\\evil.example/', '///'])('%s leads nowhere else', async (path) => {
  const answer = await stithy.client().get(path)
  expect(answer.headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/)
})

function isOnlyPost(page: PageRoute): boolean {
  return page.method === 'POST' && !allPages.some((other) => other.method === 'GET' && other.path === page.path)
}

function visit(page: PageRoute, options: RequestOptions): Promise<Answer> {
  const fields = page.method === 'POST' ? { fields: {} } : {}
  const headers = { accept: 'text/html' }
  return stithy.client().send(page.method, addressOf(page.path), { ...options, ...fields, headers })
}

/** A session that is about to end is not one that the next test needs. */
async function cookieFor(page: PageRoute, person: Person): Promise<string> {
  return page.path === '/logout' ? (await signIn(stithy, person.username)).cookie : person.cookie
}

function addressOf(path: string): string {
  const examples: Readonly<Record<string, string>> = {
    ':username': 'somebody',
    ':owner': 'ada',
    ':slug': 'smiths',
    ':file': 'ada.svg',
    ':token': 'some-token',
    ':id': '01890a5d-ac96-774b-bcce-b302099a8057',
  }
  return path.replaceAll(/:\w+/g, (name) => examples[name] ?? 'x')
}

function outcomeOf(answer: Answer): Outcome {
  if (answer.status >= 500) return 'broken'
  if (answer.status === 403) return 'refused'
  const leadsTo = answer.headers.get('location') ?? ''
  return answer.status === 303 && leadsTo.startsWith('/login') ? 'to sign in' : 'in'
}
