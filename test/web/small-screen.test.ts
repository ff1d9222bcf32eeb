// What a phone shows, under a thumb.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let page: Page

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy({ SSH_ENABLED: 'false' }), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  await newToken(stithy.client().as(ada.access), ['repo:read'], 'a script')
  const { cookie } = ada
  const [name = '', ...value] = cookie.split('=')
  const context = await browser.newContext({
    baseURL: stithy.url,
    viewport: { width: 375, height: 720 },
    hasTouch: true,
    isMobile: true,
  })
  await context.addCookies([{ name, value: value.join('='), url: stithy.url }])
  page = await context.newPage()
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

it.each(['profile', 'security', 'ssh-keys', 'sessions', 'tokens', 'notifications'])(
  'shows the tab of the page that is open: %s',
  async (name) => {
    await page.goto(`/settings/${name}`)
    const box = await page.locator('.side-nav [aria-current="page"]').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(375)
  },
)

it.each(['/settings/security', '/settings/security/2fa/setup', '/admin/users'])('cuts no crumb: %s', async (path) => {
  await page.goto('/settings/security')
  if (path.endsWith('setup')) await page.getByRole('button', { name: 'Set up' }).click()
  else await page.goto(path)
  const cut = await page
    .locator('.breadcrumb :is(a, span)')
    .evaluateAll((crumbs) =>
      crumbs.filter((crumb) => crumb.scrollWidth > crumb.clientWidth + 1).map((crumb) => crumb.textContent),
    )
  expect(cut).toEqual([])
})

it('cuts no crumb of a repository, a team or a setting for the sake of a count beside them', async () => {
  const bert = await newPerson(stithy, 'bertrand')
  await newRepo(stithy, bert, 'tideline', { is_public: true })
  await page.setViewportSize({ width: 360, height: 720 })
  for (const path of ['/bertrand/tideline', '/settings/notifications', '/settings/security']) {
    await page.goto(path)
    // As many as somebody has who was away for a month.
    const cut = await page.evaluate(() => {
      const count = document.querySelector('[data-unread]')
      count?.classList.remove('sr-only')
      if (count !== null) count.textContent = '99+'
      return Array.from(document.querySelectorAll('.breadcrumb a, .breadcrumb [aria-current]'))
        .filter((crumb) => crumb.scrollWidth > crumb.clientWidth + 1)
        .map((crumb) => crumb.textContent)
    })
    expect([path, cut]).toEqual([path, []])
    const [bell, face] = await Promise.all([
      page.locator('.bell-count').boundingBox(),
      page.locator('.menu-face').boundingBox(),
    ])
    expect((bell?.x ?? 0) + (bell?.width ?? 999)).toBeLessThanOrEqual(face?.x ?? 0)
  }
  await page.setViewportSize({ width: 375, height: 720 })
})

it('shows the bell that a count lies over', async () => {
  await page.goto('/settings/profile')
  await page.evaluate(() => {
    const count = document.querySelector('[data-unread]')
    count?.classList.remove('sr-only')
    if (count !== null) count.textContent = '15'
  })
  const [count, bell] = await Promise.all([
    page.locator('.bell-count').boundingBox(),
    page.locator('.bar-tool:has(.bell-count) .icon').boundingBox(),
  ])
  const bottom = (count?.y ?? 999) + (count?.height ?? 999)
  expect(count?.y).toBeGreaterThanOrEqual(0)
  expect(bottom - (bell?.y ?? 0)).toBeLessThanOrEqual((bell?.height ?? 0) / 4)
})

it('cuts no name of a file: names that begin alike are told apart by their ends', async () => {
  await newRepo(stithy, ada, 'alike', { auto_init: true })
  const alike = 'a-name-that-is-shared-up-to-its-end'
  const files = { [`${alike}.test.ts`]: 'one', [`${alike}.ts`]: 'two' }
  await commitTo(stithy.client('B').as(ada.access), 'repos/ada/alike', 'main', files)
  await page.goto('/ada/alike')
  const names = page.locator('.file-name')
  expect(await names.count()).toBe(3)
  const cut = await names.evaluateAll((cells) =>
    cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
  )
  expect(cut).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})

