// Files of a release that are larger than a form may be, in a browser: one field takes them all.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import type { Client } from '../support/client.ts'
import { newFolder } from '../support/git.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let api: Client
let repo: string
let visitor: Visitor
let page: Page

const mebibyte = 1024 * 1024

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy({ MAX_ASSET_BYTES: String(32 * mebibyte) }), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  api = stithy.client('B').as(ada.access)
  repo = await newRepo(stithy, ada, 'tool', { auto_init: true })
  visitor = await newVisitor(browser, stithy, { cookie: ada.cookie })
  ;({ page } = visitor)
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

let tag = ''
let made = 0
beforeEach(() => {
  tag = `v${++made}`
})

async function fileOf(name: string, bytes: number): Promise<string> {
  const path = join(await newFolder(), name)
  await writeFile(path, Buffer.alloc(bytes, 'x'))
  return path
}

async function beginRelease(): Promise<void> {
  await page.goto('/ada/tool/releases/new')
  await page.getByLabel('Tag', { exact: true }).fill(tag)
  await page.getByLabel('Notes').fill('What is new')
}

async function editRelease(): Promise<void> {
  const { body } = await api.post(`${repo}/releases`, { tag_name: tag, target: 'main', draft: true })
  await page.goto(`/ada/tool/releases/${body.id}/edit`)
}

const release = async () =>
  (await api.get(`${repo}/releases`)).body.items.find((one: { tag_name: string }) => one.tag_name === tag)
const names = (one: { assets: { name: string }[] }): string[] => one.assets.map(({ name }) => name)
const choose = (files: string[]) => page.getByLabel(/^(Files|More files) to download/).setInputFiles(files)

it('a new release is published when all of its files have arrived, small ones beside large ones', async () => {
  await beginRelease()
  await choose([await fileOf('large one.bin', 30 * mebibyte), await fileOf('small.bin', 10)])
  await page.getByText('2 files, 30 MiB').waitFor()
  await page.getByRole('button', { name: 'Create release' }).click()
  await page.getByText(`The release of ${tag} was saved.`).waitFor()
  const saved = await release()
  expect([saved.draft, saved.body, names(saved)]).toEqual([false, 'What is new', ['large one.bin', 'small.bin']])
  expect(visitor.takeProblems()).toEqual([])
})

it('one that is there gets them with what else was changed', async () => {
  await editRelease()
  await page.getByLabel('Notes').fill('Changed meanwhile')
  await choose([await fileOf('large.bin', 26 * mebibyte)])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`The release of ${tag} was saved`).waitFor()
  const saved = await release()
  expect([saved.draft, saved.body, names(saved)]).toEqual([true, 'Changed meanwhile', ['large.bin']])
  expect(visitor.takeProblems()).toEqual([])
})

it('what is larger than any file may be is refused when it is chosen', async () => {
  await beginRelease()
  await choose([await fileOf('too-large.bin', 33 * mebibyte)])
  await page.getByRole('alert').getByText('too-large.bin has 33 MiB: a file may have at most 32 MiB.').waitFor()
  await page.getByRole('button', { name: 'Create release' }).click()
  expect(await release()).toBe(undefined)
})

it('a file that is refused holds up none of the others, but the release, which stays a draft', async () => {
  await beginRelease()
  await page.route('**/assets?name=b.bin', (route) => route.abort())
  await choose([await fileOf('a.bin', 26 * mebibyte), await fileOf('b.bin', 10), await fileOf('c.bin', 10)])
  await page.getByRole('button', { name: 'Create release' }).click()
  await page.getByRole('alert').getByText('b.bin was not uploaded: no response from the server').waitFor()
  const listed = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect.poll(() => listed.count()).toBe(2)
  expect(await page.getByLabel('Notes').inputValue()).toBe('What is new')
  expect((await release()).draft).toBe(true)
  await page.unroute('**/assets?name=b.bin')
  await choose([await fileOf('b.bin', 10)])
  await page.getByRole('button', { name: 'Create release' }).click()
  await page.getByText(`The release of ${tag} was saved.`).waitFor()
  const saved = await release()
  expect([saved.draft, names(saved).toSorted()]).toEqual([false, ['a.bin', 'b.bin', 'c.bin']])
  expect(visitor.takeProblems().filter((problem) => !/ERR_FAILED/.test(problem))).toEqual([])
})

