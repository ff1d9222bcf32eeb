// A page comes before a long history was walked for it; what is missing follows.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultWorkLimits } from '../../src/work-limits.ts'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { furnishCode } from '../support/furnish-code.ts'
import { newPerson } from '../support/people.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let visitor: Visitor
let cookie: string

beforeAll(async () => {
  const workLimits = { ...defaultWorkLimits, firstLookMs: 0 }
  ;[stithy, browser] = await Promise.all([startStithy({}, { workLimits }), openBrowser()])
  const ada = await newPerson(stithy, 'ada')
  await furnishCode(stithy, ada)
  cookie = ada.cookie
  visitor = await newVisitor(browser, stithy, { cookie })
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

const pages = [
  ['/ada/anvil', ['last-commit', 'history-link', 'commit-count', 'languages', 'contributors']],
  ['/ada/anvil/tree/main/src', ['last-commit']],
  ['/ada/anvil/blob/main/README.md', ['last-commit']],
  ['/ada/anvil/commit/main', ['containing']],
] as const

async function text(path: string): Promise<string> {
  const { status, text: page } = await stithy.client().get(path, { cookie })
  expect(status, path).toBe(200)
  return page
}

const isLate = /data-(?:late-at|fill-from)="([^"]+)"/

it('of pages that nobody has seen some say where the rest is; it is there, and soon at the first look as well', async () => {
  const late = await Promise.all(
    pages.map(async ([path]) => {
      const at = isLate.exec(await text(path))?.[1]?.replaceAll('&amp;', '&')
      return at === undefined ? [] : [at]
    }),
  )
  expect(late.flat().length).toBeGreaterThan(0)
  for (const at of late.flat()) expect(await text(at)).not.toMatch(isLate)
  for (const [path] of pages) await eventually(async () => expect(await text(path)).not.toMatch(isLate))
})

it.each(pages)('%s fills itself', async (path, ids) => {
  const { page } = visitor
  // As it is while everything is still looked for.
  const asked = (url: URL): boolean => url.pathname === path && url.search === ''
  let looks = 0
  await page.route(asked, async (route) => {
    const answer = await route.fetch({ url: `${stithy.url}${path}?commits=all` })
    let shown = await answer.text()
    for (const id of ids) shown = shown.replace(` id="${id}"`, ` id="${id}" data-late-at="${path}?commits=all"`)
    await route.fulfill({ response: answer, body: shown })
  })
  page.on('request', (request) => {
    if (request.url().endsWith(`${path}?commits=all`)) looks++
  })
  await page.goto(path)
  await expect.poll(() => page.locator('[data-late-at]').count()).toBe(0)
  for (const id of ids) expect(await page.locator(`#${id}`).count(), id).toBe(1)
  expect(looks).toBe(1)
  await page.unroute(asked)
  expect(visitor.takeProblems()).toEqual([])
})

it.each([
  ['/ada/anvil', 390],
  ['/ada/anvil/tree/main/src', 390],
  ['/ada/anvil/tree/main/src', 1280],
  ['/ada/anvil/blob/main/README.md', 375],
])('%s does not move when its last commit comes, %i pixels wide', async (path, width) => {
  const { page } = visitor
  const late = `<p class="commit-line muted" id="last-commit" data-late-at="${path}?commits=all">Looking for the last commit</p>`
  const asked = (url: URL): boolean => url.pathname === path && url.search === ''
  await page.route(asked, async (route) => {
    const answer = await route.fetch({ url: `${stithy.url}${path}?commits=all` })
    const shown = (await answer.text()).replace(/<p class="commit-line" id="last-commit">.*?<\/p>/s, late)
    await route.fulfill({ response: answer, body: shown })
  })
  let come = (): void => {}
  const wait = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route(`**${path}?commits=all`, async (route) => {
    await wait
    await route.continue()
  })
  await page.setViewportSize({ width, height: 800 })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  const head = page.locator('.tree-head')
  await head.getByText('Looking for').waitFor()
  const before = await head.boundingBox()
  come()
  await head.locator('.commit-title').waitFor()
  expect(await head.boundingBox()).toEqual(before)
  await page.unrouteAll()
})
