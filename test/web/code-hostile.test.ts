// What people push is not to be trusted: pages show it all the same, quickly, and none of it runs.
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { lfsPointer } from '../support/lfs-pointer.ts'
import { newPerson, newToken } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const attack = `"'><img class=injected src=/x onerror=alert(1)><script class=injected>alert(2)</script>`

const quoted = `"${attack.replaceAll('"', '""')}"`

/** Every way that a notebook has to bring something along. */
const notebook = JSON.stringify({
  metadata: { language_info: { name: attack } },
  cells: [
    {
      cell_type: 'markdown',
      source: [attack, '\n[x](javascript:alert(6))', '<iframe class=injected src=//e.example>'],
    },
    {
      cell_type: 'code',
      execution_count: attack,
      source: attack,
      outputs: [
        { output_type: 'stream', name: attack, text: `\u001b]8;;javascript:alert(7)\u0007${attack}` },
        {
          output_type: 'display_data',
          data: { 'text/html': `${attack}<svg class=injected onload=alert(8)><style>*{}</style>` },
        },
        {
          output_type: 'display_data',
          data: { 'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(9)"/>' },
        },
        { output_type: 'display_data', data: { 'image/png': `"onerror="alert(10)`, 'text/plain': attack } },
        { output_type: 'display_data', data: { 'application/javascript': 'alert(11)', 'text/plain': 'x' } },
        { output_type: 'error', traceback: [attack] },
      ],
    },
    { cell_type: attack, source: attack },
    null,
  ],
})

let stithy: TestStithy
let browser: Browser
let visitor: Visitor
let folder: string

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  const ada = await newPerson(stithy, 'ada')
  const client = stithy.client('B').as(ada.access)
  const token = await newToken(client, ['repo:write'])
  await client.post('user/repos', { slug: 'evil', description: attack, is_public: true })
  folder = await newFolder()
  await git(folder, 'init', '-q', '-b', 'main')
  const name = attack.replaceAll('/', ' ')
  const files: Record<string, string | Buffer> = {
    [name]: attack,
    [`${name}.ts`]: `const a = \`${attack}\`\n// ${attack}\n`,
    'page.html': `<script>alert(3)</script>`,
    'picture.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(4)</script></svg>`,
    'long-line.js': `var a = "${'x'.repeat(600_000)}"\n`,
    'many-lines.txt': 'x\n'.repeat(30_000),
    'table.csv': `${quoted},b\n${quoted},"=1+1\n"""\n`,
    'book.ipynb': notebook,
    'big.csv': `a,b\n${'1,2\n'.repeat(20_000)}`,
    'pointer.bin': lfsPointer('a'.repeat(64), 12),
    'large.bin': Buffer.alloc(3_000_000, 65),
    'latin1.txt': Buffer.from([0xe4, 0xf6, 0xfc, 0x0a]),
    'latin1-end.txt': Buffer.from('caf\u00e9', 'latin1'),
    'many-letters.txt': `a${'ä€😀'.repeat(3000)}`,
    'crlf.ts': 'const a = 1\r\nconst b = 2\r\n',
    'README.md': '# Evil\n',
  }
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content)
  await mkdir(join(folder, 'many'))
  for (let at = 0; at < 10_000; at++) await writeFile(join(folder, `many/file-${at}`), '')
  // A name that is not UTF-8.
  await writeFile(
    Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x62, 0xe4, 0x64]), Buffer.from('.txt')]),
    'x\n',
  )
  await git(folder, 'add', '-A')
  await git(folder, 'commit', '-qm', `${attack}\n\n${attack}`)
  for (const date of ['0', '292277026596', '9223372036854775807', '18446744073709551616', '1']) await append(date)
  await git(folder, 'tag', '-a', '-m', attack, 'v<script>')
  const blob = await git(folder, 'rev-parse', 'main:README.md')
  await git(folder, 'tag', 'a-blob', blob)
  await git(folder, 'push', '-q', addressOf(stithy, token, 'ada/evil'), 'main', 'v<script>', 'a-blob')
  visitor = await newVisitor(browser, stithy)
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

