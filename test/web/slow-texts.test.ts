// Texts that are costly to read because somebody made them so: nobody else waits while a page looks at one.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressOf, git } from '../support/git.ts'
import { expectNoPause } from '../support/pauses.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { newRepo, workTree } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let token: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
})
afterAll(() => stithy.stop())

/** A public repository with these files; its work tree. */
async function repoWith(slug: string, files: Readonly<Record<string, string>>): Promise<string> {
  await newRepo(stithy, ada, slug, { is_public: true })
  const tree = await workTree()
  await commitTo(tree, slug, files)
  return tree
}

async function commitTo(tree: string, slug: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(tree, name), text)
  await git(tree, 'add', ...Object.keys(files))
  await git(tree, 'commit', '-q', '-m', 'More')
  await git(tree, 'push', '-q', addressOf(stithy, token, `ada/${slug}`), 'main')
  return git(tree, 'rev-parse', 'HEAD')
}

let asked = 0

/** By an address that nobody asked for before, so that no answer is kept. */
async function read(path: string): Promise<string> {
  const answer = await stithy.client('B').get(`${path}${path.includes('?') ? '&' : '?'}x=${++asked}`)
  expect(answer.status, path).toBe(200)
  return answer.text
}

it('a table with cells that are nearly numbers', async () => {
  const cell = `${' '.repeat(165)}1${' '.repeat(165)}`
  const row = [...Array<string>(14).fill(`${cell}x`), `${cell}%`].join(',')
  await repoWith('table', { 'a.csv': `${'h,'.repeat(14)}h\n${`${row}\n`.repeat(20)}` })
  const page = '/ada/table/blob/main/a.csv'
  expect((await read(page)).split('class="data-figure"')).toHaveLength(21)
  await expectNoPause(() => read(page))
})

it('a submodule whose address has a long gap', async () => {
  await newRepo(stithy, ada, 'modules', { is_public: true })
  const tree = await workTree()
  await git(tree, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`)
  const url = `https://example.org/a${' '.repeat(40_000)}b`
  await commitTo(tree, 'modules', { '.gitmodules': `[submodule "s"]\n\tpath = sub\n\turl = ${url}\n` })
  await expectNoPause(() => read('/ada/modules/blob/main/sub'))
})

it('a comment full of backticks', async () => {
  const repo = await newRepo(stithy, ada, 'ticks', { is_public: true })
  const client = stithy.client('B').as(ada.access)
  const { body } = await client.post(`${repo}/issues`, { title: 'Ticks' })
  const said = `x${'`'.repeat(16_000)}${'a`'.repeat(8000)}`
  await expectNoPause(async () => {
    expect((await client.post(`${repo}/issues/${body['number']}/comments`, { body: said })).status).toBe(201)
  })
})

/** Bytes of a page that a browser still takes. */
const largestPage = 4_000_000

it('a change of very many lines, even for whoever asks for it or talks about it', async () => {
  const lines = (word: string, count: number): string => `${word}\n`.repeat(count)
  const tree = await repoWith('rewritten', { 'long.txt': lines('a', 150_000), 'some.txt': lines('a', 1000) })
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/rewritten'), 'main:base')
  const changed = { 'long.txt': lines('b', 150_000), 'some.txt': lines('b', 1000) }
  const sha = await commitTo(tree, 'rewritten', changed)
  const page = await read(`/ada/rewritten/commit/${sha}?file=1`)
  expect(page.length).toBeLessThan(largestPage)
  expect(page).toContain('This diff of 300,000 lines is too large to show here.')
  expect(page).toContain(`href="/ada/rewritten/raw/${sha}/long.txt"`)
  expect(await read(`/ada/rewritten/commit/${sha}?file=2`)).toContain('id="f2-n1000"')

  const client = stithy.client('B').as(ada.access)
  const repo = 'repos/ada/rewritten'
  const wanted = { title: 'Rewrite', source_branch: 'main', target_branch: 'base' }
  const { body } = await client.post(`${repo}/pulls`, wanted)
  for (const path of ['long.txt', 'some.txt']) {
    const said = { body: `About ${path}`, path, line: 900, side: 'new' }
    expect((await client.post(`${repo}/pulls/${body['number']}/comments`, said)).status).toBe(201)
  }
  const files = await read(`/ada/rewritten/pulls/${body['number']}/files`)
  expect(files.length).toBeLessThan(largestPage)
  expect(files).toContain('Large diff: 300,000 lines.')
  expect(files).toContain('About long.txt')
  expect(files).toContain('id="f2-n900"')
})

it('a change of one line, with all the others around it', async () => {
  const lines = (first: string): string => `${first}\n${'\n'.repeat(200_000)}`
  const tree = await repoWith('around', { 'long.txt': lines('a') })
  const sha = await commitTo(tree, 'around', { 'long.txt': lines('b') })
  const page = await read(`/ada/around/commit/${sha}?file=1&lines=all`)
  expect(page).toContain('id="f1-n4000"')
  expect(page.length).toBeLessThan(largestPage)
})

it('any page of a file with millions of lines', async () => {
  await repoWith('lines', { 'a.txt': `${'\r\n'.repeat(1_500_000)}end`, 'a.py': '\n'.repeat(1_500_000) })
  const page = await read('/ada/lines/blob/main/a.txt?page=9999')
  expect(page).toContain('1,500,001 lines')
  expect(page).toContain('id="L1500001"')
  await expectNoPause(() => read('/ada/lines/blob/main/a.txt?page=2'))
  await expectNoPause(() => read('/ada/lines/blob/main/a.py?page=2'))
})

it('a text that is larger than anything that is read at once', async () => {
  await repoWith('large', { 'a.txt': 'some text\n'.repeat(900_000) })
  const page = await read('/ada/large/blob/main/a.txt')
  expect(page).toContain('Too large to show')
  expect(page).toContain('href="/ada/large/raw/main/a.txt"')
  expect((await stithy.client('B').get('/ada/large/blame/main/a.txt')).status).toBe(303)
})
