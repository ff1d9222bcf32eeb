// What the pages of a repository do where there is a script, and what they do without.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { furnishCode } from '../support/furnish-code.ts'
import { addressOf, git } from '../support/git.ts'
import { mailedToken } from '../support/mailed-links.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { base64, newRepo, workTree } from '../support/repos.ts'
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

function notebookOf(text: string): string {
  const outputs = [{ output_type: 'stream', name: 'stdout', text }]
  return JSON.stringify({ nbformat: 4, metadata: {}, cells: [{ cell_type: 'code', source: text, outputs }] })
}

const chosen = (): Promise<string[]> =>
  visitor.page.locator('.line-chosen').evaluateAll((rows) => rows.map((row) => row.id))

describe('lines', () => {
  it('show what would turn their direction, wherever code is read, and are copied as they are', async () => {
    const { page } = visitor
    const client = stithy.client('B').as(ada.access)
    await client.post('user/repos', { slug: 'turned', is_public: true })
    const line = "if (role != 'user\u202e \u2066// admin\u2069 \u2066') {"
    const content = base64(`${line}\n}\n\u200b\n`)
    await client.send('PUT', 'repos/ada/turned/contents/check.js', { body: { content, message: 'A check' } })
    const order = () =>
      page.evaluate(() => {
        const code = Array.from(document.querySelectorAll('code')).find(({ textContent }) =>
          textContent.startsWith('if ('),
        )
        const texts = document.createTreeWalker(code ?? document.body, NodeFilter.SHOW_TEXT)
        const lefts: number[] = []
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          const range = document.createRange()
          range.selectNodeContents(node)
          lefts.push(range.getBoundingClientRect().left)
        }
        return {
          said: code?.textContent,
          isAsWritten: lefts.every((left, at) => at === 0 || left >= (lefts[at - 1] ?? 0)),
        }
      })
    for (const path of ['blob/main/check.js', 'blame/main/check.js', 'commit/main', 'search?q=admin']) {
      await page.goto(`/ada/turned/${path}`)
      const signs = await page
        .locator('[data-sign]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-sign')))
      expect(signs.slice(0, 4), path).toEqual(['U+202E', 'U+2066', 'U+2069', 'U+2066'])
      expect(await order(), path).toEqual({ said: line, isAsWritten: true })
    }
    await page.goto('/ada/turned/blob/main/check.js')
    expect(await page.locator('.notice').innerText()).toContain('turn the direction of text')
    await page.goto('/ada/turned/commit/main')
    expect(await page.locator('.diff-head').innerText()).toContain('Turns text')
    const odd = 'contents/pay\u202etxt.js'
    await client.send('PUT', `repos/ada/turned/${odd}`, { body: { content: base64('x'), message: 'A name' } })
    for (const path of ['', '/blob/main/pay\u202etxt.js', '/commit/main']) {
      await page.goto(`/ada/turned${path}`)
      const name = page.locator('main .unseen[data-sign="U+202E"]').first()
      expect(await name.evaluate((sign) => sign.parentElement?.textContent), path).toContain('pay\u202etxt.js')
    }
    await page.goto('/ada/turned/edit/main/check.js')
    expect(await page.locator('.notice').innerText()).toContain('turn the direction of text')
    expect(await page.locator('.notice').innerText()).toContain('line 1.')
    const fence = `\`\`\`js\n${line}\n\`\`\`\n\n    ${line}\n\n<samp>${line}</samp>\n`
    const files = { 'a.csv': `to,sum\u202e\n"${line}",1\n`, 'a.md': fence, 'a.ipynb': notebookOf(line) }
    for (const [path, text] of Object.entries(files)) {
      const body = { content: base64(text), message: 'The same elsewhere' }
      await client.send('PUT', `repos/ada/turned/contents/${path}`, { body })
    }
    for (const [path, times] of Object.entries({ 'a.csv': 1, 'a.md': 3, 'a.ipynb': 2 })) {
      await page.goto(`/ada/turned/blob/main/${path}`)
      const said = await page.locator('td, pre, samp').allTextContents()
      expect(said.filter((text) => text.trim() === line).length, path).toBe(times)
      expect(await page.locator('main [data-sign="U+2069"]').count(), path).toBe(times)
    }
    await page.goto('/ada/turned/blob/main/a.csv')
    expect(await page.locator('th .unseen[data-sign="U+202E"]').count()).toBe(1)
    expect(await page.locator('.notice').innerText()).toContain('turn the direction of text')
    for (const path of ['blob/main/LICENSE', 'edit/main/LICENSE', 'blob/main/docs/tools.csv']) {
      await page.goto(`/ada/anvil/${path}`)
      expect(await page.locator('.notice, .unseen').count(), path).toBe(0)
    }
  })

  it('are chosen by the address, by a click, and as a range by shift-click', async () => {
    const { page } = visitor
    await page.goto('/ada/anvil/blob/main/src/strike.ts#L3-L5')
    await expect.poll(chosen).toEqual(['L3', 'L4', 'L5'])
    await page.getByLabel('Line 7', { exact: true }).click()
    await expect.poll(chosen).toEqual(['L7'])
    await page.getByLabel('Line 9', { exact: true }).click({ modifiers: ['Shift'] })
    await expect.poll(chosen).toEqual(['L7', 'L8', 'L9'])
    expect(new URL(page.url()).hash).toBe('#L7-L9')
    await page.getByLabel('Line 6', { exact: true }).click({ modifiers: ['Shift'] })
    await expect.poll(chosen).toEqual(['L6', 'L7'])
  })

  it('are reached by the outline of what the file declares', async () => {
    const { page } = visitor
    await page.goto('/ada/anvil/blob/main/src/strike.ts')
    await page.getByText('Outline').click()
    await page.getByRole('link', { name: 'strike', exact: true }).click()
    expect(await page.locator('.line-chosen').innerText()).toContain('function strike')
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

  it('is walked by arrows, from what is typed to what is found and back', async () => {
    const { page } = visitor
    await page.goto('/ada/anvil/find/main')
    await page.getByLabel('Part of the path').fill('strike')
    await expect.poll(() => page.locator('[data-finder-list] a').first().innerText()).toContain('strike')
    await page.keyboard.press('ArrowDown')
    const path = await page.evaluate(() => document.activeElement?.textContent?.trim())
    expect(path).toContain('strike')
    await page.keyboard.press('ArrowUp')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/blob/main/${path}`)
  })

  it('is a press away beside a file, also on a phone', async () => {
    const { page } = visitor
    await page.setViewportSize({ width: 375, height: 720 })
    for (const path of ['LICENSE', 'src/strike.ts']) {
      await page.goto(`/ada/anvil/blob/main/${path}`)
      const button = page.getByRole('link', { name: 'Find file' })
      const [switcher, box] = await Promise.all([page.locator('.ref-face').first().boundingBox(), button.boundingBox()])
      expect([path, box?.y]).toEqual([path, switcher?.y])
      await button.click()
      await page.waitForURL('**/find/main')
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('says that there is no file only where it finds none', async () => {
    const { page } = visitor
    // The letters follow each other in one path; the server, which looks for the word, finds nothing.
    await page.goto('/ada/anvil/find/main?q=firecss')
    const list = page.locator('[data-finder-list] li')
    await expect.poll(() => list.allInnerTexts()).toEqual(['src/deep/nested/fire.css'])
    expect(await list.locator('svg').count()).toBe(1)
    const none = page.getByText('No such file')
    expect(await none.isVisible()).toBe(false)
    await page.getByLabel('Part of the path').fill('no-such-thing')
    await expect.poll(() => none.isVisible()).toBe(true)
    await page.getByLabel('Part of the path').fill('fire')
    await expect.poll(() => none.isVisible()).toBe(false)
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
    await page.getByLabel('Part of the path').fill('odd')
    await page.locator('[data-finder-list] a').first().click()
    await page.waitForURL('**/blob/main/odd/**')
    expect(await page.locator('.code-lines code').first().innerText()).toBe('odd')
  })
})

describe('the palette', () => {
  it('opens by Ctrl K and by the field, finds while one types, and is worked by keys alone', async () => {
    const { page } = visitor
    await page.goto('/ada/anvil')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox')
    await page.getByRole('option', { name: 'Issues', exact: true }).waitFor()
    await page.keyboard.type('strike.ts')
    // Of all that was typed: what came for a part of it is replaced, and the first is chosen again.
    await page.getByRole('option', { name: /strike\.ts.*everywhere/ }).waitFor()
    await page.getByRole('option', { name: 'src/strike.ts' }).waitFor()
    const current = async () => page.locator(`#${await field.getAttribute('aria-activedescendant')}`).innerText()
    const first = await current()
    await page.keyboard.press('ArrowDown')
    expect(await current()).not.toBe(first)
    await page.keyboard.press('ArrowUp')
    expect(first).toContain('src/strike.ts')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/blob/main/src/strike.ts')
    await page.locator('#top-search').click()
    await field.fill('dark')
    await page.getByRole('option', { name: 'Colours: dark' }).click()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('/')
    await page.keyboard.type('<img src=x onerror=alert(1)>')
    await page.getByRole('option', { name: 'everywhere' }).waitFor()
    await page.keyboard.press('Escape')
    expect(visitor.takeProblems()).toEqual([])
  })

  it('leads to an issue of any repository, by the name of that and its number', async () => {
    const client = stithy.client('B').as(ada.access)
    const { number } = (await client.post('repos/ada/plans/issues', { title: 'Far from here' })).body
    const { page } = visitor
    for (const name of [`plans#${number}`, `ada/plans#${number}`]) {
      await page.goto('/ada/anvil')
      await page.keyboard.press('/')
      await page.keyboard.type(name)
      await page.getByRole('option', { name: `ada/plans#${number} Far from here` }).waitFor()
      await page.getByRole('dialog').getByText('3 results').waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/ada/plans/issues/${number}`)
    }
    const hidden = await stithy.client().get(`/-/palette?q=ada/plans%23${number}`)
    expect([hidden.status, hidden.text.includes('Far from here')]).toEqual([200, false])
  })

  it('tells nobody of what they may not see, and is a page without a script', async () => {
    const stranger = stithy.client()
    expect((await stranger.get('/-/palette?q=plans')).text).not.toContain('ada/plans')
    const hidden = await stranger.get('/-/palette?q=read&repo=/ada/plans')
    expect(hidden.status).toBe(200)
    expect(hidden.text).not.toContain('README')
    expect((await stranger.get('/-/palette?q=read&repo=/ada/anvil')).text).toContain('/ada/anvil/blob/main/README.md')
    expect((await stranger.get('/-/palette?q=%23&repo=//e/x')).status).toBe(200)
  })

  it('finds a file by words that its path holds, its name before its folder', async () => {
    const found = await stithy.client().get('/-/palette?q=ts%20strike&repo=/ada/anvil')
    expect(found.text).toContain('/ada/anvil/blob/main/src/strike.ts')
    const byFolder = await stithy.client().get('/-/palette?q=src%20strike.ts&repo=/ada/anvil')
    expect(byFolder.text).toContain('/ada/anvil/blob/main/src/strike.ts')
    expect((await stithy.client().get('/-/palette?q=strike%20nowhere&repo=/ada/anvil')).text).not.toContain(
      '/src/strike.ts',
    )
  })
})

it('keys lead everywhere, and ? lists them', async () => {
  const { page } = visitor
  await page.goto('/ada/anvil/blob/main/src/strike.ts')
  await page.keyboard.press('?')
  expect(await page.getByRole('dialog').innerText()).toContain('Find a file')
  await page.keyboard.press('Escape')
  await page.keyboard.press('l')
  await page.getByLabel('Go to line', { exact: true }).last().fill('3-5')
  await page.keyboard.press('Enter')
  await expect.poll(chosen).toEqual(['L3', 'L4', 'L5'])
  await page.keyboard.press('y')
  expect(new URL(page.url()).pathname).toMatch(/^\/ada\/anvil\/blob\/[\da-f]{40}\/src\/strike.ts$/)
  await page.keyboard.press('b')
  await page.waitForURL('**/blame/main/src/strike.ts')
  await page
    .getByLabel(/^Before/)
    .first()
    .click()
  await page.waitForURL(/blame\/[\da-f]{40}\/src\/strike.ts#L7$/)
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.waitForURL('**/ada/anvil/issues')
  expect(visitor.takeProblems()).toEqual([])
})

it('long lines go on below where somebody wants that, there and on the next page', async () => {
  const { page } = visitor
  await page.goto('/ada/anvil/blob/main/src/strike.ts')
  const button = page.getByRole('button', { name: 'Wrap long lines' })
  const wraps = () =>
    page
      .locator('.code-lines code')
      .first()
      .evaluate((line) => getComputedStyle(line).whiteSpace)
  expect([await wraps(), await button.getAttribute('aria-pressed')]).toEqual(['pre', 'false'])
  await button.click()
  expect([await wraps(), await button.getAttribute('aria-pressed')]).toEqual(['pre-wrap', 'true'])
  await page.goto('/ada/anvil/commit/main')
  expect([await wraps(), await button.getAttribute('aria-pressed')]).toEqual(['pre-wrap', 'true'])
  await page.keyboard.press('w')
  await page.reload()
  expect(await wraps()).toBe('pre')
})

it('code is searched in one repository and in all, as far as one may see them', async () => {
  const stranger = stithy.client()
  const one = await stranger.get('/ada/anvil/search?q=MATH.min')
  expect(one.text).toContain('/ada/anvil/blob/main/src/strike.ts#L10')
  expect(one.text).toContain('<mark>Math.min</mark>')
  expect((await stranger.get('/ada/anvil/search?q=MATH.min&case=1')).text).toContain('No line contains')
  expect((await stranger.get('/ada/anvil/search?q=iron+path:docs')).text).not.toContain('strike.ts#L')
  expect((await stranger.get('/ada/plans/search?q=iron')).status).toBe(404)
  const all = '/search?type=code&q=oil,%20%5Bas'
  expect((await stranger.get(all)).text).not.toContain('ada/plans')
  expect((await stranger.get(all, { cookie: ada.cookie })).text).toContain('/ada/plans/blob/main/docs/notes.md#L10')
  for (const q of ['--open-files-in-pager=x', '-e', '(', '%00', '%0a', 'path:..', 'path:../x+y', '%E2%80%AE']) {
    expect((await stranger.get(`/ada/anvil/search?q=${q}`)).status, q).toBe(200)
  }
})

it('a branch is found and deleted, but not one that others may need', async () => {
  const { page } = visitor
  const client = stithy.client('B').as(ada.access)
  for (const name of ['old/one', 'old/two']) await client.post('repos/ada/anvil/branches', { name, source: 'main' })
  await page.goto('/ada/anvil/branches?q=OLD%2Ft')
  expect(await page.locator('.row-link').allInnerTexts()).toEqual(['old/two'])
  await page.getByRole('button', { name: 'Delete old/two' }).click()
  await page.getByRole('button', { name: 'Delete the branch' }).click()
  await page.getByText('The branch old/two was deleted.').waitFor()
  const refused = await page.request.post('/ada/anvil/branches/delete', {
    form: { name: 'main' },
    headers: { origin: stithy.url },
  })
  expect(await refused.text()).toContain('notice-danger')
  expect((await client.get('repos/ada/anvil/branches')).body.items.map(({ name }: { name: string }) => name)).toEqual([
    'main',
    'feature/tongs',
    'old/one',
  ])
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

describe('changes', () => {
  const lines = (...changed: readonly number[]): string =>
    Array.from({ length: 300 }, (_, at) => (changed.includes(at + 1) ? `new ${at + 1}` : `line ${at + 1}`)).join('\n')
  let path: string

  beforeAll(async () => {
    const client = stithy.client('B').as(ada.access)
    await newRepo(stithy, ada, 'long')
    const write = async (files: Readonly<Record<string, string>>, action: 'create' | 'update') => {
      const all = Object.entries(files).map(([name, text]) => ({ action, path: name, content: base64(text) }))
      return (await client.post('repos/ada/long/contents', { message: action, operations: all })).body
    }
    await write({ 'a.txt': lines(), 'b.txt': lines() }, 'create')
    const { commit } = await write({ 'a.txt': lines(100, 101, 200), 'b.txt': lines(50) }, 'update')
    path = `/ada/long/commit/${commit.sha}`
  })

  it.each(['', '?view=split'])('are walked through by n and p %s', async (view) => {
    const { page } = visitor
    await page.goto(path + view)
    const current = () => page.locator('.diff-current code').last().innerText()
    const seen: string[] = []
    for (const key of ['n', 'n', 'n', 'n', 'p', 'p']) {
      await page.keyboard.press(key)
      seen.push(await current())
    }
    const first = view === '' ? 'line' : 'new'
    expect(seen).toEqual([`${first} 100`, `${first} 200`, `${first} 50`, `${first} 50`, `${first} 200`, `${first} 100`])
    expect(await page.locator('.diff-current').count()).toBe(1)
    await page.locator('#top-search').click()
    await page.keyboard.press('n')
    expect(await current()).toBe(`${first} 100`)
  })

  it('are shown with more lines around them, step by step, one file at a time', async () => {
    const { page } = visitor
    await page.goto(path)
    const count = (file: number) => page.locator(`#file-${file} .diff-lines code`).count()
    const more = (name: string) => page.locator('#file-1').getByRole('link', { name }).first().click()
    expect([await count(1), await count(2)]).toEqual([18, 8])
    // Up from the first change, down from it, and both ways at once where little is left between two.
    await more('20 lines more above, of a.txt')
    await expect.poll(() => count(1)).toBe(38)
    expect(await page.locator('#file-1 .diff-lines code').first().innerText()).toBe('line 77')
    await more('20 lines more below, of a.txt')
    await expect.poll(() => count(1)).toBe(58)
    await page
      .locator('#file-1')
      .getByRole('link', { name: /lines (?:more )?below, of a.txt/ })
      .last()
      .click()
    await expect.poll(() => count(1)).toBe(78)
    expect(await page.locator('#file-1 .diff-lines code').last().innerText()).toBe('line 223')
    for (const shown of [98, 118, 138]) {
      await page.locator('#file-1').getByRole('link', { name: '20 lines more below, of a.txt' }).nth(0).click()
      await expect.poll(() => count(1)).toBe(shown)
    }
    await more('12 lines more, of a.txt')
    await expect.poll(() => count(1)).toBe(150)
    expect(await page.locator('#file-1 .diff-hunk').count()).toBe(2)
    await more('All lines of a.txt')
    await expect.poll(() => count(1)).toBe(303)
    expect(await page.locator('#file-1').getByRole('link', { name: 'of a.txt' }).count()).toBe(0)
    expect(await count(2)).toBe(8)
    expect(new URL(page.url()).search).toBe('')
    await page.keyboard.press('n')
    expect(visitor.takeProblems()).toEqual([])
  })

  it('are shown with more lines without a script too', async () => {
    const plain = await newVisitor(browser, stithy, { cookie: ada.cookie, javaScript: false })
    await plain.page.goto(`${path}?view=split`)
    await plain.page.getByRole('link', { name: 'More lines below, of b.txt' }).click()
    await plain.page.getByRole('link', { name: '20 lines more above, of b.txt' }).click()
    expect(new URL(plain.page.url()).hash).toBe('#file-2')
    // With a row before them and one behind.
    expect(await plain.page.locator('#file-2 tr').count()).toBe(49)
    for (const nonsense of ['file=../..&lines=1-99999999', 'file=1&lines=-5,9-1,0-0,x', 'file=99999999&lines=all']) {
      await plain.page.goto(`${path}?${nonsense}`)
      expect(await plain.page.locator('#file-1 .diff-lines code').count()).toBe(18)
    }
    await plain.context.close()
  })

  it('of what a program wrote, and long ones, wait for a click', async () => {
    const client = stithy.client('B').as(ada.access)
    const files = {
      '.gitattributes': 'made/** linguist-generated\nyarn.lock -linguist-generated\n*.kept linguist-vendored=false\n',
      'made/one.txt': 'by a program',
      'package-lock.json': '{}',
      'vendor/a.js': 'elsewhere',
      'vendor/b.kept': 'ours',
      'yarn.lock': 'ours',
      'z.txt': lines() + lines(),
    }
    const operations = Object.entries(files).map(([name, text]) => ({
      action: 'create',
      path: name,
      content: base64(text),
    }))
    const { commit } = (await client.post('repos/ada/long/contents', { message: 'Many', operations })).body
    const plain = await newVisitor(browser, stithy, { cookie: ada.cookie, javaScript: false })
    for (const { page } of [visitor, plain]) {
      await page.goto(`/ada/long/commit/${commit.sha}`)
      const folded = page.locator('.diff-fold')
      const names = await folded.getByRole('link').evaluateAll((links) => links.map((one) => one.ariaLabel))
      expect(names).toEqual(
        ['made/one.txt', 'package-lock.json', 'vendor/a.js', 'z.txt'].map((name) => `Load diff of ${name}`),
      )
      await page.getByRole('link', { name: 'Load diff of made/one.txt' }).click()
      await expect.poll(() => page.locator('#file-2 .diff-lines code').allInnerTexts()).toEqual(['by a program'])
      expect(await page.locator('.diff-fold').count()).toBe(3)
    }
    await plain.context.close()
    expect(visitor.takeProblems()).toEqual([])
  })
})

it('the home names who wrote it, most commits first, and follows pushes', async () => {
  await newRepo(stithy, ada, 'people', { is_public: true })
  const tree = await workTree()
  const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  const commit = (name: string, email: string) =>
    git(tree, '-c', `user.name=${name}`, 'commit', '-q', '--allow-empty', '-m', 'x', `--author=${name} <${email}>`)
  const push = () => git(tree, 'push', '-qf', addressOf(stithy, token, 'ada/people'), 'main')
  const shown = async () => {
    await visitor.page.goto('/ada/people?commits=all')
    return visitor.page.locator('.side-contributors li').allInnerTexts()
  }
  for (let count = 0; count < 3; count++) await commit('Bert', 'BERT@example.org')
  await commit('Bertram', 'bert@example.org')
  await push()
  expect((await shown()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(['Bert 4 commits', 'Ada 1 commit'])
  for (let count = 0; count < 9; count++) await commit(`P${count}`, `p${count}@example.org`)
  for (let count = 0; count < 5; count++) await commit('Ada', 'ada@example.org')
  await push()
  const people = await shown()
  expect([people[0]?.replaceAll(/\s+/g, ' '), people.length, people.at(-1)]).toEqual(['Ada 6 commits', 9, 'and 3 more'])
  // The two addresses of an account are one person, however they are spelled.
  await stithy.client().get(`auth/verify-email/${await mailedToken(stithy, ada.email, 'verify-email')}`)
  await commit('A. L.', `ADA@users.noreply.${new URL(stithy.url).hostname}`)
  await push()
  expect((await shown())[0]?.replaceAll(/\s+/g, ' ')).toBe('ada 7 commits')
  await visitor.page.goto('/ada/people/contributors')
  const cards = visitor.page.locator('.contributor-name')
  expect((await cards.first().innerText()).replaceAll(/\s+/g, ' ')).toBe('ada 7 commits')
  expect(await cards.first().getByRole('link').getAttribute('href')).toBe('/ada')
  // So are they in lists of commits and on the page of one; whoever has no account is only named.
  await visitor.page.goto('/ada/people/commits/main')
  expect(await visitor.page.getByRole('link', { name: 'A. L', exact: true }).getAttribute('href')).toBe('/ada')
  expect(await visitor.page.getByRole('main').getByRole('link', { name: 'Ada', exact: true }).count()).toBe(6)
  expect(await visitor.page.getByText('P8', { exact: true }).count()).toBe(1)
  expect(await visitor.page.getByRole('link', { name: 'P8', exact: true }).count()).toBe(0)
  await visitor.page.locator('.row-link').first().click()
  expect(await visitor.page.getByRole('link', { name: 'A. L', exact: true }).getAttribute('href')).toBe('/ada')
  await git(tree, 'reset', '-q', '--hard', 'HEAD~1')
  // A history that was rewritten is counted anew.
  await git(tree, 'reset', '-q', '--hard', 'HEAD~14')
  await push()
  expect((await shown()).length).toBe(2)
  expect(visitor.takeProblems()).toEqual([])
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
  await plain.page.getByLabel('Part of the path').fill('strike')
  await plain.page.getByRole('button', { name: 'Find' }).click()
  await plain.page.getByRole('link', { name: 'src/strike.ts' }).click()
  await plain.page.getByRole('link', { name: 'Blame' }).click()
  await plain.page.getByRole('link', { name: 'Begin' }).first().click()
  expect(await plain.page.getByRole('heading', { level: 1 }).innerText()).toBe('Begin')
})
