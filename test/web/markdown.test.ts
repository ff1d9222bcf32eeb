// Markdown that somebody wrote, in a real browser: it may look as it likes, but nothing in it runs or reaches out.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>press</button></form>',
  '<button formaction="javascript:alert(1)" form=x>press</button>',
  '<a href="javascript:alert(1)">press</a>',
  '<a href="jav&#x09;ascript:alert(1)">press</a>',
  '<a href=" javascript:alert(1)">press</a>',
  '<a href="data:text/html,<script>alert(1)</script>">press</a>',
  '<a href="vbscript:alert(1)">press</a>',
  '[press](javascript:alert(1))',
  '[press](JaVaScRiPt:alert(1))',
  '[press](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[press](&#x6A;avascript:alert(1))',
  '[a]: javascript:alert(1)\n\n[press][a]',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![x" onerror="alert(1)](y "z\' onerror=\'alert(1)")',
  '<details open ontoggle=alert(1)>x</details>',
  '<video src=x onerror=alert(1)></video>',
  '<audio src onloadstart=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<body onload=alert(1)>',
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.invalid">',
  '<base href="https://elsewhere.invalid/">',
  '<link rel=stylesheet href="https://elsewhere.invalid/x.css">',
  '<style>body{background:url(https://elsewhere.invalid/x)}</style>',
  '<p style="background:url(https://elsewhere.invalid/x)">x</p>',
  '<img src="https://elsewhere.invalid/track.png">',
  '![x](https://elsewhere.invalid/track.png)',
  '![x](//elsewhere.invalid/track.png)',
  '![x](/\\elsewhere.invalid/track.png)',
  '<picture><source srcset="https://elsewhere.invalid/x"><img src="y.png"></picture>',
  '<img srcset="https://elsewhere.invalid/x 2x" src="y.png">',
  '<p id="main">x</p><p id="top-search">x</p><a name="attributes">x</a>',
  '<form id="location"><input name="href"></form>',
  '<template><script>alert(1)</script></template>',
  '```html\n</code></pre><script>alert(1)</script>\n```',
  '```"><script>alert(1)</script>\nx\n```',
  '`</code><img src=x onerror=alert(1)>`',
  '| <img src=x onerror=alert(1)> |\n|---|\n| x |',
  '# <img src=x onerror=alert(1)> "><script>alert(1)</script>',
  '- [x] <img src=x onerror=alert(1)>',
  '<xmp><p title="</xmp><svg/onload=alert(1)>">',
  '<textarea><p title="</textarea><img src onerror=alert(1)>">',
  '<title><p title="</title><img src onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '> [!NOTE]\n> <img src=x onerror=alert(1)> <b onclick=alert(1)>x</b>',
  'x[^a"><img src=x onerror=alert(1)>]\n\n[^a"><img]: x',
  'x[^1]\n\n[^1]: <script>alert(1)</script> [press](javascript:alert(1))',
  '<?php <img src=x onerror=alert(1)> ?>',
  '$\\text{</mtext></math><img src=x onerror=alert(1)>}$ $\\text{"onmouseover=alert(1) x="}$ $"><script>alert(1)</script>$',
  '$$\\href{javascript:alert(1)}{press}$$\n\n$$\\begin{align}\\ref{javascript:alert(1)}\\label{" onclick="alert(1)}\\tag{1}\\end{align}$$',
  '# $x > y" onclick=alert(1)><img src=x onerror=alert(1)>$\n\n```math\n\\style{position:fixed}{x}</code></pre><script>alert(1)</script>\n```',
]

const deep = ['<div>'.repeat(20_000), '> '.repeat(5000), '['.repeat(20_000), '_'.repeat(40_000), '*a '.repeat(20_000)]

