// The editor in a real browser, which has its own ideas about line breaks.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { newPerson, type Person, signIn } from '../support/people.ts'
import { base64, newRepo } from '../support/repos.ts'
import { fillSignIn } from '../support/steps.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  await newRepo(stithy, ada, 'book')
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

it.each([
  ['lf.txt', '\n\n  first\n\tsecond\n\n', '\n\n  first\n\tsecond\n\n!'],
  ['crlf.txt', '\r\nfirst\r\nsecond\r\n', '\r\nfirst\r\nsecond\r\n!'],
  ['bare.txt', 'no end, “ü” 🔨 </textarea>', 'no end, “ü” 🔨 </textarea>!'],
])('%s keeps every byte that was not typed', async (name, before, after) => {
  const client = stithy.client('B').as(ada.access)
  await client.send('PUT', `repos/ada/book/contents/${name}`, { body: { content: base64(before), message: 'x' } })
  const { page, context } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto(`/ada/book/edit/main/${name}`)
  const field = page.getByLabel('Text')
  await field.fill(`${await field.inputValue()}!`)
  await page.getByRole('button', { name: 'Commit' }).click()
  await page.getByText('Committed to main').waitFor()
  const file = await client.get(`/ada/book/raw/main/${name}`, { cookie: ada.cookie })
  expect(file.text).toBe(after)
  await context.close()
})

it('a document is previewed in place while it is written, with what it says about itself; other files are not', async () => {
  const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto('/ada/book/new/main')
  const preview = page.getByRole('button', { name: 'Preview' })
  await page.getByLabel('Path').fill('docs/plan.txt')
  expect(await preview.isVisible()).toBe(false)
  await page.getByLabel('Path').fill('docs/plan.md')
  await page
    .getByLabel('Text', { exact: true })
    .fill('---\nstate: new\n---\n\none\ntwo [x](x.md) <b onclick=alert(1)></b>')
  await preview.click()
  const shown = page.locator('.md-preview')
  await shown.locator('.front-matter').waitFor()
  expect((await shown.locator('p').innerText()).trim()).toBe('one two x')
  expect(await shown.getByRole('link').getAttribute('href')).toBe('/ada/book/blob/main/docs/x.md')
  await page.getByRole('button', { name: 'Write' }).click()
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toContain('state: new')
  expect(takeProblems()).toEqual([])
  await context.close()
})

it('all of a file is copied by a press', async () => {
  const client = stithy.client('B').as(ada.access)
  const text = `first\n${'x\n'.repeat(50)}“ü”\n`
  await client.send('PUT', 'repos/ada/book/contents/copied.md', { body: { content: base64(text), message: 'x' } })
  const { page, context } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/ada/book/blob/main/copied.md')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText('Copied', { exact: true }).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  // Over plain http a browser has no clipboard for scripts.
  const plain = await context.newPage()
  await plain.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await plain.goto('/ada/book')
  await plain.getByRole('button', { name: 'Copy address for git over HTTP', exact: true }).click()
  await plain.getByText('Copied', { exact: true }).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${stithy.url}/ada/book.git`)
  await plain.goto('/ada/book/blob/main/copied.md')
  await plain.getByRole('button', { name: 'Copy', exact: true }).click()
  await plain.getByText('Copied', { exact: true }).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  await context.close()
})

it('the number of lines follows what is typed', async () => {
  const { page, context } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto('/ada/book/new/main')
  await page.getByLabel('Text').fill('a\nb\nc')
  expect(await page.locator('#field-content-lines').innerText()).toBe('3 lines')
  await context.close()
})

it('the keys that save lead on to the message, and from there to the commit', async () => {
  const { page, context } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto('/ada/book/new/main')
  // Nothing has to be reached first.
  await page.keyboard.type('by-keys.txt')
  await page.getByLabel('Text').fill('typed')
  await page.keyboard.press('Control+s')
  await page.keyboard.type('Say what it is about')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Committed to main').waitFor()
  expect(await page.locator('main').innerText()).toContain('Say what it is about')
  await context.close()
})

it('keys indent and let go again, lines are numbered and found, and unsent text is guarded', async () => {
  const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto('/ada/book/new/main')
  const field = page.getByLabel('Text', { exact: true })
  const isGuarded = (): Promise<boolean> =>
    page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await isGuarded()).toBe(false)
  await page.getByLabel('Path').fill('forge.md')
  await field.focus()
  await field.pressSequentially('a:')
  for (const key of ['Enter', 'Tab', 'b', 'Enter', 'c']) await field.press(key)
  expect(await field.inputValue()).toBe('a:\n  b\n  c')
  expect(await isGuarded()).toBe(true)
  await field.press('Shift+Tab')
  expect(await field.inputValue()).toBe('a:\n  b\nc')
  await field.press('Control+a')
  await field.press('Tab')
  expect(await field.inputValue()).toBe('  a:\n    b\n  c')
  await field.press('Control+z')
  expect(await field.inputValue()).toBe('a:\n  b\nc')
  expect(await page.locator('.editor-gutter').innerText()).toBe('1\n2\n3')
  // Escape, then Tab, leaves; and says so.
  await field.press('Escape')
  expect(await page.locator('[data-editor-status]').innerText()).toBe('Tab now leaves the editor.')
  await field.press('Tab')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(false)
  const selected = (): Promise<string> =>
    field.evaluate((area: HTMLTextAreaElement) => `${area.selectionStart}-${area.selectionEnd}`)
  await page.getByLabel('Find', { exact: true }).fill('C')
  await page.getByLabel('Find', { exact: true }).press('Enter')
  expect(await selected()).toBe('7-8')
  expect(await page.locator('[data-editor-status]').innerText()).toBe('1 of 1, line 3.')
  await page.getByLabel('Go to line').fill('2')
  await page.getByLabel('Go to line').press('Enter')
  expect(await selected()).toBe('3-3')
  await page.getByLabel('Wrap lines').check()
  expect([await field.getAttribute('wrap'), await page.locator('.editor-gutter').isVisible()]).toEqual(['soft', false])
  await page.getByLabel('Wrap lines').uncheck()
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.locator('#changes .diff-add').first().waitFor()
  expect(await isGuarded()).toBe(true)
  await page.getByRole('button', { name: 'Commit' }).click()
  await page.getByText('Committed to main').waitFor()
  expect(takeProblems()).toEqual([])
  await context.close()
})

it('a text that met an ended session comes back, and still does not undo what others did', async () => {
  const client = stithy.client('B').as(ada.access)
  const file = 'repos/ada/book/contents/kept.txt'
  const first = await client.send('PUT', file, { body: { content: base64('old'), message: 'x' } })
  const session = await signIn(stithy, 'ada')
  const { page, context } = await newVisitor(browser, stithy, { cookie: session.cookie })
  await page.goto('/ada/book/edit/main/kept.txt')
  await page.getByLabel('Text', { exact: true }).fill('mine')
  await stithy.client().as(session.access).post('auth/logout', {})
  await page.getByRole('button', { name: 'Commit' }).click()
  const { sha } = first.body['content']
  await client.send('PUT', file, { body: { content: base64('theirs'), message: 'x', sha } })
  await fillSignIn(page, 'ada')
  await page.waitForURL('**/ada/book/edit/main/kept.txt')
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('mine')
  await page.getByRole('button', { name: 'Commit' }).click()
  await page.getByText('Somebody changed this file while you were writing.').waitFor()
  // Who has seen it may go on.
  await page.getByRole('button', { name: 'Overwrite with mine' }).click()
  await page.getByText('Committed to main').waitFor()
  await context.close()
})
