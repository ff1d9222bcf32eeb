// The editor in a real browser, which has its own ideas about line breaks.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { newPerson, type Person } from '../support/people.ts'
import { base64, newRepo } from '../support/repos.ts'
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

it('the number of lines follows what is typed', async () => {
  const { page, context } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto('/ada/book/new/main')
  await page.getByLabel('Text').fill('a\nb\nc')
  expect(await page.locator('#field-content-lines').innerText()).toBe('3 lines')
  await context.close()
})