/** A commit that git itself would not make. */
async function append(date: string): Promise<void> {
  const tree = await git(folder, 'rev-parse', 'main^{tree}')
  const parent = await git(folder, 'rev-parse', 'main')
  // Angle brackets in a name are refused at the push already.
  const who = `&lt;script&gt; " onclick='alert(5)' \u202e <"onclick='x'@y> ${date} +0000`
  const text = `tree ${tree}\nparent ${parent}\nauthor ${who}\ncommitter ${who}\n\n${attack} ${date}\n`
  const args = ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin']
  const sha = execFileSync('git', args, { cwd: folder, input: text }).toString().trim()
  await git(folder, 'update-ref', 'refs/heads/main', sha)
}

const name = encodeURIComponent(attack.replaceAll('/', ' '))

describe('in a browser, nothing that was pushed runs', () => {
  it.each([
    '',
    '/tree/main',
    `/blob/main/${name}`,
    `/blob/main/${name}.ts`,
    `/blame/main/${name}.ts`,
    `/commits/main/${name}`,
    '/commits/main',
    '/commit/main',
    '/commit/main~5',
    '/tree/v%3Cscript%3E',
    '/tags',
    '/branches',
    '/branches?q=%3Cscript%3E',
    '/commits/main?view=graph',
    '/contributors',
    '/blob/main/table.csv',
    '/blob/main/book.ipynb',
    '/blob/main/book.ipynb?source=1',
    '/search?q=img',
    `/search?q=${encodeURIComponent(attack)}`,
    `/compare/v%3Cscript%3E...main`,
    `/compare?base=${encodeURIComponent(attack)}`,
    '/find/main?q=script',
    `/find/main?q=${encodeURIComponent(attack)}`,
    '/raw/main/page.html',
    '/raw/main/picture.svg',
    `/raw/main/${name}`,
    '/blob/main/picture.svg',
  ])('%s', async (path) => {
    const { page, takeProblems } = visitor
    await page.goto(`/ada/evil${path}`)
    expect(await page.locator('.injected').count()).toBe(0)
    // A picture that is not there is asked for, of ourselves.
    const harmless = /sandboxed|status of 404/
    expect(takeProblems().filter((problem) => !harmless.test(problem))).toEqual([])
  })
})

async function get(path: string) {
  const started = performance.now()
  const answer = await stithy.client().get(`/ada/evil${path}`)
  return { ...answer, ms: performance.now() - started }
}

