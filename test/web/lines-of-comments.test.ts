// A comment on several lines of a change, chosen with the mouse, the keyboard, a finger, and by an address.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import type { Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let api: Client
let at: string

const before = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`)
const after = before.toSpliced(4, 2, 'five', 'six', 'seven')

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  await newRepo(stithy, ada, 'work', { is_public: true, auto_init: true })
  api = stithy.client('B').as(ada.access)
  await commitTo(api, 'repos/ada/work', 'main', { 'a.txt': `${before.join('\n')}\n` })
  await commitTo(api, 'repos/ada/work', ['topic', 'main'], { 'a.txt': `${after.join('\n')}\n` })
  const { number } = await openPull(api, 'repos/ada/work', 'topic')
  at = `/ada/work/pulls/${number}`
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

async function visit(path: string): Promise<Visitor> {
  const visitor = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await visitor.page.goto(path)
  return visitor
}

/** The cell with the number of a line of the new state. */
const number = (page: Page, line: number): Locator => page.locator(`#f1-n${line} .no[data-line="${line}"]`).last()

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await to.hover()
  await page.mouse.up()
}

const marked = (page: Page): Promise<string[]> =>
  page.locator('tr:has(> .line-chosen)').evaluateAll((rows) => rows.map((row) => row.id))

it('lines are dragged over, and the comment is about all of them', async () => {
  const { page, context, takeProblems } = await visit(`${at}/files`)
  await drag(page, number(page, 7), number(page, 5))
  const field = page.getByRole('textbox', { name: 'Comment on lines 5 to 7' })
  await field.waitFor()
  await expect.poll(() => marked(page)).toEqual(['f1-n5', 'f1-n6', 'f1-n7'])
  expect(await page.getByLabel('From line').inputValue()).toBe('5')
  await page.getByLabel('From line').fill('6')
  await expect.poll(() => marked(page)).toEqual(['f1-n6', 'f1-n7'])
  await field.fill('All of these')
  await page.getByRole('button', { name: 'Comment now' }).click()
  await page.getByText('lines 6–7').waitFor()
  const { body } = await api.get(`repos${at}/comments`)
  expect(body.items.at(-1)).toMatchObject({ body: 'All of these', side: 'new', start_line: 6, line: 7 })
  expect(takeProblems()).toEqual([])
  await context.close()
})

it('from a line that went to one that came, it is about those that came; beside each other, each side has its own', async () => {
  const { page, context, takeProblems } = await visit(`${at}/files`)
  await drag(page, page.locator('#f1-o5 .no[data-line="5"]'), number(page, 6))
  await page.getByRole('textbox', { name: 'Comment on lines 5 to 6' }).waitFor()
  await drag(page, page.locator('#f1-n4 .no').first(), page.locator('#f1-o6 .no').first())
  await page.getByRole('textbox', { name: 'Comment on old lines 4 to 6' }).waitFor()
  await page.goto(`${at}/files?view=split`)
  await drag(page, page.locator('.no.diff-remove').first(), page.locator('.no.diff-remove').last())
  await page.getByRole('textbox', { name: 'Comment on old lines 5 to 6' }).waitFor()
  const cells = page.locator('td.line-chosen')
  expect(await cells.evaluateAll((all) => all.every((cell) => cell.classList.contains('diff-remove')))).toBe(true)
  expect(takeProblems()).toEqual([])
  await context.close()
})

it('a click and a Shift+click choose them, and move where an open form begins and ends, with what was typed', async () => {
  const { page, context, takeProblems } = await visit(`${at}/files`)
  await number(page, 4).click()
  await expect.poll(() => marked(page)).toEqual(['f1-n4'])
  await number(page, 6).click({ modifiers: ['Shift'] })
  await page.getByRole('textbox', { name: 'Comment on lines 4 to 6' }).fill('Hm')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await number(page, 5).click({ modifiers: ['Shift'] })
  expect(await page.getByLabel('From line').inputValue()).toBe('5')
  await page.getByLabel('Comment on line 8', { exact: true }).click({ modifiers: ['Shift'] })
  const moved = page.getByRole('textbox', { name: 'Comment on lines 6 to 8' })
  await expect.poll(() => moved.inputValue()).toBe('Hm')
  await page.reload()
  await expect.poll(() => moved.inputValue()).toBe('Hm')
  await moved.fill('')
  expect(takeProblems()).toEqual([])
  await context.close()
})

