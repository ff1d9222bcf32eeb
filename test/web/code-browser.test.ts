// What the pages of a repository do where there is a script, and what they do without.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { furnishCode } from '../support/furnish-code.ts'
import { newPerson, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let visitor: Visitor

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  await furnishCode(stithy, ada)
  visitor = await newVisitor(browser, stithy, { cookie: ada.cookie })
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

const chosen = (): Promise<string[]> =>
  visitor.page.locator('.line-chosen').evaluateAll((rows) => rows.map((row) => row.id))

describe('lines', () => {
  it('are chosen by the address, by a click, and as a range by shift-click', async () => {
    const { page } = visitor
    await page.goto('/ada/anvil/blob/main/src/strike.ts#L3-L5')
    expect(await chosen()).toEqual(['L3', 'L4', 'L5'])
    await page.getByLabel('Line 7', { exact: true }).click()
    expect(await chosen()).toEqual(['L7'])
    await page.getByLabel('Line 9', { exact: true }).click({ modifiers: ['Shift'] })
    expect(await chosen()).toEqual(['L7', 'L8', 'L9'])
    expect(new URL(page.url()).hash).toBe('#L7-L9')
    await page.getByLabel('Line 6', { exact: true }).click({ modifiers: ['Shift'] })
    expect(await chosen()).toEqual(['L6', 'L7'])
  })

  it('are copied without their numbers', async () => {
    const { page } = visitor
    await page.goto('/ada/anvil/blob/main/LICENSE')
    const text = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector('.code-lines') ?? document.body)
      return getSelection()?.toString()
    })
    expect(text?.trim()).toBe('MIT')
  })
})

describe('the file finder', () => {
  it('opens by t, filters while one types, and opens the first by Enter', async () => {
    const { page } = visitor
    await page.goto('/ada/anvil')
    await page.keyboard.press('t')
    await page.waitForURL('**/find/main')
    await page.keyboard.type('firecss')
    await expect.poll(() => page.locator('[data-finder-list] a').allInnerTexts()).toEqual(['src/deep/nested/fire.css'])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/blob/main/src/deep/nested/fire.css')
  })

  it('does not open while somebody writes', async () => {
    const { page } = visitor
    await page.goto('/ada/anvil')
    await page.locator('#top-search').click()
    await page.keyboard.type('t')
    expect(new URL(page.url()).pathname).toBe('/ada/anvil')
  })

  it('escapes odd names', async () => {
    const { page } = visitor
    await page.goto('/ada/anvil/find/main')
    await page.getByLabel('A part of the path').fill('odd')
    await page.locator('[data-finder-list] a').first().click()
    await page.waitForURL('**/blob/main/odd/**')
    expect(await page.locator('.line').first().innerText()).toBe('odd')
  })
})

it('last commits that come late are filled in', async () => {
  const { page } = visitor
  // The page as it is while they are still being looked for.
  await page.route('**/ada/anvil/tree/main', async (route) => {
    const answer = await route.fetch()
    const text = (await answer.text())
      .replaceAll(/<td class="file-commit">.*?<\/td>/g, '<td class="file-commit"></td>')
      .replace('<table class="files"', '<table class="files" data-fill-from="/ada/anvil/tree/main?commits=all"')
    await route.fulfill({ response: answer, body: text })
  })
  await page.goto('/ada/anvil/tree/main')
  await expect.poll(() => page.locator('.file-commit').first().innerText()).toBe('Keep odd things')
  await page.unroute('**/ada/anvil/tree/main')
})

it('a star is given on the page itself', async () => {
  const { page } = visitor
  await page.goto('/ada/anvil')
  await page.getByRole('button', { name: 'Star 0' }).click()
  await page.getByRole('button', { name: 'Starred 1' }).click()
  await page.getByRole('button', { name: 'Star 0' }).waitFor()
  expect(visitor.takeProblems()).toEqual([])
})

it('another branch is chosen from the menu, at the same place', async () => {
  const { page } = visitor
  await page.goto('/ada/anvil/blob/main/src/strike.ts')
  await page.locator('.ref-switcher summary').click()
  await page.getByRole('link', { name: 'feature/tongs' }).click()
  await page.waitForURL('**/blob/feature/tongs/src/strike.ts')
  expect(await page.locator('.code-lines').innerText()).toContain('1150')
})

it('all of it can be read without a script', async () => {
  const plain = await newVisitor(browser, stithy, { javaScript: false })
  await plain.page.goto('/ada/anvil')
  await plain.page.locator('.ref-switcher summary').click()
  await plain.page.getByRole('link', { name: 'v0.1' }).click()
  await plain.page.getByRole('link', { name: 'Find file' }).click()
  await plain.page.getByLabel('A part of the path').fill('strike')
  await plain.page.getByRole('button', { name: 'Find' }).click()
  await plain.page.getByRole('link', { name: 'src/strike.ts' }).click()
  await plain.page.getByRole('link', { name: 'Blame' }).click()
  await plain.page.getByRole('link', { name: 'Begin' }).first().click()
  expect(await plain.page.getByRole('heading', { level: 1 }).innerText()).toBe('Begin')
})
