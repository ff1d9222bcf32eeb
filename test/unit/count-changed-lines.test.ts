import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noSha, requireSha, type Sha } from '../../src/core/sha.ts'
import { changedFiles } from '../../src/git/changed-files.ts'
import { Kept } from '../../src/git/kept.ts'
import { ObjectStore } from '../../src/git/object-store.ts'
import { readDiff } from '../../src/git/read-diff.ts'
import { Git, type RepoDir } from '../../src/git/run-git.ts'

const git = new Git(process.env['PATH'] ?? '')
const objects = new ObjectStore(git)
const dir = mkdtempSync(join(tmpdir(), 'stithy-counts-')) as RepoDir
const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']

type State = Readonly<Record<string, string | { readonly mode: string; readonly text: string }>>

const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n')
const binary = `\0\0${lines}`
const submodule = (letter: string) => ({ mode: '160000', text: letter.repeat(40) })

/** Each against the one before. */
const states: readonly State[] = [
  {},
  { 'a.txt': `${lines}\n`, 'b.bin': binary, empty: '', 'no-end': 'one', deep: submodule('a'), script: 'echo\n' },
  // What looks like git's own words, and ends without a newline.
  {
    'a.txt': `@@ -1 +1 @@\n+++ b/a\n--- a/a\ndiff --git a/a b/a\nBinary files a and b differ\n${lines}`,
    'b.bin': `${binary}!`,
    empty: 'no longer\r\n',
    'no-end': 'one\n',
    deep: submodule('b'),
    script: { mode: '100755', text: 'echo\n' },
  },
  // The same under other names, and what was a file is a link now.
  {
    'moved.txt': `@@ -1 +1 @@\n+++ b/a\n--- a/a\ndiff --git a/a b/a\nBinary files a and b differ\n${lines}`,
    'moved.bin': `${binary}!`,
    empty: '',
    'no-end': { mode: '120000', text: 'one\n' },
    script: 'echo\n',
    'päth\n@@ -1 +1 @@': '-\n+\n',
  },
  { 'moved.txt': `${lines}\nand more\n`, 'moved.bin': `${binary}!`, latin: 'caf\u00e9\n', 'no-end': 'one\ntwo\n' },
  { 'moved.txt': `${lines}\nand more\n`, 'moved.bin': { mode: '100755', text: `${binary}!` }, latin: 'caf\u00e8\n' },
  Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`many-${at}`, `${at}\n${lines}\n`])),
  Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`other-${at}`, `${at}\n${lines}\n`])),
]

const commits: Sha[] = []

beforeAll(() => {
  execFileSync('git', ['init', '-q', '--bare', '.'], { cwd: dir })
  for (const state of states) commits.push(commit(state))
})

afterAll(() => {
  objects.close()
  rmSync(dir, { recursive: true })
})

it('lines are counted from patches as git counts them', async () => {
  for (let at = 1; at < commits.length; at++) {
    const [from = noSha, to = noSha] = [commits[at - 1], commits[at]]
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const { files, sections } = await readDiff({ git, objects, kept: new Kept() }, dir, one, other)
      expect(sections).not.toBeNull()
      expect(files).toEqual(await changedFiles({ git, kept: new Kept() }, dir, one, other))
    }
  }
})

it('what holds the same under another name is binary where it was', async () => {
  const [, , before = noSha, after = noSha] = commits
  const { files } = await readDiff({ git, objects, kept: new Kept() }, dir, before, after)
  const counts = Object.fromEntries(files?.map(({ path, additions }) => [path, additions]) ?? [])
  expect(counts).toMatchObject({ 'moved.txt': 0, 'moved.bin': null, script: 0, 'päth\n@@ -1 +1 @@': 2 })
})

function commit(state: State): Sha {
  const env = { ...process.env, GIT_INDEX_FILE: join(dir, `index-${commits.length}`) }
  const listed = Object.entries(state).map(([name, file]) => {
    const { mode, text } = typeof file === 'string' ? { mode: '100644', text: file } : file
    return `${mode} ${mode === '160000' ? text : blob(text)} 0\t${name}\0`
  })
  execFileSync('git', ['update-index', '-z', '--index-info'], { cwd: dir, env, input: listed.join('') })
  const tree = execFileSync('git', ['write-tree', '--missing-ok'], { cwd: dir, env, encoding: 'utf8' }).trim()
  return requireSha(
    execFileSync('git', [...identity, 'commit-tree', '-m', 'State', tree], { cwd: dir, encoding: 'utf8' }).trim(),
  )
}

function blob(text: string): string {
  const input = Buffer.from(text, /\u00e9|\u00e8/.test(text) ? 'latin1' : 'utf8')
  return execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: dir, input, encoding: 'utf8' }).trim()
}