let stithy: TestStithy
let browser: Browser
let visitor: Visitor

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  const ada = await newPerson(stithy, 'ada')
  const client = stithy.client('B').as(ada.access)
  const token = await newToken(client, ['repo:write'])
  await client.post('user/repos', { slug: 'texts', is_public: true })
  const folder = await newFolder()
  await git(folder, 'init', '-q', '-b', 'topic/x')
  await mkdir(join(folder, 'docs'))
  for (const [at, text] of [...attacks, ...deep].entries()) await writeFile(join(folder, `${at}.md`), text)
  await writeFile(join(folder, 'y.png'), '')
  const links = [
    '[a](other.md) [b](../top.md#part) [c](/top.md) [d](#here) [e](https://e.example/x) [f](sub/x.ts#L3)',
    '![g](../y.png) [h](../../../../etc/passwd) [i](?q=1) ![j](a%20b.png)',
    '# Here & <b>there</b>\n\n# Here & there',
    '```ts\nstrike(iron)\n```',
  ]
  await writeFile(join(folder, 'docs/links.md'), links.join('\n\n'))
  const shown = [
    '| Metal | Melts at |\n|:-:|--:|\n| iron | 1538 |',
    '<details><summary>Why</summary>\n\nBecause.\n\n</details>',
    ...['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'].map((kind) => `> [!${kind}]\n> Strike while it is **hot**.`),
    'Steel[^1] is iron.\n\n[^1]: With some carbon.',
  ]
  await writeFile(join(folder, 'shown.md'), shown.join('\n\n'))
  const long = Array.from({ length: 40 }, (_, at) => `x_{${at}}`).join('+')
  const formulas = [
    '# If $a > b$',
    'A letter $x$, a fraction $\\frac{\\sum a}{b}$, and $\\foo$; not $5 or $6.',
    `In a line $${long}$ and $\\left(${long}\\right)$`,
    `$$${long}$$`,
    '- In an item\n\n  $$\n  \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}\n  $$',
    '| $\\dfrac{1}{2}$ | $5 |\n|---|---|',
    '```math\n\\rule{9000em}{9000em}\n```',
  ]
  await writeFile(join(folder, 'formulas.md'), formulas.join('\n\n'))
  await git(folder, 'add', '-A')
  await git(folder, 'commit', '-qm', 'Texts')
  await git(folder, 'push', '-q', addressOf(stithy, token, 'ada/texts'), 'topic/x')
  visitor = await newVisitor(browser, stithy)
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

describe('nothing runs, and nobody else is asked for anything', () => {
  it.each(attacks.map((text, at) => [at, text] as const))('%i: %s', async (at) => {
    const { page, takeProblems } = visitor
    await page.goto(`/ada/texts/blob/topic/x/${at}.md`)
    for (const link of await page.locator('.prose a', { hasText: 'press' }).all()) await link.click({ timeout: 2000 })
    for (const button of await page.locator('.prose button').all()) await button.click({ timeout: 2000 })
    // Pictures that are not there are no harm: they were asked for here.
    const problems = takeProblems().filter((one) => !one.includes('404') && !one.includes('elsewhere.invalid/x" in'))
    expect(problems).toEqual([])
    expect(page.url()).toContain(stithy.url)
  })
})

it.each(deep.map((_, at) => at + attacks.length))('a text made to take for ever ends all the same: %i', async (at) => {
  const started = performance.now()
  const [answer] = await Promise.all([
    stithy.client().get(`/ada/texts/blob/topic/x/${at}.md`),
    // Meanwhile, everybody else is served.
    stithy
      .client()
      .get('/healthz')
      .then(({ status }) => expect(status).toBe(200)),
  ])
  expect(answer.status).toBe(200)
  expect(performance.now() - started).toBeLessThan(15_000)
})

