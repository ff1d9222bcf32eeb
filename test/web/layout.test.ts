// Where things stand on the page, on a wide screen and on a phone.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import type { Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { inTurns } from '../support/thorough.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let api: Client
let page: Page
/** The number of a pull request. */
let manyFiles: number
const repo = 'repos/ada/work'
const longName = 'a-name-that-goes-on-and-on-'.repeat(3) + 'x'
const long = Array.from({ length: 200 }, (_, at) => `line ${at}`).join('\n')

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy({ SSH_ENABLED: 'false' }), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  await newRepo(stithy, ada, 'work', { is_public: true, auto_init: true })
  api = stithy.client('B').as(ada.access)
  await commitTo(api, repo, 'main', { 'one.txt': 'a\nb\nc\n' })
  await commitTo(api, repo, 'main', { 'one.txt': 'a\nB\nc\n' })
  await commitTo(api, repo, 'main', { 'wide.txt': 'words '.repeat(100) })
  await commitTo(api, repo, ['topic', 'main'], { 'long.txt': long })
  await openPull(api, repo, 'topic', { title: 'Much' })
  await newRepo(stithy, ada, longName)
  for (const title of ['One', 'Two']) await api.post(`${repo}/issues`, { title })
  await furnishLongNames()
  await api.send('PATCH', `${repo}/issues/3`, { body: { state: 'closed' } })
  await commitTo(api, repo, ['sketch', 'main'], { 'sketch.txt': 'x' })
  await openPull(api, repo, 'sketch', { title: 'Sketch', draft: true })
  const many = Array.from({ length: 101 }, (_, at) => [`many/${at}.txt`, at === 3 ? long : '1\n'.repeat(12)])
  await commitTo(api, repo, ['many', 'main'], Object.fromEntries(many))
  manyFiles = (await openPull(api, repo, 'many', { title: 'Many' })).number
  page = (await newVisitor(browser, stithy, { cookie: ada.cookie })).page
})
const endless = 'averylongnamewithoutanybreaks'
const longest = `repos/ada/${longName}`

/** Things of another repository, all of them called by names that no line can hold. */
async function furnishLongNames(): Promise<void> {
  const bert = await newPerson(stithy, `bert-${'m'.repeat(30)}`)
  await grant(stithy, longName, bert, 'Developer')
  const folder = `${endless}/${endless}`
  await commitTo(api, longest, 'main', { 'README.md': endless.repeat(5), [`${folder}/${endless}.ts`]: 'one\n' })
  await commitTo(api, longest, [`topic/${endless.repeat(3)}`, 'main'], { [`${folder}/${endless}.ts`]: 'two\n' })
  const title = endless.repeat(5)
  await api.post(`${longest}/milestones`, { title, description: title })
  await api.post(`${longest}/pulls`, {
    title,
    body: title,
    source_branch: `topic/${endless.repeat(3)}`,
    target_branch: 'main',
  })
  const [pull] = (await api.get(`${longest}/pulls`)).body.items
  await stithy
    .client('B')
    .as(bert.access)
    .post(`${longest}/pulls/${pull.number}/reviews`, {
      event: 'request_changes',
      body: title,
      comments: [{ path: `${folder}/${endless}.ts`, line: 1, side: 'new', body: title }],
    })
  await api.post(`${longest}/commits/${pull.head_sha}/statuses`, {
    state: 'failure',
    context: title,
    description: title,
  })
  await api.post(`${longest}/issues`, { title, body: title })
  await api.send('PATCH', `${longest}/issues/2`, { body: { assignees: [bert.username], milestone: title } })
}

afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error(`${element.toString()} is not shown`)
  return box
}