it('the keys go from line to line, choose more with Shift, and open the form', async () => {
  const { page, context, takeProblems } = await visit(`${at}/files`)
  const plus = (line: number): Locator =>
    page.getByRole('link', { name: `Comment on line ${line}`, exact: true }).last()
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Comment on old line 5' }).waitFor()
  await plus(7).focus()
  await page.keyboard.press('ArrowDown')
  expect(await plus(8).evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('status').getByText('Lines 8 to 10').waitFor({ state: 'attached' })
  await page.keyboard.press('Shift+ArrowUp')
  await expect.poll(() => marked(page)).toEqual(['f1-n8', 'f1-n9'])
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Comment on lines 8 to 9' })
  await field.waitFor()
  expect(await field.evaluate((area) => area === document.activeElement)).toBe(true)
  expect(takeProblems()).toEqual([])
  await context.close()
})

it('a finger taps a number for the form, and another one for where it begins', async () => {
  const context = await browser.newContext({ baseURL: stithy.url, hasTouch: true, isMobile: true })
  await context.addCookies(
    ada.cookie.split('; ').map((one) => {
      const [name = '', ...value] = one.split('=')
      return { name, value: value.join('='), url: stithy.url }
    }),
  )
  const page = await context.newPage()
  await page.goto(`${at}/files`)
  await number(page, 7).tap()
  await page.getByRole('textbox', { name: 'Comment on line 7' }).waitFor()
  await page.getByText('tap the number of the first').waitFor()
  await number(page, 5).tap()
  expect(await page.getByLabel('From line').inputValue()).toBe('5')
  await expect.poll(() => marked(page)).toEqual(['f1-n5', 'f1-n6', 'f1-n7'])
  await context.close()
})

it('the form opens under its line, which stays where it is on the screen; closing it moves nothing either', async () => {
  const { page, context } = await visit(`${at}/files`)
  const topOf = (): Promise<number> => page.locator('#f1-n8').evaluate((row) => row.getBoundingClientRect().top)
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.locator('#f1-n8').evaluate((row) => scrollBy(0, row.getBoundingClientRect().top - 250))
  const top = await topOf()
  await page.getByLabel('Comment on line 8', { exact: true }).click()
  const form = page.getByRole('form', { name: 'Comment on line 8' })
  await form.waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(Math.abs((await topOf()) - top)).toBeLessThan(2)
  await form.getByRole('link', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'detached' })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(Math.abs((await topOf()) - top)).toBeLessThan(2)
  // Where there is no room for it below, all of it comes into view, and not under the head of the file.
  await page.locator('#f1-n8').evaluate((row) => scrollBy(0, row.getBoundingClientRect().top - 660))
  await page.getByLabel('Comment on line 8', { exact: true }).click()
  await form.waitFor()
  const head = page.locator('.diff-head').first()
  await expect
    .poll(async () => {
      const [box, above] = [await form.boundingBox(), await head.boundingBox()]
      return box !== null && above !== null && box.y >= above.y + above.height && box.y + box.height <= 700
    })
    .toBe(true)
  await context.close()
})

it.each([1280, 390])(
  'a comment that an address names is not under the heads that stay in view (%i wide)',
  async (width) => {
    const { body } = await api.post(`repos${at}/comments`, { body: 'Named', path: 'a.txt', line: 9 })
    const { page, context } = await newVisitor(browser, stithy, { cookie: ada.cookie })
    await page.setViewportSize({ width, height: 600 })
    await page.goto(`${at}/files#comment-${body.id}`)
    const named = page.locator(`#comment-${body.id}`)
    const above = await page.locator('.diff-head').first().boundingBox()
    await expect.poll(async () => ((await named.boundingBox())?.y ?? 0) < 300).toBe(true)
    expect((await named.boundingBox())?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
    await context.close()
  },
)

it('the address says where a comment begins, also without scripts, and nonsense in it is no harm', async () => {
  const { page, context } = await newVisitor(browser, stithy, { cookie: ada.cookie, javaScript: false })
  await page.goto(`${at}/files?on=f1-n7&start=5#f1-n7`)
  // Nothing is dragged without them.
  expect(await page.getByText('drag over their numbers').isVisible()).toBe(false)
  await page.getByRole('textbox', { name: 'Comment on lines 5 to 7' }).fill('By address')
  await page.getByRole('button', { name: 'Comment now' }).click()
  await page.getByText('lines 5–7').waitFor()
  await page.goto(`${at}/files?on=f1-n7&start=x"y`)
  expect(await page.getByLabel('From line').inputValue()).toBe('')
  await context.close()
})