describe.each([
  '/dashboard',
  '/settings/profile',
  '/settings/tokens',
  '/settings/sessions',
  '/admin',
  '/admin/users',
  '/admin/audit',
  '/admin/mail',
  '/api/docs',
  '/search',
])('under a thumb: %s', (path) => {
  it('has nothing to press that is lower than 32 pixels', async () => {
    await page.goto(path)
    const small = await page
      .locator(
        'button, summary, select, input:not([type=checkbox], [type=radio], [type=hidden]), .button, nav a, .top-bar a, .row-link, .footer a, .theme-switch label, label:has(input)',
      )
      .evaluateAll((elements) =>
        elements.flatMap((element) => {
          const { height, width } = element.getBoundingClientRect()
          return height === 0 || width === 0 || height >= 32 || element.matches('.sr-only, .skip-link')
            ? []
            : [`${element.outerHTML.slice(0, 90)} ${height}`]
        }),
      )
    expect(small).toEqual([])
  })
})

it('reads code under a thumb: names of files, ways up, more lines and why a check failed are 32 pixels high', async () => {
  const client = stithy.client('B').as(ada.access)
  await newRepo(stithy, ada, 'thumb', { auto_init: true })
  const text = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n')
  await commitTo(client, 'repos/ada/thumb', 'main', { 'src/deep/a.txt': text })
  const sha = await commitTo(client, 'repos/ada/thumb', ['topic', 'main'], {
    'src/deep/a.txt': text.replace('line 30', 'line thirty'),
  })
  const status = { state: 'failure', context: 'lint', target_url: 'https://example.org/log' }
  expect((await client.post(`repos/ada/thumb/commits/${sha}/statuses`, status)).status).toBe(201)
  const pull = await openPull(client, 'repos/ada/thumb', 'topic')
  const places = {
    '': '.file-name a, .side-counts a, .tree-head > a, .panel-actions > a',
    'tree/main/src': '.file-name a, .path-crumbs a',
    'blob/main/src/deep/a.txt': '.path-crumbs a',
    'find/main': '.finder-list a',
    'search?q=line': '.code-hit-path a',
    [`pulls/${pull['number']}`]: '.merge-checks a, .merge-method',
    [`pulls/${pull['number']}/files`]: '.diff-hunk a',
    branches: '.commit-checks',
  }
  for (const [place, wanted] of Object.entries(places)) {
    await page.goto(`/ada/thumb/${place}`)
    const heights = await page.locator(wanted).evaluateAll((elements) =>
      elements.map((element) => {
        element.scrollIntoView({ block: 'center' })
        const { left, right, top, bottom } = element.getBoundingClientRect()
        // As high as what a thumb reaches it by, which may be more than is drawn.
        const isHit = (away: number): boolean => {
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2 + away)
          return hit !== null && element.contains(hit)
        }
        return Array.from({ length: 61 }, (_, at) => at - 30).filter(isHit).length
      }),
    )
    expect([place, heights.length > 0, heights.filter((height) => height < 32)]).toEqual([place, true, []])
  }
})

it('never lays the copy button over the code', async () => {
  await page.goto('/api/docs#post_user_repos')
  const covered = await page.locator('#post_user_repos .code-block').evaluateAll((blocks) =>
    blocks.flatMap((block) => {
      const code = block.querySelector('pre')?.getBoundingClientRect()
      const button = block.querySelector('.copy-button:not([hidden])')?.getBoundingClientRect()
      return code === undefined || button === undefined || code.right <= button.left
        ? []
        : [block.outerHTML.slice(0, 80)]
    }),
  )
  expect(covered).toEqual([])
})

