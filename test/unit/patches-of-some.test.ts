// What some files of a large change hold, without the rest of it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { requireSha, type Sha } from '../../src/core/sha.ts'
import { diffBetween } from '../../src/features/diffs/get-diff.ts'
import { Kept } from '../../src/git/kept.ts'
import { ObjectStore } from '../../src/git/object-store.ts'
import { Git, type RepoDir } from '../../src/git/run-git.ts'

const git = new Git(process.env['PATH'] ?? '')
const objects = new ObjectStore(git)
const dir = mkdtempSync(join(tmpdir(), 'stithy-patches-')) as RepoDir
execFileSync('git', ['init', '-q', '--bare', '.'], { cwd: dir })
afterAll(() => {
  objects.close()
  rmSync(dir, { recursive: true })
})

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
let states = 0

/** A commit with these files. */
function stateOf(files: Readonly<Record<string, string>>): Sha {
  const listed = Object.entries(files).map(([name, text]) => {
    return `100644 ${run(['hash-object', '-w', '--stdin'], text)} 0\t${name}\0`
  })
  const env = { GIT_INDEX_FILE: join(dir, `index-${++states}`) }
  run(['update-index', '-z', '--index-info'], listed.join(''), env)
  return requireSha(run([...identity, 'commit-tree', '-m', 'State', run(['write-tree'], '', env)], ''))
}

function run(args: readonly string[], input: string, env: Readonly<Record<string, string>> = {}): string {
  return execFileSync('git', args, { cwd: dir, input, env: { ...process.env, ...env }, encoding: 'utf8' }).trim()
}

const numbered = (count: number, text: string): string =>
  Array.from({ length: count }, (_one, at) => `${text} ${at}\n`).join('')
const much = numbered(200_000, 'some line')

const changed = (from: Sha, to: Sha, only: readonly string[]) =>
  diffBetween({ git, objects, kept: new Kept() }, dir, { from, to }, { only: new Set(only) })

it('stays with its file, also where a folder took its name or it has another one now', async () => {
  const text = numbered(40, 'a line of it')
  const before = stateOf({ a: 'gone\n', moved: `${text}more\n`, same: text, z: 'one\n' })
  const inFolder = { 'a/b': 'folder\n', 'a/c': 'another\n' }
  const after = stateOf({ ...inFolder, now: `${text}MORE\n`, same: 'x\n', z: 'two\n', large: much })
  const files = await changed(before, after, ['a', 'now', 'z'])
  const told = new Map(files.map(({ path, patch }) => [path, patch]))
  expect([...told.keys()]).toEqual(['a', 'a/b', 'a/c', 'large', 'now', 'same', 'z'])
  expect(told.get('a')).toMatch(/^diff --git a\/a b\/a\n[^]*\n-gone\n$/)
  expect(told.get('now')).toMatch(/rename from moved\nrename to now\n[^]*\n-more\n\+MORE\n$/)
  expect(told.get('z')).toMatch(/^diff --git a\/z b\/z\n[^]*\n-one\n\+two\n$/)
  for (const path of ['a/b', 'a/c', 'large', 'same']) expect([path, told.get(path)]).toEqual([path, null])
})

it('is read with the rest where there are more names than a program can be started with', async () => {
  const names = Array.from({ length: 900 }, (_one, at) => `${'long/'.repeat(600)}${at}`)
  const before = stateOf({ first: 'x\n' })
  const after = stateOf({ ...Object.fromEntries(names.map((name) => [name, 'new\n'])), first: 'y\n' })
  const files = await changed(before, after, [...names, 'first'])
  expect(files).toHaveLength(901)
  expect(files[0]?.patch).toMatch(/\n-x\n\+y\n$/)
})
