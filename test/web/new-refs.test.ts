// Branches and tags are made by forms, with and without a script.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import type { Answer, Client } from '../support/client.ts'
import { pagesBelow } from '../support/pages.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let dev: Person
let reader: Person
let api: Client
let first: string
let head: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  dev = await newPerson(stithy, 'dev')
  reader = await newPerson(stithy, 'rea')
  api = stithy.client('B').as(ada.access)
  await newRepo(stithy, ada, 'work', { is_public: true, auto_init: true })
  await grant(stithy, 'work', dev, 'Developer')
  first = (await api.get('repos/ada/work/branches/main')).body.commit_sha
  head = await commitTo(api, 'repos/ada/work', 'main', { 'a.txt': 'a\n' })
})
afterAll(() => stithy.stop())

const { get, post } = pagesBelow('/ada/work', () => stithy)
const make = (kind: 'branches' | 'tags', fields: Record<string, string>, person = dev): Promise<Answer> =>
  post(person, `/${kind}/new`, fields)

it('a branch begins at a branch, a tag or a commit', async () => {
  expect((await get(dev, '/branches')).text).toContain('href="/ada/work/branches/new"')
  expect((await get(dev, '/branches/new')).text).toContain('value="main"')
  const made = await make('branches', { name: 'topic/one', from: 'main' })
  expect(made.headers.get('location')).toBe('/ada/work/tree/topic/one')
  await make('branches', { name: 'old', from: first.slice(0, 10) })
  const tipOf = async (name: string) => (await api.get(`repos/ada/work/branches/${name}`)).body.commit_sha
  expect([await tipOf('topic/one'), await tipOf('old')]).toEqual([head, first])
})

it('a tag with a message is annotated, and one without is only a name', async () => {
  expect((await get(dev, '/tags')).text).toContain('href="/ada/work/tags/new"')
  const made = await make('tags', { name: 'v1.0', from: 'main', message: 'The first\r\n\r\nIt holds.' })
  expect(made.headers.get('location')).toBe('/ada/work/tags')
  await make('tags', { name: 'v0.9', from: first, message: '' })
  const [annotated, plain] = await Promise.all(['v1.0', 'v0.9'].map((name) => api.get(`repos/ada/work/tags/${name}`)))
  expect(annotated?.body).toMatchObject({
    type: 'annotated',
    commit_sha: head,
    message: 'The first\n\nIt holds.',
    tagger: { name: 'dev' },
  })
  expect(plain?.body).toMatchObject({ type: 'lightweight', commit_sha: first })
})

it.each(['branches', 'tags'] as const)(
  'what is wrong with %s is said in the form, as it was filled in',
  async (kind) => {
    await make(kind, { name: 'taken', from: 'main', message: '' })
    const wrong = [
      [{ name: 'taken', from: 'main' }, 409, 'taken exists already'],
      [{ name: 'two words', from: 'main' }, 422, 'not a name that git accepts'],
      [{ name: 'fine', from: 'nowhere' }, 422, 'no branch, tag or commit'],
    ] as const
    for (const [fields, status, said] of wrong) {
      const answer = await make(kind, fields)
      expect([answer.status, answer.text.includes(said)], said).toEqual([status, true])
      expect(answer.text).toContain(`value="${fields.name}"`)
    }
  },
)

it('what was typed for a tag is kept', async () => {
  const answer = await make('tags', { name: '', from: 'main', message: 'kept' })
  expect([answer.status, answer.text.includes('>kept</textarea>')]).toEqual([422, true])
})

it('nobody makes any where they may not push, nor is it offered there', async () => {
  for (const kind of ['branches', 'tags'] as const) {
    for (const other of [null, reader]) expect((await get(other, `/${kind}`)).text).not.toContain(`/${kind}/new"`)
    expect((await get(reader, `/${kind}/new`)).status).toBe(403)
    expect((await make(kind, { name: 'mine', from: 'main' }, reader)).status).toBe(403)
    expect((await api.get(`repos/ada/work/${kind}/mine`)).status).toBe(404)
  }
  await api.post('repos/ada/work/branch-protections', { pattern: 'release/*' })
  const refused = await make('branches', { name: 'release/1', from: 'main' })
  expect([refused.status, refused.text.includes('release/1 is protected')]).toEqual([403, true])
})