it('a tag that cannot be is told before anything is sent, and the files stay chosen', async () => {
  await beginRelease()
  await page.getByLabel('Target').fill('nowhere')
  await choose([await fileOf('a.bin', 26 * mebibyte)])
  await page.getByRole('button', { name: 'Create release' }).click()
  await page
    .getByRole('alert')
    .getByText('The release was not saved. Target: is no branch, tag or commit here')
    .waitFor()
  expect(await page.getByLabel('Target').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('list', { name: 'Chosen' }).getByText('a.bin').waitFor()
  await page.getByLabel('Target').fill('main')
  await page.getByRole('button', { name: 'Create release' }).click()
  await page.getByText(`The release of ${tag} was saved.`).waitFor()
  expect(names(await release())).toEqual(['a.bin'])
  expect(visitor.takeProblems().filter((problem) => !/status of 4\d\d/.test(problem))).toEqual([])
})

it('they say how much has arrived, and are called off while they wait or are under way', async () => {
  await editRelease()
  const held = Promise.withResolvers<void>()
  await page.route('**/assets?name=*', () => held.promise)
  await choose([await fileOf('long.bin', 26 * mebibyte), await fileOf('next.bin', 10)])
  await page.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').first()
  await row.getByText('0 of 26 MiB').waitFor()
  for (const name of ['next.bin', 'long.bin']) await page.getByRole('button', { name: `Cancel ${name}` }).click()
  await row.getByText('long.bin was canceled. The release waits to be saved.').waitFor()
  held.resolve()
  await page.unroute('**/assets?name=*')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`The release of ${tag} was saved`).waitFor()
  expect(names(await release())).toEqual([])
})

it('without scripts the field is the same, and takes what a form takes', async () => {
  const plain = await newVisitor(browser, stithy, { cookie: ada.cookie, javaScript: false })
  await plain.page.goto('/ada/tool/releases/new')
  await plain.page.getByLabel('Tag', { exact: true }).fill(tag)
  await plain.page.getByLabel('Files to download').setInputFiles([await fileOf('plain.bin', 10)])
  await plain.page.getByRole('button', { name: 'Create release' }).click()
  await plain.page.getByText(`The release of ${tag} was saved.`).waitFor()
  expect(names(await release())).toEqual(['plain.bin'])
  await plain.context.close()
})

it('notes from what was merged come in place: chosen files stay, and one step back undoes it', async () => {
  await commitTo(api, repo, ['topic', 'main'], { 'topic.txt': 'x' })
  const { number } = await openPull(api, repo, 'topic', { title: 'Turn it up' })
  await api.post(`${repo}/pulls/${number}/merge`, { merge_method: 'merge' })
  await beginRelease()
  await choose([await fileOf('small.bin', 10)])
  const write = page.getByRole('button', { name: 'Write the notes from what was merged' })
  const notes = page.getByLabel('Notes')
  await page.getByLabel('Target').fill('nowhere')
  await write.click()
  await page.getByText('is no branch, tag or commit here').waitFor()
  expect(await notes.inputValue()).toBe('What is new')
  await page.getByLabel('Target').fill('')
  // Twice: it is written once.
  await write.click()
  await expect.poll(() => notes.inputValue()).toContain(`- Turn it up (#${number}) by @ada`)
  const written = await notes.inputValue()
  await Promise.all([page.waitForResponse('**/generate-notes'), write.click()])
  await expect.poll(() => write.getAttribute('data-pressed')).toBeNull()
  expect(await page.getByText('is no branch, tag or commit here').isVisible()).toBe(false)
  expect([await notes.inputValue(), await page.getByText('1 file, 10 bytes').count()]).toEqual([written, 1])
  await notes.press('Control+z')
  expect(await notes.inputValue()).toBe('What is new')
})
