// What the scripts add to the changes of a pull request, in a real browser.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import type { Client } from '../support/client.ts'
import { newPerson, type Person, signIn } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { newRepo } from '../support/repos.ts'
import { fillSignIn } from '../support/steps.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let api: Client
let at: string

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  await newRepo(stithy, ada, 'work', { is_public: true, auto_init: true })
  api = stithy.client('B').as(ada.access)
  await commitTo(api, 'repos/ada/work', ['topic', 'main'], { 'a.txt': 'one\ntwo\nthree\n' })
  const { number } = await openPull(api, 'repos/ada/work', 'topic')
  at = `/ada/work/pulls/${number}`
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

/** "+" beside a line. */
async function begin(page: Page, line: number): Promise<void> {
  await page.getByRole('link', { name: `Comment on line ${line}`, exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: `Comment on line ${line}` }).waitFor()
}

it('a review is not sent over a comment on a line that was typed and not added, unless one insists', async () => {
  const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto(`${at}/files`)
  await begin(page, 2)
  const field = page.getByRole('textbox', { name: 'Comment on line 2' })
  await field.fill('Too quiet')
  const review = page.getByRole('region', { name: 'Review' })
  await review.getByRole('textbox', { name: 'Review' }).fill('Read it all')
  await review.getByRole('button', { name: 'Comment only' }).click()
  await page.getByRole('alert').getByText('not part of the review yet').waitFor()
  expect(await field.evaluate((area) => area === document.activeElement)).toBe(true)
  await page.reload()
  expect(await review.getByRole('textbox', { name: 'Review' }).inputValue()).toBe('Read it all')
  expect(await field.inputValue()).toBe('Too quiet')
  for (const _ of ['told', 'insists']) await review.getByRole('button', { name: 'Comment only' }).click()
  await page.getByText('Read it all').waitFor()
  await page.goto(`${at}/files`)
  await begin(page, 2)
  expect(await field.inputValue()).toBe('Too quiet')
  await field.fill('')
  await review.getByRole('textbox', { name: 'Review' }).fill('Once more')
  await review.getByRole('button', { name: 'Comment only' }).click()
  await page.getByText('Once more').waitFor()
  expect(takeProblems()).toEqual([])
  await context.close()
})

it('who goes to the review is not carried away by the files that come above it, which come when one goes back up', async () => {
  const files = Array.from({ length: 130 }, (_, index) => [`many/${index}.txt`, 'one\ntwo\n'])
  await commitTo(api, 'repos/ada/work', ['many', 'main'], Object.fromEntries(files))
  const { number } = await openPull(api, 'repos/ada/work', 'many')
  const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto(`/ada/work/pulls/${number}/files`)
  const shown = page.locator('.diff-file')
  const first = await shown.count()
  expect(first).toBeLessThan(files.length)
  const heading = page.getByRole('heading', { name: 'Your review' })
  const isInView = () =>
    heading.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    })
  for (const answered of ['at once', 'typing']) {
    await page.getByRole('link', { name: 'Review', exact: true }).click()
    if (answered === 'typing') await page.getByRole('textbox', { name: 'Review' }).fill('Read it all')
    await page.waitForLoadState('networkidle')
    expect([answered, await isInView()]).toEqual([answered, true])
  }
  expect(await shown.count()).toBe(first)
  await page.evaluate(() => window.scrollBy(0, -1500))
  await expect.poll(() => shown.count()).toBeGreaterThan(first)
  expect(takeProblems()).toEqual([])
  await context.close()
})