it('a protected tag is made and deleted by those who may, and shows that it is protected', async () => {
  const rule = await api.post('repos/ada/work/tag-protections', { pattern: 'v*' })
  const refused = await make('tags', { name: 'v1', from: 'main' })
  const said = 'v1 is a protected tag: creating it needs the role Maintainer.'
  expect([refused.status, refused.text.includes(said)]).toEqual([403, true])
  const early = await stithy
    .client()
    .send('POST', '/ada/work/releases/new', { cookie: dev.cookie, fields: { tag_name: 'v1', target: 'main' } })
  expect([early.status, early.text.includes(said)]).toEqual([403, true])
  expect((await api.post('repos/ada/work/tags', { name: 'v1' })).status).toBe(201)
  const seen = await get(dev, '/tags')
  expect([seen.text.includes('Protected'), seen.text.includes('Delete v1')]).toEqual([true, false])
  await api.send('PATCH', `repos/ada/work/tag-protections/${rule.body.id}`, { body: { delete_role: 'Developer' } })
  expect((await get(dev, '/tags')).text).toContain('Delete v1')
})

it('the menu of branches takes the name that is typed, and is walked by arrows', async () => {
  const browser = await openBrowser()
  try {
    for (const name of ['two', 'two-more']) await api.post('repos/ada/work/branches', { name, from: 'main' })
    await api.post('repos/ada/work/tags', { name: 'other' })
    const { page, takeProblems } = await newVisitor(browser, stithy, { cookie: dev.cookie })
    await page.goto('/ada/work')
    await page.locator('.ref-switcher summary').click()
    const field = page.getByLabel('Find or create a branch')
    await field.fill('two')
    expect(await page.locator('.ref-switcher .menu-head:visible').allInnerTexts()).toEqual(['Branches'])
    await field.press('Enter')
    await page.waitForURL('**/ada/work/tree/two')
    await page.locator('.ref-switcher summary').click()
    await field.fill('two-')
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    // The first entry is the one for a new branch of that name.
    for (const [key, text] of [
      ['ArrowDown', 'New branch “two-”'],
      ['ArrowDown', 'two-more'],
      ['ArrowDown', 'two-more'],
      ['ArrowUp', 'New branch “two-”'],
      ['ArrowDown', 'two-more'],
    ] as const) {
      await page.keyboard.press(key)
      expect([key, await focused()]).toEqual([key, text])
    }
    await page.keyboard.press('Enter')
    await page.waitForURL('**/ada/work/tree/two-more')
    expect(takeProblems()).toEqual([])
  } finally {
    await browser.close()
  }
})

it('the menu of branches offers the name that is typed, where there is none', async () => {
  const browser = await openBrowser()
  try {
    const { page, takeProblems } = await newVisitor(browser, stithy, { cookie: dev.cookie })
    await page.goto('/ada/work')
    await page.locator('.ref-switcher summary').click()
    const field = page.getByLabel('Find or create a branch')
    // As much of it as the menu has room for.
    expect(await field.getAttribute('placeholder')).toBe('Find or create')
    await field.fill('main')
    expect(await page.getByRole('link', { name: 'New branch' }).isVisible()).toBe(false)
    await field.fill('from/menu')
    await page.getByRole('link', { name: 'New branch “from/menu”' }).waitFor()
    await field.press('Enter')
    await page.waitForURL('**/ada/work/branches/new?from=main&name=from%2Fmenu')
    await page.getByRole('button', { name: 'Create branch' }).click()
    await page.waitForURL('**/ada/work/tree/from/menu')
    expect(takeProblems()).toEqual([])
    const plain = await newVisitor(browser, stithy, { cookie: dev.cookie, javaScript: false })
    await plain.page.goto('/ada/work')
    await plain.page.locator('.ref-switcher summary').click()
    await plain.page.getByLabel('Find or create a branch').fill('by-hand')
    await plain.page.keyboard.press('Enter')
    await plain.page.getByRole('link', { name: 'Create it' }).click()
    expect(await plain.page.getByLabel('Name').inputValue()).toBe('by-hand')
  } finally {
    await browser.close()
  }
})