describe.each([1280, 375])('%i pixels wide', (width) => {
  async function open(path: string): Promise<void> {
    await page.setViewportSize({ width, height: 700 })
    await page.goto(path)
  }

  it('all of the head of a file stays in view while its changes are scrolled', async () => {
    await open('/ada/work/pulls/1/files')
    const file = page.locator('.diff-file', { hasText: 'long.txt' })
    await file.locator('tr').nth(120).scrollIntoViewIfNeeded()
    const head = await boxOf(file.locator('.diff-head'))
    expect(head.y).toBeLessThan(100)
    for (const part of [
      file.getByRole('button', { name: /viewed/i }),
      file.getByRole('link', { name: 'View long.txt' }),
    ]) {
      const box = await boxOf(part)
      expect(box.y).toBeGreaterThanOrEqual(head.y)
      expect(box.y + box.height).toBeLessThanOrEqual(head.y + head.height)
      expect(box.x + box.width).toBeLessThanOrEqual(head.x + head.width)
    }
  })

  it('of many files the row above the changes lies over no head of a file', async () => {
    await open(`/ada/work/pulls/${manyFiles}/files`)
    const file = page.locator('.diff-file', { hasText: 'many/3.txt' })
    await file.locator('tr').nth(80).scrollIntoViewIfNeeded()
    const head = await boxOf(file.locator('.diff-head'))
    const row = await boxOf(page.locator('.files-bar'))
    expect(head.y).toBeLessThan(100)
    expect(row.y + row.height).toBeLessThanOrEqual(Math.max(head.y, 0))
  })

  it('the way to what a line was before is as large in a blame of one line as in one of many', async () => {
    await open('/ada/work/blame/main/one.txt')
    const way = await boxOf(page.locator('.blame-commit[rowspan="1"] .blame-before .icon'))
    expect([way.width, way.height]).toEqual([14, 14])
  })

  it('the ways to comment on lines pass under the head of their file, also under a finger', async () => {
    await open('/ada/work/pulls/1/files')
    const file = page.locator('.diff-file', { hasText: 'long.txt' })
    await file.locator('tr').nth(120).scrollIntoViewIfNeeded()
    const [covered, above] = await file.evaluate((element) => {
      const head = element.querySelector('.diff-head')?.getBoundingClientRect() ?? new DOMRect()
      const ways = [...element.querySelectorAll('.diff-comment')].filter((way) => {
        const { top, bottom } = way.getBoundingClientRect()
        return top >= head.top && bottom <= head.bottom
      })
      const isAbove = (way: Element): boolean => {
        const { left, right, top, bottom } = way.getBoundingClientRect()
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === way
      }
      return [ways.length, ways.filter(isAbove).length]
    })
    expect(covered).toBeGreaterThan(0)
    expect(above).toBe(0)
  })

  it('the ways to merge are round, beside the first line of what they are', async () => {
    await open('/ada/work/pulls/1')
    const ways = await page.locator('.merge-method').all()
    expect(ways).toHaveLength(3)
    for (const way of ways) {
      const [radio, words] = [await boxOf(way.locator('input')), await boxOf(way.locator('span').first())]
      expect(radio.width).toBe(radio.height)
      expect(Math.abs(radio.y - words.y)).toBeLessThan(8)
    }
  })

  it('the owner of a repository is named whole, however long its own name is', async () => {
    await open(`/ada/${longName}`)
    const owner = page.locator('.breadcrumb li').first().locator('a')
    const isCut = await owner.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    expect(isCut).toBe(false)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
  })

  it.each([
    'pulls/1',
    'pulls/1/files',
    'pulls/1/checks',
    'pulls',
    'issues',
    'issues/2',
    'milestones',
    'branches',
    'commits/main',
  ])('names without end fit into the page of %s', async (path) => {
    await open(`/ada/${longName}/${path}`)
    expect(await page.getByText(endless).count()).toBeGreaterThan(0)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
  })

  it('the path of a file is beside or below what can be done with it, never under it', async () => {
    await open(`/ada/${longName}/pulls/1/files`)
    const file = page.locator('.diff-file').first()
    const [path, tools] = [
      await boxOf(file.locator('.diff-path')),
      await boxOf(file.getByRole('button', { name: /viewed/i })),
    ]
    const isBeside = path.x + path.width <= tools.x
    const isBelow = path.y >= tools.y + tools.height
    expect(isBeside || isBelow).toBe(true)
    expect(path.width).toBeGreaterThan(width * 0.5)
  })

  it('what a commit is about has room', async () => {
    await open('/ada/work/commits/main')
    const [title, panel] = [
      await boxOf(page.locator('.row-title').first()),
      await boxOf(page.locator('.panel').first()),
    ]
    expect(title.width).toBeGreaterThan(panel.width * 0.75)
  })

  it('what can be done to several at once comes when something is ticked, and fits the list', async () => {
    for (const [list, fits, other] of [
      ['issues', 'Close', 'Reopen'],
      ['issues?q=is:closed', 'Reopen', 'Close'],
    ] as const) {
      await open(`/ada/work/${list}`)
      const [bar, row] = [page.getByRole('group', { name: 'Change selected' }), page.locator('[data-row]').first()]
      expect(await bar.isVisible()).toBe(false)
      const before = await boxOf(row)
      await row.getByRole('checkbox').check()
      await bar.waitFor()
      expect(await boxOf(row)).toEqual(before)
      expect(await bar.getByRole('button', { name: fits, exact: true }).isVisible()).toBe(true)
      expect(await bar.getByRole('button', { name: other, exact: true }).count()).toBe(0)
      // The list begins in the upper half.
      expect(before.y).toBeLessThan(350)
      await page.getByLabel('Select all on this page').uncheck()
      expect(await bar.isVisible()).toBe(false)
    }
  })

  it('blame says who wrote every line', async () => {
    await open('/ada/work/blame/main/one.txt')
    const blocks = await page.locator('.blame-commit').all()
    expect(blocks.length).toBe(3)
    for (const block of blocks) {
      const who = block.locator('.blame-author:visible, .blame-initials:visible')
      expect(await who.count()).toBe(1)
      expect((await boxOf(who)).width).toBeGreaterThan(5)
      expect(await who.getAttribute('title')).toContain('ada')
    }
  })
})