it.each([375, 1280])(
  'shows the whole address to clone from, and one click takes all of it: %i pixels',
  async (width) => {
    const slug = `a-repository-with-quite-a-long-name-${width}`
    await newRepo(stithy, ada, slug, { auto_init: true })
    await page.setViewportSize({ width, height: 720 })
    await page.goto(`/ada/${slug}`)
    const address = page.getByLabel('address for git over HTTP', { exact: true })
    expect(await address.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
    await address.click()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${stithy.url}/ada/${slug}.git`)
    await page.setViewportSize({ width: 375, height: 720 })
  },
)

it('breaks no name in an address to clone from', async () => {
  const owner = await newPerson(stithy, 'wainwright')
  await newRepo(stithy, owner, 'marlinspike', { is_public: true, auto_init: true })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/wainwright/marlinspike')
  const lines = await page.getByLabel('address for git over HTTP', { exact: true }).evaluate((box) => {
    const range = document.createRange()
    const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    let last = Number.NaN
    while (words.nextNode() !== null) {
      for (const [at, letter] of [...(words.currentNode.textContent ?? '')].entries()) {
        range.setStart(words.currentNode, at)
        range.setEnd(words.currentNode, at + 1)
        const { top } = range.getBoundingClientRect()
        found.push((top === last ? (found.pop() ?? '') : '') + letter)
        last = top
      }
    }
    return found
  })
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.slice(0, -1).filter((line) => !line.endsWith('/'))).toEqual([])
  await page.setViewportSize({ width: 375, height: 720 })
})

it('no page scrolls sideways because of a long branch, and no sign of a diff is doubled', async () => {
  const branch = `topic/${'a-very-long-name-of-a-branch-'.repeat(6)}`
  await newRepo(stithy, ada, 'long', { auto_init: true })
  const client = stithy.client('B').as(ada.access)
  await commitTo(client, 'repos/ada/long', 'main', {
    'a.txt': 'one\ntwo\nthree\n',
    'package-lock.json': '{"packages":{}}',
  })
  await commitTo(client, 'repos/ada/long', [branch, 'main'], { 'a.txt': 'one\n2\nthree\n' })
  const pull = await openPull(client, 'repos/ada/long', branch)
  await page.setViewportSize({ width: 360, height: 720 })
  const places = [
    'sbom',
    `sbom?ref=${encodeURIComponent(branch)}`,
    'releases/new',
    'pulls/new',
    'pipelines',
    'pipelines/new',
    'settings',
    'compare',
    'search?q=x',
    'pulls',
    `pulls/${pull['number']}`,
    `pulls/${pull['number']}/files`,
  ]
  const wide: string[] = []
  for (const place of places) {
    await page.goto(`/ada/long/${place}`)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 360) wide.push(`${place} ${width}`)
  }
  expect(wide).toEqual([])
  const add = page.locator('.diff-comment').first()
  expect(await add.evaluate((link) => getComputedStyle(link).color)).toBe('rgba(0, 0, 0, 0)')
  expect(await add.evaluate((link) => getComputedStyle(link, '::before').width)).toBe('12px')
  await page.setViewportSize({ width: 375, height: 720 })
})

it('keeps the buttons above a list in its column, and the words of a table beside each other', async () => {
  await newRepo(stithy, ada, 'tables', { auto_init: true })
  const words = 'words that stand beside each other'
  const body = `| Setting | Usual | About it |\n|---|---|---|\n| A_LONG_NAME_OF_ONE | 2147483648 | ${words} |`
  await stithy.client('B').as(ada.access).post('repos/ada/tables/issues', { title: 'A table', body })
  await page.setViewportSize({ width: 360, height: 720 })
  await page.goto('/ada/tables/pulls')
  const [button, list] = await Promise.all([
    page.getByRole('link', { name: 'New pull request' }).first().boundingBox(),
    page.locator('form[data-rows]').boundingBox(),
  ])
  expect((button?.x ?? 0) + (button?.width ?? 999)).toBeLessThanOrEqual((list?.x ?? 0) + (list?.width ?? 0))
  await page.goto('/ada/tables/issues/1')
  const cell = await page.getByRole('cell', { name: words }).boundingBox()
  expect(cell?.width).toBeGreaterThan(150)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 375, height: 720 })
})

it('paints every operation of the API, also those that were never scrolled to', async () => {
  await page.goto('/api/docs')
  const skipped = await page
    .locator('.operation')
    .evaluateAll((rows) => rows.filter((row) => getComputedStyle(row).contentVisibility !== 'visible').length)
  expect(skipped).toBe(0)
})

it('names no SSH key among the first steps where there is no SSH', async () => {
  await page.goto('/dashboard')
  const text = await page.getByRole('main').innerText()
  expect(text).toContain('of 4 done')
  expect(text).not.toContain('SSH key')
})

it('has a robots.txt that is text, and a picture without styles of its own', async () => {
  const robots = await stithy.client().get('/robots.txt')
  expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(robots.text).toMatch(/^User-agent: \*\nDisallow: /)
  const visitor = await newVisitor(browser, stithy)
  await visitor.page.goto('/favicon.ico')
  expect(visitor.page.url()).toMatch(/favicon.*\.svg$/)
  expect(visitor.takeProblems()).toEqual([])
})