describe('what is too much says so', () => {
  it.each(['large.bin'])('%s', async (path) => {
    const page = await get(`/blob/main/${path}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Too large to show')
    expect(page.text).toContain(`/raw/main/${path}`)
    expect(page.text.length).toBeLessThan(40_000)
  })

  it('a long file is shown page by page, a line by its number, and so is who wrote it', async () => {
    const first = await get('/blob/main/many-lines.txt')
    expect(first.text).toContain('1 to 2,000 of 30,000')
    expect(first.text.match(/id="L\d+"/g)?.length).toBe(2000)
    expect((await get('/blob/main/many-lines.txt?page=15')).text).toContain('id="L30000"')
    expect((await get('/blob/main/many-lines.txt?page=99')).text).toContain('id="L30000"')
    expect((await get('/blame/main/many-lines.txt?page=4')).text).toContain('id="L6001"')
    const { page } = visitor
    await page.goto('/ada/evil/blob/main/many-lines.txt#L29000-L29002')
    await page.waitForURL('**?page=15#L29000-L29002')
    expect(await page.locator('.line-chosen').count()).toBe(3)
  })

  it('a table is shown page by page, and as it is written', async () => {
    const table = await get('/blob/main/big.csv?page=2')
    expect(table.text).toContain('501 to 1,000 of 20,000 rows')
    expect(table.text).toContain('/blob/main/big.csv?source=1#L502')
    expect((await get('/blob/main/big.csv?source=1')).text).toContain('1 to 2,000 of 20,001')
    expect((await get('/blob/main/table.csv')).text).toContain('<td>=1+1\n&quot;</td>')
  })

  it('a pointer of LFS says what it points to, and that it is not there', async () => {
    expect((await get('/blob/main/pointer.bin')).text).toContain('a file of 12 bytes in Git LFS')
    expect((await get('/media/main/pointer.bin')).status).toBe(404)
    expect((await get('/media/main/README.md')).text).toBe((await get('/raw/main/README.md')).text)
  })

  it('a very long line is shown without colours', async () => {
    const page = await get('/blob/main/long-line.js')
    expect(page.status).toBe(200)
    expect(page.text).toContain('x'.repeat(600_000))
    expect(page.text).not.toMatch(/<code><span/)
  })

  it('ten thousand files are shown five hundred at a time, at once', async () => {
    const first = await get('/tree/main/many')
    expect(first.status).toBe(200)
    expect(first.text.match(/class="file-name"/g)?.length).toBe(501)
    expect(first.text).toContain('1 to 500 of 10,000')
    const last = await get('/tree/main/many?page=20')
    expect(last.text).toContain('file-9999')
    expect(last.ms).toBeLessThan(3000)
    expect((await get('/tree/main/many?page=21')).status).toBe(200)
  })
})

describe('what makes no sense is shown as well as it can be', () => {
  it('dates of any size', async () => {
    const page = await get('/commits/main')
    expect(page.status).toBe(200)
    for (let back = 0; back < 5; back++) {
      const sha = await git(folder, 'rev-parse', `main~${back}`)
      expect((await get(`/commit/${sha}`)).status).toBe(200)
    }
  })

  it('names and texts that are not UTF-8', async () => {
    const tree = await get('/tree/main')
    const href = /href="\/ada\/evil(\/blob\/main\/b%EF%BF%BDd\.txt)"/.exec(tree.text)?.[1] ?? ''
    expect((await get(href)).status).toBe(200)
    expect((await get(href.replace('blob', 'raw'))).text).toBe('x\n')
    expect((await get(href.replace('blob', 'blame'))).status).toBe(200)
    expect((await get(href.replace('blob', 'commits'))).status).toBe(200)
    expect((await get('/blob/main/latin1.txt')).text).toContain('äöü')
  })

  it.each([
    ['latin1.txt', 'text/plain'],
    ['latin1-end.txt', 'text/plain'],
    ['many-letters.txt', 'text/plain; charset=utf-8'],
    ['crlf.ts', 'text/plain; charset=utf-8'],
  ])('the raw %s is not said to be in an encoding that it is not in', async (path, type) => {
    expect((await get(`/raw/main/${path}`)).headers.get('content-type')).toBe(type)
  })

  it('a tag of something that is no commit is not found', async () => {
    for (const path of [
      '/tree/a-blob',
      '/commits/a-blob',
      '/commit/a-blob',
      '/compare/main...a-blob',
      '/archive/a-blob.zip',
    ]) {
      expect((await get(path)).status, path).toBe(404)
    }
    const tags = await get('/tags')
    expect(tags.status).toBe(200)
    expect(tags.text).toContain('a-blob')
    expect(tags.text).not.toMatch(/href="[^"]*a-blob/)
  })

  it('lines that end as on Windows', async () => {
    expect((await get('/blob/main/crlf.ts')).text.match(/id="L\d+"/g)?.length).toBe(2)
  })

  it('a page number and a query of any kind', async () => {
    for (const query of [
      'page=0',
      'page=-1',
      `page=${2 ** 63}`,
      'page=x',
      'page[]=1',
      '__proto__=1',
      'view=x',
      'commits=all',
    ]) {
      expect((await get(`/commits/main?${query}`)).status, query).toBe(200)
      expect((await get(`/commit/main?${query}`)).status, query).toBe(200)
    }
  })
})
