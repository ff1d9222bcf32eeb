// Conflicts of a pull request, settled in a page: with a form alone, and with the buttons that a script adds.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import type { Answer, Client } from '../support/client.ts'
import { pagesBelow } from '../support/pages.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, type Files, openPull, settled } from '../support/pulls.ts'
import { quickPerson } from '../support/quick-people.ts'
import { grant, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

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
  await grant(stithy, 'work', dev, 'Developer')
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

let count = 0
/** A branch and main that say different things of the same lines. */
async function inConflict(base: Files, ours: Files, theirs: Files): Promise<{ number: number; branch: string }> {
  const branch = `side-${++count}`
  await commitTo(api, repo, 'main', base)
  await commitTo(api, repo, [branch, 'main'], ours)
  await commitTo(api, repo, 'main', theirs)
  await commitTo(api, repo, 'main', { [`only-${count}.txt`]: 'from main\n' })
  return { number: (await openPull(api, repo, branch)).number, branch }
}
const plain = (name: string) =>
  inConflict({ [name]: 'a\nb\nc\n' }, { [name]: 'a\nOURS\nc\n' }, { [name]: 'a\nTHEIRS\nc\n' })

const { get, post } = pagesBelow(at, () => stithy)
const hidden = (page: Answer, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? ''
const fieldsOf = (page: Answer, path: string, content: string): Record<string, string> => ({
  head_sha: hidden(page, 'head_sha'),
  target_sha: hidden(page, 'target_sha'),
  path,
  line_end: hidden(page, 'line_end'),
  content,
})
const tipOf = async (branch: string): Promise<string> => (await api.get(`${repo}/commits/${branch}`)).body.sha
const raw = async (branch: string, path: string): Promise<string> => (await get(ada, `/raw/${branch}/${path}`)).text

it('are shown with their markers, and what was made of them becomes a merge on the branch', async () => {
  const { number, branch } = await plain('one.txt')
  const path = `/pulls/${number}/conflicts`
  await settled(api, repo, number)
  expect((await get(dev, `/pulls/${number}`)).text).toContain(`href="${at}${path}"`)
  expect((await get(guest, `/pulls/${number}`)).text).not.toContain(`href="${at}${path}"`)
  expect([(await get(guest, path)).status, (await post(guest, path, {})).status]).toEqual([403, 403])
  const page = await get(dev, path)
  expect(page.text).toContain(`&lt;&lt;&lt;&lt;&lt;&lt;&lt; ${branch}\nOURS\n=======\nTHEIRS\n`)
  const left = `a\r\n<<<<<<< ${branch}\r\nOURS\r\n=======\r\nTHEIRS\r\n>>>>>>> main\r\nc\r\n`
  const wrong = await post(dev, path, fieldsOf(page, 'one.txt', left))
  expect(wrong.status).toBe(422)
  expect(wrong.text).toMatch(/markers are left in one\.txt[^]*name="keep_markers"/)
  // Nothing but the files in conflict, all of them, and no others.
  for (const name of ['README.md', '../one.txt', '.git/config']) {
    expect((await post(dev, path, fieldsOf(page, name, 'x'))).status, name).toBe(409)
  }
  const main = await tipOf('main')
  const done = await post(dev, path, fieldsOf(page, 'one.txt', 'a\r\nBOTH\r\nc\r\n'))
  expect(done.headers.get('location'), done.text).toBe(`${at}/pulls/${number}#merge`)
  expect([await raw(branch, 'one.txt'), await raw(branch, `only-${count}.txt`)]).toEqual([
    'a\nBOTH\nc\n',
    'from main\n',
  ])
  expect(await settled(api, repo, number)).toMatchObject({ mergeable: true, version: 2 })
  const { body } = await api.get(`${repo}/commits/${branch}`)
  expect(body.parents).toEqual([hidden(page, 'head_sha'), main])
  expect(body.message).toContain(`Merge branch 'main' into ${branch}`)
  expect(await tipOf('main')).toBe(main)
  // There are no conflicts left to resolve.
  expect((await get(dev, path)).headers.get('location')).toBe(`${at}/pulls/${number}#merge`)
})

it('lose nobody’s push, and nothing that was typed', async () => {
  const { number, branch } = await plain('two.txt')
  const path = `/pulls/${number}/conflicts`
  const page = await get(dev, path)
  await commitTo(api, repo, branch, { 'pushed.txt': 'meanwhile\n' })
  const late = await post(dev, path, fieldsOf(page, 'two.txt', 'my long thoughts'))
  expect(late.status).toBe(409)
  expect(late.text).toMatch(/Somebody pushed while you were writing[^]*my long thoughts/)
  expect(hidden(late, 'head_sha')).not.toBe(hidden(page, 'head_sha'))
  // The target may go on: what was settled is about the two commits that were seen.
  await commitTo(api, repo, 'main', { 'later.txt': 'later\n' })
  expect((await post(dev, path, { ...fieldsOf(late, 'two.txt', 'mine\n'), target_sha: 'f'.repeat(40) })).status).toBe(
    409,
  )
  expect((await post(dev, path, fieldsOf(late, 'two.txt', 'mine\n'))).status).toBe(303)
  expect([await raw(branch, 'pushed.txt'), await raw(branch, 'two.txt')]).toEqual(['meanwhile\n', 'mine\n'])
})

it('go by the rules of the branch, in a fork too, and keep the ends of lines', async () => {
  const { number, branch } = await plain('three.txt')
  await api.post(`${repo}/branch-protections`, { pattern: branch, push_allowlist: ['ada'], required_approvals: 1 })
  const path = `/pulls/${number}/conflicts`
  const refused = await post(dev, path, fieldsOf(await get(dev, path), 'three.txt', 'kept as it was typed'))
  expect([refused.status, refused.text.includes('kept as it was typed')]).toEqual([403, true])
  const theirs = stithy.client('B').as(guest.access)
  await commitTo(api, repo, 'main', { 'crlf.txt': 'a\r\nb\r\n' })
  await theirs.post(`${repo}/forks`, {})
  await commitTo(theirs, 'repos/guest/work', ['far', 'main'], { 'crlf.txt': 'A\r\nb\r\n' })
  await commitTo(api, repo, 'main', { 'crlf.txt': '1\r\nb\r\n' })
  const pull = await openPull(theirs, repo, 'far', { source_repo: 'guest/work' })
  const far = `/pulls/${pull.number}/conflicts`
  // Whoever may merge it may not push to somebody else's fork.
  expect((await get(ada, far)).status).toBe(403)
  const page = await get(guest, far)
  expect((await post(guest, far, fieldsOf(page, 'crlf.txt', 'A1\r\nb\r\n'))).status).toBe(303)
  const file = await stithy.client().get('/guest/work/raw/far/crlf.txt')
  expect(file.text).toBe('A1\r\nb\r\n')
})

it('that no page can settle say so, with the commands that can', async () => {
  const binary = 'x\0y'
  const { number } = await inConflict(
    { 'b.bin': binary, '<i>.txt': 'old\n' },
    { 'b.bin': `${binary}1`, '<i>.txt': 'new\n' },
    { 'b.bin': `${binary}2`, '<i>.txt': 'other\n' },
  )
  const page = await get(dev, `/pulls/${number}/conflicts`)
  expect(page.text).toMatch(/git merge FETCH_HEAD[^]*b\.bin<\/code>: it is no text/)
  expect(page.text).not.toContain('<textarea')
  expect(page.text).not.toContain('<i>.txt')
  const forced = await post(dev, `/pulls/${number}/conflicts`, {
    ...fieldsOf(page, 'b.bin', 'x'),
    head_sha: (await api.get(`${repo}/pulls/${number}`)).body.head_sha,
    target_sha: await tipOf('main'),
  })
  expect(forced.status).toBe(409)
})

it('are worked through by buttons where there is a script', async () => {
  const base = Array.from({ length: 60 }, (_, line) => `line ${line}`)
  const text = (first: string, last: string): string => [...base.with(2, first).with(50, last), ''].join('\n')
  const { number, branch } = await inConflict(
    { 'long.txt': text('x', 'y') },
    { 'long.txt': text('o1', 'o2') },
    { 'long.txt': text('t1', 't2') },
  )
  const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: dev.cookie })
  await page.goto(`${at}/pulls/${number}/conflicts`)
  await page.getByText('Conflict 1 of 2, line 3.').waitFor()
  await page.getByRole('button', { name: 'Use main' }).click()
  await page.getByText('Conflict 1 of 1, line 51.').waitFor()
  await page.getByRole('button', { name: 'Use both' }).click()
  await page.getByText('No conflicts left in this file.').waitFor()
  await page.getByRole('button', { name: 'Commit the merge' }).click()
  await page.getByText('The conflicts are resolved').waitFor()
  expect(await raw(branch, 'long.txt')).toBe(text('t1', 'o2\nt2'))
  expect(takeProblems()).toEqual([])
  await context.close()
})

