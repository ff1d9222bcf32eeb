import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RepositoryAway } from '../../src/core/repository-away.ts'
import { noSha, requireSha, type Sha } from '../../src/core/sha.ts'
import { requirePath } from '../../src/features/contents/open-revision.ts'
import { changedFiles, emptyTree } from '../../src/git/changed-files.ts'
import { diffWords, type RawDiff } from '../../src/git/diff-reader.ts'
import { Kept } from '../../src/git/kept.ts'
import { ObjectStore } from '../../src/git/object-store.ts'
import { readDiff } from '../../src/git/read-diff.ts'
import { Git, type RepoDir } from '../../src/git/run-git.ts'

const git = new Git(process.env['PATH'] ?? '')
const objects = new ObjectStore(git)
const dir = mkdtempSync(join(tmpdir(), 'stithy-diffs-')) as RepoDir
const limits = { maxBytes: 1024 * 1024, timeoutMs: 20_000 }
const states: Sha[] = []
const trees: Sha[] = []
const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']

beforeAll(() => {
  call('init', '-q', '--bare', '.')
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n')
  const contents: Readonly<Record<string, string>>[] = [
    { a: 'one\n', b: lines, 'folder/c': 'x' },
    // What looks like the end of an answer, and like the beginning of the next.
    { a: `end of ${'0'.repeat(36)}\n${emptyTree} ${emptyTree}\ndiff --git a/a b/a\n`, b: lines, 'folder/c': 'y\n' },
    { 'folder/moved': `${lines}\nmore`, bytes: '\0\0\0', 'new\nline': 'n' },
    { large: '0123456789\n'.repeat(200_000) },
  ]
  for (const files of contents) {
    const listed = Object.entries(files).map(([name, text]) => {
      const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: dir, input: text, encoding: 'utf8' })
      return `100644 ${blob.trim()} 0\t${name}\0`
    })
    const env = { ...process.env, GIT_INDEX_FILE: join(dir, `index-${states.length}`) }
    execFileSync('git', ['update-index', '-z', '--index-info'], { cwd: dir, env, input: listed.join('') })
    const tree = execFileSync('git', ['write-tree'], { cwd: dir, env, encoding: 'utf8' }).trim()
    trees.push(requireSha(tree))
    states.push(requireSha(call(...identity, 'commit-tree', '-m', `State ${trees.length}`, tree).trim()))
  }
})

afterAll(() => {
  objects.close()
  rmSync(dir, { recursive: true })
})

it('says what a git of its own says, however often it is asked', async () => {
  const [one = noSha, two = noSha, three = noSha] = states
  const pairs = [
    [one, two],
    [two, three],
    [three, one],
    [emptyTree, trees[0] ?? noSha],
    [one, one],
  ] as const
  for (let round = 0; round < 20; round++) {
    for (const [from, to] of pairs) {
      const answer = await diff(from, to)
      // One that has answered often is replaced, and who comes between asks a git of their own.
      expect(answer === null ? once(from, to) : textOf(answer)).toBe(once(from, to))
    }
  }
  const asked = diff(one, two)
  expect(diff(two, three)).toBeNull()
  expect(textOf(await asked)).toBe(once(one, two))
})

it('too much is given up with its git, and the next question is answered by another', async () => {
  const [one = noSha, two = noSha, , large = noSha] = states
  expect(await diff(one, large)).toBe('too much')
  expect(textOf(await diff(one, two))).toBe(once(one, two))
  expect(await diff(one, large, { ...limits, maxBytes: 64 * 1024 * 1024, timeoutMs: 0 })).toBe('too much')
  expect(textOf(await diff(one, two))).toBe(once(one, two))
})

it('of what is too much the files are known all the same, as git lists them', async () => {
  const [one = noSha, , three = noSha, large = noSha] = states
  for (const [from, to] of [
    [one, large],
    [three, large],
    [large, three],
  ] as const) {
    const parts = { git, objects, kept: new Kept() }
    const { files, sections } = await readDiff(parts, dir, from, to)
    expect(sections).toBeNull()
    expect(files).toEqual(await changedFiles({ git, kept: new Kept() }, dir, from, to))
    expect(await changedFiles(parts, dir, from, to)).toBe(files)
  }
})

