// Choosing people and labels in pages: by ticking and typing without a script, by completion with one.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import type { Answer, Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { quickPerson } from '../support/quick-people.ts'
import { grant, newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let dev: Person
let guest: Person
let api: Client
const repo = 'repos/ada/work'
const at = '/ada/work'

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  dev = await quickPerson(stithy, 'dev')
  guest = await quickPerson(stithy, 'guest')
  api = stithy.client('B').as(ada.access)
  await newRepo(stithy, ada, 'work', { is_public: true, auto_init: true })
  await newRepo(stithy, ada, 'closed', { auto_init: true })
  await grant(stithy, 'work', dev, 'Developer')
  for (let index = 1; index <= 22; index++) {
    await grant(stithy, 'work', await quickPerson(stithy, `smith-${index}`), 'Reader')
  }
  await commitTo(stithy.client('B').as(dev.access), repo, 'main', { 'tongs.txt': 'one\n' })
  await commitTo(api, repo, 'main', { CODEOWNERS: 'anvil.txt @smith-1 @dev\n' })
  await commitTo(api, repo, ['grip', 'main'], { 'tongs.txt': 'two\n' })
  await commitTo(api, repo, ['anvil', 'main'], { 'anvil.txt': 'new\n' })
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

const get = async (person: Person, path: string): Promise<string> =>
  (await stithy.client().get(path, { cookie: person.cookie })).text
const post = (person: Person, path: string, fields: Record<string, string | string[]>): Promise<Answer> =>
  stithy.client().send('POST', at + path, { fields, cookie: person.cookie })
const names = (page: string, box: string): string[] =>
  [...page.matchAll(new RegExp(`name="${box}" value="([^"]+)"`, 'g'))].map(([, name]) => name ?? '')

it('people are ticked or typed, and whoever knows the files is asked by one press', async () => {
  const { number } = await openPull(api, repo, 'grip')
  const path = `/pulls/${number}`
  const page = await get(ada, at + path)
  // So many and no more; whoever is not in the list is typed.
  expect(names(page, 'assignee')).toHaveLength(20)
  expect(names(page, 'assignee').slice(0, 3)).toEqual(['ada', 'dev', 'smith-1'])
  expect(page).toMatch(/Ask dev<[^]*?has worked on these files/)
  expect(names(page, 'reviewer')).not.toContain('ada')
  expect((await post(ada, `${path}/manage`, { set: 'ask-reviewer', reviewer: 'dev' })).status).toBe(303)
  expect((await post(ada, `${path}/manage`, { set: 'assign-me' })).status).toBe(303)
  const now = await get(ada, at + path)
  expect([now.includes('Ask dev<'), now.includes('Assign to me')]).toEqual([false, false])
  await post(dev, `${path}/manage`, { set: 'assignees', assignee: ['ada', 'smith-22'], assignees: '@dev, smith-3' })
  await post(dev, `${path}/manage`, { set: 'reviewers', reviewer: ['dev'], reviewers: 'smith-9' })
  const { body } = await api.get(`${repo}${path}`)
  expect(body.assignees.toSorted()).toEqual(['ada', 'dev', 'smith-22', 'smith-3'])
  expect(body.requested_reviewers.toSorted()).toEqual(['dev', 'smith-9'])
  // Who may not change it sees no names of those who work here.
  const seen = await get(guest, at + path)
  expect([names(seen, 'assignee'), names(seen, 'reviewer')]).toEqual([[], []])
})

it('a new pull request asks for reviews and is labelled in one go, or nothing of it happens', async () => {
  await api.post(`${repo}/labels`, { name: 'good first', color: '#ff0000' })
  await api.post(`${repo}/labels`, { name: 'bug', color: '#ff0000' })
  await api.post(`${repo}/milestones`, { title: 'First casting' })
  const form = await get(dev, `${at}/pulls/new?target=main&source=anvil`)
  expect(names(form, 'reviewer').slice(0, 2)).toEqual(['ada', 'smith-1'])
  expect(form).toContain('First casting')
  const fields = { source: 'anvil', target: 'main', title: 'Anvil', body: '' }
  const wrong = await post(dev, '/pulls/new', { ...fields, reviewer: ['ada'], reviewers: 'nobody-at-all' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toMatch(/obody-at-all cannot review this/)
  expect(wrong.text).toMatch(/name="reviewer" value="ada" checked/)
  const made = await post(dev, '/pulls/new', {
    ...fields,
    reviewer: ['ada'],
    assignee: ['dev'],
    label: ['good first'],
    labels: 'bug',
    milestone: 'First casting',
  })
  expect(made.status, made.text).toBe(303)
  const { body } = await api.get(`repos${made.headers.get('location') ?? ''}`)
  expect(body).toMatchObject({ assignees: ['dev'], milestone: 'First casting' })
  expect(body.labels.map(({ name }: { name: string }) => name).toSorted()).toEqual(['bug', 'good first'])
  expect(body.requested_reviewers).toContain('ada')
  // A stranger to the repository asks for reviews and chooses nothing else.
  const theirs = stithy.client('B').as(guest.access)
  await theirs.post(`${repo}/forks`, {})
  await commitTo(theirs, 'repos/guest/work', ['afar', 'main'], { 'tongs.txt': 'three\n' })
  const outside = await get(guest, `${at}/pulls/new?target=main&source=guest:afar`)
  expect([names(outside, 'assignee'), names(outside, 'label')]).toEqual([[], []])
  expect(names(outside, 'reviewer')).toEqual(['dev'])
})

it('only those who may read a repository are offered in it', async () => {
  const found = async (person: Person, path: string): Promise<string[]> => {
    const { body } = await stithy.client().get(path, { cookie: person.cookie })
    return Array.isArray(body) ? body.map(({ text }) => text) : [String(body)]
  }
  expect(await found(ada, '/ada/closed/suggest?for=person&of=issue&text=smith')).toEqual([])
  expect(await found(ada, '/ada/closed/suggest?for=person&of=issue&text=a')).toEqual(['ada'])
  expect(await found(ada, `${at}/suggest?for=person&of=pull&text=smith-2`)).toEqual([
    'smith-2',
    'smith-20',
    'smith-21',
    'smith-22',
  ])
  expect(await found(guest, `${at}/suggest?for=person&of=pull&text=${encodeURIComponent('@gue%')}`)).toEqual([])
  expect(await found(guest, `${at}/suggest?for=person&of=pull&text=gue`)).toEqual(['guest'])
  expect(await found(ada, `${at}/suggest?for=label&of=issue&text=ood`)).toEqual(['good first'])
  expect((await stithy.client().get('/ada/closed/suggest?for=person&text=a', { cookie: guest.cookie })).status).toBe(
    404,
  )
})

it('with a script names are found while they are typed, by keys alone', async () => {
  const { number } = (await api.post(`${repo}/issues`, { title: 'Who?' })).body
  const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto(`${at}/issues/${number}`)
  await page.getByLabel('Change: Assignees').press('Enter')
  const field = page.getByRole('textbox', { name: 'Someone else' })
  await field.focus()
  const box = page.getByRole('combobox', { name: 'Someone else' })
  await box.pressSequentially('ith-22')
  await page.getByRole('option', { name: 'smith-22' }).waitFor()
  await box.press('Enter')
  expect(await page.getByRole('checkbox', { name: 'smith-22' }).isChecked()).toBe(true)
  expect(await box.inputValue()).toBe('')
  await box.pressSequentially('smith-1')
  await page.getByRole('option', { name: 'smith-1', exact: true }).waitFor()
  await box.press('Tab')
  await page.locator('form', { has: box }).getByRole('button', { name: 'Save' }).press('Enter')
  await page.locator('.side-people', { hasText: 'smith-22' }).waitFor()
  const { body } = await api.get(`${repo}/issues/${number}`)
  expect(body.assignees.toSorted()).toEqual(['smith-1', 'smith-22'])
  expect(takeProblems()).toEqual([])
  await context.close()
})

it('whoever has reviewed is asked for another review by one press, and told of it', async () => {
  await commitTo(api, repo, ['bellows', 'main'], { 'bellows.txt': 'one\n' })
  const { number } = await openPull(api, repo, 'bellows')
  const path = `/pulls/${number}`
  const theirs = stithy.client('B').as(dev.access)
  const again = 'Ask dev for another review'
  const requests = (): Promise<readonly object[]> =>
    stithy.app.db
      .selectFrom('notifications')
      .select('id')
      .where('type', '=', 'review_requested')
      .where('title', 'like', '%Take bellows%')
      .execute()
  await api.post(`${repo}${path}/requested-reviewers`, { reviewers: ['dev'] })
  expect(await get(ada, at + path)).not.toContain(again)
  await theirs.post(`${repo}${path}/reviews`, { event: 'request_changes', body: 'Louder.' })
  // Those who may ask, and nobody for themselves.
  const offers = await Promise.all([ada, dev, guest].map(async (who) => (await get(who, at + path)).includes(again)))
  expect(offers).toEqual([true, false, false])
  const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto(at + path)
  await page.getByRole('button', { name: again }).press('Enter')
  await page.locator('.side-people li', { hasText: 'dev' }).getByText('asked again').waitFor()
  expect(await page.getByRole('button', { name: again }).count()).toBe(0)
  expect((await api.get(`${repo}${path}`)).body.requested_reviewers).toEqual(['dev'])
  await eventually(async () => expect(await requests()).toHaveLength(2))
  // Until they have spoken their last word stands.
  expect(await page.getByText('dev asked for changes.').count()).toBe(1)
  await theirs.post(`${repo}${path}/reviews`, { event: 'approve' })
  await page.reload()
  await page.locator('.side-people li', { hasText: 'dev' }).getByText('approved').waitFor()
  expect(await page.getByRole('button', { name: again }).count()).toBe(1)
  await api.send('PATCH', `${repo}${path}`, { body: { state: 'closed' } })
  await page.reload()
  expect(await page.getByRole('button', { name: again }).count()).toBe(0)
  expect((await post(guest, `${path}/manage`, { set: 'ask-reviewer', reviewer: 'dev' })).text).not.toContain(
    'asked again',
  )
  expect((await api.get(`${repo}${path}`)).body.requested_reviewers).toEqual([])
  expect(takeProblems()).toEqual([])
  await context.close()
})
