// Texts that are dear to read because somebody made them so: nobody else waits while a page looks at one.
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
}, 60_000)

it('a submodule whose address has a long gap', async () => {
  await newRepo(stithy, ada, 'modules', { is_public: true })
  const tree = await workTree()
  await git(tree, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`)
  const url = `https://example.org/a${' '.repeat(40_000)}b`
  await commitTo(tree, 'modules', { '.gitmodules': `[submodule "s"]\n\tpath = sub\n\turl = ${url}\n` })
  await expectNoPause(() => read('/ada/modules/blob/main/sub'))
}, 60_000)

it('a comment full of backticks', async () => {
  const repo = await newRepo(stithy, ada, 'ticks', { is_public: true })
  const client = stithy.client('B').as(ada.access)
  const { body } = await client.post(`${repo}/issues`, { title: 'Ticks' })
  const said = `x${'`'.repeat(16_000)}${'a`'.repeat(8000)}`
  await expectNoPause(async () => {
    expect((await client.post(`${repo}/issues/${body['number']}/comments`, { body: said })).status).toBe(201)
  })
}, 60_000)