it('files stand in the tree as their changes stand below each other', async () => {
  const paths = [
    '.hidden',
    'NOTES.md',
    'docs/one.md',
    'src/app.ts',
    'src/core/a.ts',
    'src/main.ts',
    'src-old/b.ts',
    'z.md',
  ]
  await commitTo(
    api,
    'repos/ada/work',
    ['mixed', 'main'],
    Object.fromEntries(paths.map((path) => [path, 'one\ntwo\n'])),
  )
  const { number } = await openPull(api, 'repos/ada/work', 'mixed')
  const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto(`/ada/work/pulls/${number}/files`)
  const changes = (await page.locator('.diff-path').allInnerTexts()).map((path) => path.trim())
  const tree = await page
    .locator('[data-tree-file]')
    .evaluateAll((files) => files.map((file) => file.getAttribute('data-tree-file')))
  expect(changes.toSorted()).toEqual(paths.toSorted())
  expect(tree).toEqual(changes)
  expect(takeProblems()).toEqual([])
  await context.close()
})

describe('files that had no room on the page', () => {
  const all = { name: 'Load all 4 files', exact: true } as const
  const some = { name: 'Load the next 5 files', exact: true } as const
  let files: string

  beforeAll(async () => {
    const text = Array.from({ length: 300 }, (_, line) => `line ${line}\n`).join('')
    const full = Array.from({ length: 14 }, (_, index) => [`full/${String(index).padStart(2, '0')}.txt`, text])
    await commitTo(api, 'repos/ada/work', ['full', 'main'], Object.fromEntries(full))
    const { number } = await openPull(api, 'repos/ada/work', 'full')
    files = `/ada/work/pulls/${number}/files?view=split`
  })

  /** A cross for each that is there, a dot for one that waits, a stroke for the way to more. */
  const stand = (page: Page): Promise<string> =>
    page
      .locator('.diff-file, .diff-more')
      .evaluateAll((parts) =>
        parts
          .map((part) => (part.matches('.diff-more') ? '|' : part.querySelector('.diff-lines') === null ? '.' : 'x'))
          .join(''),
      )

  it('are brought together, those that have room at once', async () => {
    const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
    await page.goto(files)
    await expect.poll(() => stand(page)).toBe('xxxxx|.........')
    expect(await page.locator('.diff-more').innerText()).toContain('9 files are not loaded')
    const next = page.getByRole('link', some)
    await next.focus()
    const before = (await next.boundingBox())?.y ?? Number.NaN
    await page.keyboard.press('Enter')
    await expect.poll(() => stand(page)).toBe('xxxxxxxxxx|....')
    // Whoever came by keyboard goes on where they were, and what was brought stands there.
    expect(await page.evaluate(() => document.activeElement?.closest('.diff-file')?.id)).toBe('file-6')
    const after = (await page.locator('#file-6').boundingBox())?.y ?? Number.NaN
    expect(Math.abs(after - before)).toBeLessThan(40)
    await page.getByRole('link', all).click()
    await expect.poll(() => stand(page)).toBe('xxxxxxxxxxxxxx')
    expect(await page.locator('#file-14 .diff-lines.diff-split').count()).toBe(1)
    expect(takeProblems()).toEqual([])
    await context.close()
  })

  it('have a page of their own without a script, with a way back', async () => {
    const { page, context, takeProblems } = await newVisitor(browser, stithy, {
      cookie: ada.cookie,
      javaScript: false,
    })
    await page.goto(files)
    expect(await stand(page)).toBe('xxxxx|.........')
    await page.getByRole('link', some).click()
    await expect.poll(() => stand(page)).toBe('|.....xxxxx|....')
    expect(new URL(page.url()).hash).toBe('#file-6')
    await page.getByRole('link', all).click()
    await expect.poll(() => stand(page)).toBe('|..........xxxx')
    expect(await page.locator('#file-14 .diff-lines.diff-split').count()).toBe(1)
    await page.getByRole('link', some).click()
    await expect.poll(() => stand(page)).toBe('xxxxx|.........')
    expect(takeProblems()).toEqual([])
    await context.close()
  })
})