it('of two files stay apart when a marker was left, and are refused once more after a push', async () => {
  const { number, branch } = await inConflict(
    { 'a/a.txt': 'old\n', 'b.txt': 'old\n' },
    { 'a/a.txt': 'ours\n', 'b.txt': 'ours\n' },
    { 'a/a.txt': 'theirs\n', 'b.txt': 'theirs\n' },
  )
  const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: dev.cookie })
  const texts = () => page.getByLabel(/^Text of/).evaluateAll((all) => all.map((one) => 'value' in one && one.value))
  const commit = () => page.getByRole('button', { name: 'Commit the merge' }).click()
  await page.goto(`${at}/pulls/${number}/conflicts`)
  await page.getByLabel('Text of a/a.txt').fill('both of a\n')
  const [, left] = await texts()
  await commit()
  await page.getByText('Markers are left in b.txt').first().waitFor()
  expect(await texts()).toEqual(['both of a\n', left])
  await page.getByText('1 line', { exact: true }).waitFor()
  // What was made of other commits than these is not sent for these.
  await commitTo(api, repo, branch, { 'a/a.txt': 'pushed\n' })
  await page.getByLabel('Text of b.txt').fill('both of b\n')
  await commit()
  await page.getByText('Somebody pushed while you were writing').waitFor()
  expect((await texts()).map((text) => String(text).includes('<<<<<<<'))).toEqual([true, true])
  expect(takeProblems()).toEqual([])
  await context.close()
})