describe('links and names', () => {
  it('lead to where the document would lead, on the branch that is shown', async () => {
    const { text } = await stithy.client().get('/ada/texts/blob/topic/x/docs/links.md')
    for (const href of [
      '/ada/texts/blob/topic/x/docs/other.md',
      '/ada/texts/blob/topic/x/top.md#user-content-part',
      '/ada/texts/blob/topic/x/top.md',
      '#user-content-here',
      'https://e.example/x',
      '/ada/texts/blob/topic/x/docs/sub/x.ts#L3',
      '/ada/texts/blob/topic/x/etc/passwd',
    ]) {
      expect(text).toContain(`href="${href}"`)
    }
    expect(text).toContain('src="/ada/texts/media/topic/x/y.png"')
    expect(text).toContain('src="/ada/texts/media/topic/x/docs/a%20b.png"')
    expect(text).toContain('rel="nofollow noopener noreferrer"')
  })

  it('headings can be linked to, each by a name of its own', async () => {
    const { text } = await stithy.client().get('/ada/texts/blob/topic/x/docs/links.md')
    expect(text).toContain('<h1 id="user-content-here--there">')
    expect(text).toContain('<h1 id="user-content-here--there-1">')
  })

  it('an address names a heading as elsewhere, and it stands below the bar of the file', async () => {
    const { page, takeProblems } = visitor
    await page.setViewportSize({ width: 1280, height: 200 })
    await page.goto('/ada/texts/blob/topic/x/docs/links.md#here--there-1')
    await page.locator('#user-content-here--there-1:target').waitFor()
    const [heading, bar] = await Promise.all([
      page.locator(':target').boundingBox(),
      page.locator('.blob-bar').boundingBox(),
    ])
    expect(heading?.y).toBeGreaterThanOrEqual((bar?.y ?? 200) + (bar?.height ?? 0))
    await page.setViewportSize({ width: 1280, height: 800 })
    // Pictures that it names are not there.
    takeProblems()
  })

  it('no name of the document stands for one of the page', async () => {
    const at = attacks.findIndex((text) => text.startsWith('<p id="main">'))
    await visitor.page.goto(`/ada/texts/blob/topic/x/${at}.md`)
    expect(await visitor.page.locator('#main').count()).toBe(1)
    expect(await visitor.page.locator('main#main').count()).toBe(1)
    expect(await visitor.page.locator('#user-content-main').count()).toBe(1)
  })
})

it('code is copied by a press', async () => {
  const { page, context, takeProblems } = visitor
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/ada/texts/blob/topic/x/docs/links.md')
  await page.getByRole('button', { name: 'Copy the code' }).click()
  await page.getByText('Copied').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('strike(iron)\n')
  takeProblems()
})

it('tables, details, alerts and footnotes look and lead as they should', async () => {
  const { page, takeProblems } = visitor
  await page.goto('/ada/texts/blob/topic/x/shown.md')
  const styleOf = (of: string, name: string) =>
    page
      .locator(of)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
  expect(await styleOf('.prose td:nth-child(1)', 'text-align')).toBe('center')
  expect(await styleOf('.prose td:nth-child(2)', 'text-align')).toBe('right')
  expect(await styleOf('.prose summary', 'list-style-type')).toBe('disclosure-closed')
  await page.locator('.prose summary').click()
  expect(await styleOf('.prose summary', 'list-style-type')).toBe('disclosure-open')
  expect(await page.locator('.alert-title').allInnerTexts()).toEqual(['Note', 'Tip', 'Important', 'Warning', 'Caution'])
  await page.getByLabel('Footnote 1').click()
  expect(await page.locator(':target').innerText()).toContain('With some carbon.')
  await page.getByLabel('Back to the text').click()
  expect(await page.locator(':target').innerText()).toBe('1')
  expect(takeProblems()).toEqual([])
})

it('formulas have their shape, in their place, and no width is too small for them', async () => {
  const { page, takeProblems } = visitor
  await page.goto('/ada/texts/blob/topic/x/formulas.md')
  const math = page.locator('.prose math')
  const heightOf = async (at: number) => Number((await math.nth(at).boundingBox())?.height)
  // After the one in the heading come a letter and a fraction.
  expect(await heightOf(2)).toBeGreaterThan(1.3 * (await heightOf(1)))
  expect(await math.count()).toBe(9)
  expect(await page.locator('.prose code').innerText()).toBe('\\foo')
  expect(await page.locator('.prose code').getAttribute('title')).toContain('Unsupported function name: \\foo')
  expect(await page.locator('.menu-entry[data-depth]').allTextContents()).toEqual(['If a>b'])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const boxes = await Promise.all((await math.all()).map((one) => one.boundingBox()))
  expect(Math.max(...boxes.map((box) => box?.height ?? 0))).toBeLessThan(200)
  // Whatever styles it would need are in the style sheet: none was refused.
  expect(takeProblems()).toEqual([])
})