it('the form under a line has all that others have: tools, a preview, a suggestion; and it opens and closes in place', async () => {
  const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto(`${at}/files`)
  await begin(page, 2)
  const field = page.getByRole('textbox', { name: 'Comment on line 2' })
  expect(await field.evaluate((area) => area === document.activeElement)).toBe(true)
  const form = page.getByRole('form', { name: 'Comment on line 2' })
  await form.getByLabel('From line').fill('1')
  await form.getByRole('button', { name: 'Suggest a change' }).click()
  expect(await field.inputValue()).toBe('```suggestion\none\ntwo\n```\n')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('**Louder**')
  await form.getByRole('button', { name: 'Preview' }).click()
  await form.locator('.md-preview strong').waitFor()
  await form.getByRole('button', { name: 'Write' }).click()
  await form.getByRole('link', { name: 'Cancel' }).click()
  await field.waitFor({ state: 'detached' })
  // What was not sent is there again where it was written, and nowhere else.
  await begin(page, 3)
  expect(await page.getByRole('textbox', { name: 'Comment on line 3' }).inputValue()).toBe('')
  await begin(page, 2)
  expect(await field.inputValue()).toContain('**Louder**')
  await form.getByRole('button', { name: 'Add to review' }).click()
  const pending = page.getByRole('article', { name: 'Pending comment' })
  await pending.getByText('Suggested change').waitFor()
  // While a review waits to be sent, the keys that send add to it.
  await begin(page, 3)
  await page.keyboard.type('Say why')
  await Promise.all([page.waitForURL('**/files#*'), page.keyboard.press('Control+Enter')])
  await pending.filter({ hasText: 'Say why' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await page.getByText('The pending comment was deleted.').waitFor()
  await pending.getByRole('link', { name: 'Edit' }).click()
  await pending.getByRole('textbox', { name: 'Comment' }).fill('Never mind')
  await pending.getByRole('textbox', { name: 'Comment' }).press('Control+Enter')
  await pending.getByText('Never mind').waitFor()
  await pending.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await page.getByText('The pending comment was deleted.').waitFor()
  expect(takeProblems()).toEqual([])
  await context.close()
})

it('what was said about lines after the session had ended is in its form again, once one is signed in', async () => {
  await api.post(`repos${at}/comments`, { body: 'A', path: 'a.txt', line: 1 })
  const { body } = await api.post(`repos${at}/comments`, { body: 'B', path: 'a.txt', line: 3 })
  await whileSignedOut(async (page, signOut) => {
    await page.goto(`${at}/files`)
    await begin(page, 2)
    await page.getByRole('textbox', { name: 'Comment on line 2' }).fill('A long story')
    await page.getByLabel('From line').fill('1')
    await signOut(() => page.getByRole('button', { name: 'Comment now' }).click())
    expect(await page.getByRole('textbox', { name: 'Comment on line 2' }).inputValue()).toBe('A long story')
    expect(await page.getByLabel('From line').inputValue()).toBe('1')
  })
  // All replies of a page go to one address: each is found by what it answers.
  await whileSignedOut(async (page, signOut) => {
    await page.goto(at)
    const answer = page.locator(`#answer-${body.id}`)
    await answer.getByRole('textbox', { name: 'Reply' }).fill('To the second')
    await signOut(() => answer.getByRole('button', { name: 'Reply' }).click())
    const answers = await page.getByRole('textbox', { name: 'Reply', exact: true }).all()
    const typed = await Promise.all(answers.map((one) => one.inputValue()))
    expect(typed).toEqual(['', 'To the second'])
  })
})

type Act = () => Promise<void>

async function whileSignedOut(visit: (page: Page, signOut: (send: Act) => Promise<void>) => Promise<void>) {
  const session = await signIn(stithy, 'ada')
  const { page, context } = await newVisitor(browser, stithy, { cookie: session.cookie })
  await visit(page, async (send) => {
    await stithy.client().as(session.access).post('auth/logout', {})
    await send()
    await page.getByText('What you typed is kept in this tab').waitFor()
    await fillSignIn(page, 'ada')
    await page.waitForURL(`**${at}**`)
  })
  await context.close()
}