it('what is not there fails, and does not take an answer from whoever comes next', async () => {
  const [one = noSha, two = noSha] = states
  const missing = requireSha('1'.repeat(40))
  for (const [from, to] of [
    [one, missing],
    [missing, two],
  ] as const) {
    expect(await diff(from, to)).toBe('failed')
  }
  expect(textOf(await diff(one, two))).toBe(once(one, two))
  objects.forget(dir)
  expect(textOf(await diff(one, two))).toBe(once(one, two))
})

it('a commit is read without asking for its size, and of one that is very large the beginning', async () => {
  const [one = noSha] = states
  const message = 'a line of a message that nobody reads\n'.repeat(300_000)
  const tree = trees[0] ?? ''
  const options = { cwd: dir, input: message, encoding: 'utf8' } as const
  const huge = requireSha(execFileSync('git', [...identity, 'commit-tree', tree], options).trim())
  const [some, same, after] = await Promise.all([huge, huge, one].map((sha) => objects.readCommit(dir, sha)))
  expect(some?.size).toBeGreaterThan(message.length)
  expect(some?.data.length).toBeLessThan(100_000)
  expect(String(some?.data)).toContain(`tree ${tree}\n`)
  expect(same).toEqual(some)
  expect(String(after?.data)).toContain('State 1')
  expect((await objects.readCommit(dir, huge))?.data.length).toBeLessThan(100_000)
  expect(await objects.readCommit(dir, requireSha('1'.repeat(40)))).toBeNull()
})

it('where a path leads in a commit is forgotten with the repository', async () => {
  const [one = noSha] = states
  const copy = mkdtempSync(join(tmpdir(), 'stithy-diffs-')) as RepoDir
  cpSync(dir, copy, { recursive: true })
  const path = requirePath('folder/c')
  const found = await objects.infoAt(copy, one, path)
  expect(found?.type).toBe('blob')
  expect(await objects.infoAt(copy, one, path)).toEqual(found)
  objects.forget(copy)
  rmSync(copy, { recursive: true })
  await expect(objects.infoAt(copy, one, path)).rejects.toThrow(RepositoryAway)
})

it('many at once are all answered, by as many gits as it takes', async () => {
  const [one = noSha, two = noSha, three = noSha] = states
  const pairs = [
    [one, two],
    [two, three],
    [three, one],
    [emptyTree, one],
    [two, one],
  ] as const
  const parts = { git, objects, kept: new Kept() }
  const found = await Promise.all(pairs.map(([from, to]) => readDiff(parts, dir, from, to)))
  expect(found.map(({ files }) => files?.map(({ kind, path }) => `${kind} ${path}`))).toEqual([
    ['modified a', 'modified folder/c'],
    ['deleted a', 'added bytes', 'deleted folder/c', 'renamed folder/moved', 'added new\nline'],
    ['added a', 'renamed b', 'deleted bytes', 'added folder/c', 'deleted new\nline'],
    ['added a', 'added b', 'added folder/c'],
    ['modified a', 'modified folder/c'],
  ])
})

/** Trees are compared with trees, and commits with what they are to stand on. */
function diff(from: Sha, to: Sha, some = limits): Promise<RawDiff> | null {
  return objects.diff(dir, trees.includes(to) ? { from, to } : { commit: to, parent: from }, some)
}

function textOf(answer: RawDiff | null): string | null {
  return Buffer.isBuffer(answer) ? answer.toString() : null
}

function call(...args: string[]): string {
  return execFileSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: dir, encoding: 'utf8' })
}

const known = new Map<string, string>()

function once(from: Sha, to: Sha): string {
  const key = `${from} ${to}`
  const text = known.get(key) ?? call(...diffWords, from, to)
  known.set(key, text)
  return text
}
