// Files of a release that are larger than a form may be, in a browser.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { newFolder } from '../support/git.ts'
import { newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let visitor: Visitor
let page: Page

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy({ MAX_ASSET_BYTES: String(32 * 1024 * 1024) }), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  const client = stithy.client('B').as(ada.access)
  const repo = await newRepo(stithy, ada, 'tool', { auto_init: true })
  const { body } = await client.post(`${repo}/releases`, { tag_name: 'v1', target: 'main', draft: true })
  visitor = await newVisitor(browser, stithy, { cookie: ada.cookie })
  ;({ page } = visitor)
  await page.goto(`/ada/tool/releases/${body.id}/edit`)
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

async function fileOf(name: string, bytes: number): Promise<string> {
  const path = join(await newFolder(), name)
  await writeFile(path, Buffer.alloc(bytes, 'x'))
  return path
}

it('are added one after the other, and what was typed stays', async () => {
  await page.getByLabel('Notes').fill('Not saved yet')
  const files = [await fileOf('large one.bin', 30 * 1024 * 1024), await fileOf('small.bin', 10)]
  await page.getByLabel('Large files', { exact: true }).setInputFiles(files)
  const listed = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect.poll(() => listed.allInnerTexts()).toHaveLength(2)
  expect((await listed.allInnerTexts()).join()).toMatch(/large one\.bin[\s\S]*30 MiB[\s\S]*small\.bin/)
  expect(await page.getByLabel('Notes').inputValue()).toBe('Not saved yet')
  expect(await page.getByRole('progressbar').count()).toBe(0)
})

it('say why they were refused, and hold up none of the others', async () => {
  const files = [
    await fileOf('too-large.bin', 33 * 1024 * 1024),
    await fileOf('small.bin', 10),
    await fileOf('new.bin', 1),
  ]
  await page.getByLabel('Large files', { exact: true }).setInputFiles(files)
  const listed = page.getByRole('list', { name: 'Files' })
  await listed.getByRole('link', { name: 'new.bin' }).waitFor()
  const alerts = await page.getByRole('alert').allInnerTexts()
  expect(alerts).toEqual([
    expect.stringContaining('too-large.bin was not uploaded: It has 33 MiB; at most 32 MiB are taken.'),
    expect.stringContaining('small.bin was not uploaded: '),
  ])
  expect(await listed.getByRole('listitem').count()).toBe(3)
  expect(visitor.takeProblems().filter((problem) => !/status of 409/.test(problem))).toEqual([])
})

it('say how much has arrived, and are called off while they wait or are under way', async () => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets?name=*', () => held.promise)
  const files = [await fileOf('long.bin', 12 * 1024 * 1024), await fileOf('next.bin', 10)]
  await page.getByLabel('Large files', { exact: true }).setInputFiles(files)
  const row = page.getByRole('listitem').filter({ hasText: 'long.bin' })
  await row.getByText('0 of 12 MiB').waitFor()
  for (const name of ['next.bin', 'long.bin']) await page.getByRole('button', { name: `Cancel ${name}` }).click()
  await row.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Large files', { exact: true }).evaluate((one) => one === document.activeElement)).toBe(
    true,
  )
  held.resolve()
  await page.unroute('**/assets?name=*')
  expect(await page.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(3)
})