it('a draft says so, and hints at keys are only for whoever has a script', async () => {
  const list = await stithy.client().get('/ada/work/pulls')
  expect(list.text).toMatch(/Sketch<\/a>[^]*?>Draft</)
  const context = await browser.newContext({ baseURL: stithy.url, javaScriptEnabled: false })
  const bare = await context.newPage()
  for (const path of ['/ada/work/pulls', '/ada/work/pulls/1/files']) {
    await bare.goto(path)
    expect(await bare.locator('kbd:visible').count()).toBe(0)
    await page.setViewportSize({ width: 1280, height: 700 })
    await page.goto(path)
    expect(await page.locator('.keys-hint:visible').count()).toBeGreaterThan(0)
  }
  await context.close()
})

it.each(inTurns([320, 390, 480, 600, 720, 1280], 5, 0))(
  'a menu that is opened lies within a screen of %i pixels',
  async (width) => {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/ada/work')
    const menus = await page.locator('details[data-menu] > summary:visible').all()
    expect(menus.length).toBeGreaterThan(2)
    for (const face of menus) {
      await face.click()
      const sheet = face.locator('xpath=following-sibling::*[contains(@class, "menu-sheet")]')
      if ((await sheet.count()) === 0) continue
      await expect
        .poll(async () => {
          const box = await boxOf(sheet)
          return box.x >= 0 && box.x + box.width <= width
        })
        .toBe(true)
      await page.keyboard.press('Escape')
    }
  },
)

it('a menu that is open stays within the screen when that is turned', async () => {
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.goto('/ada/work')
  await page.getByText('Watch', { exact: false }).first().click()
  const sheet = page.locator('details[data-menu][open] > .menu-sheet')
  await sheet.waitFor()
  await page.setViewportSize({ width: 480, height: 700 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(480)
})

it('a stranger with the narrowest of screens does not scroll sideways', async () => {
  const visitor = await newVisitor(browser, stithy)
  await visitor.page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/', '/login', '/explore', '/ada/work', '/ada/work/pulls/1/files']) {
    await visitor.page.goto(path)
    expect([path, await visitor.page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320])
  }
  await visitor.context.close()
})

it('tabs that go on beyond the edge are shaded there', async () => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/ada/work/pulls/1')
  for (const row of ['.tabs ul', '.pull-tabs']) {
    const { isCut, ground } = await page.locator(row).evaluate((tabs) => ({
      isCut: tabs.scrollWidth > tabs.clientWidth,
      ground: getComputedStyle(tabs).backgroundAttachment,
    }))
    expect(isCut).toBe(true)
    expect(ground).toBe('local, local, scroll, scroll')
  }
})

it('plots of one row begin on one line, whatever their titles are', async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/admin')
  const plots = await page.locator('.plots .plot').all()
  const tops = await Promise.all(plots.slice(0, 3).map(async (plot) => (await boxOf(plot)).y))
  expect(new Set(tops).size).toBe(1)
})

it('on paper nothing is cut off, and there is nothing to press', async () => {
  await page.setViewportSize({ width: 700, height: 900 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/ada/work/blob/main/wide.txt')
  expect(await page.locator('.source').evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  expect(await page.locator('button, a.button, .tabs').filter({ visible: true }).count()).toBe(0)
  expect(await page.locator(':root').evaluate((root) => getComputedStyle(root).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
})

it('with colours of the reader’s own the open tab stands out, and no sign of a diff is doubled', async () => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/ada/work/pulls/1/files')
  const [open, other] = await page.locator('.pull-tabs').evaluate((tabs) =>
    ['[aria-current]', ':not([aria-current])'].map((which) => {
      const tab = tabs.querySelector(`a${which}`)
      return tab === null ? '' : getComputedStyle(tab).backgroundColor
    }),
  )
  expect(open).not.toBe(other)
  expect(
    await page
      .locator('.diff-comment')
      .first()
      .evaluate((sign) => getComputedStyle(sign).opacity),
  ).toBe('0')
  await page.emulateMedia({ forcedColors: 'none' })
})

it('what is written from right to left stands so, and turns no number round', async () => {
  const { body } = await api.post(`${repo}/issues`, { title: 'مشكلة في العرض', body: 'نص قصير' })
  await page.goto(`/ada/work/issues/${body.number}`)
  const [sign, digit, text, sheet] = await page.evaluate(() => {
    const edge = (element: Element | null, from = 0): DOMRect => {
      const range = document.createRange()
      const words = element === null ? null : document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
      if (words !== null) range.setStart(words, from)
      if (words !== null) range.setEnd(words, from + 1)
      return range.getBoundingClientRect()
    }
    const number = document.querySelector('h1 bdi')
    number?.normalize()
    const prose = document.querySelector('.comment .prose')
    return [edge(number).x, edge(number, 1).x, edge(prose).right, prose?.getBoundingClientRect().right ?? 0]
  })
  expect(sign).toBeLessThan(digit ?? 0)
  expect(Math.abs((text ?? 0) - (sheet ?? 0))).toBeLessThan(2)
})
