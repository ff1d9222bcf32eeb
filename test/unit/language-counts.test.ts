import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { requireSha, type Sha } from '../../src/core/sha.ts'
import { LanguageCounts } from '../../src/features/contents/language-counts.ts'
import { Kept } from '../../src/git/kept.ts'
import { ObjectStore } from '../../src/git/object-store.ts'
import { Git, type RepoDir } from '../../src/git/run-git.ts'

class CountingGit extends Git {
  listings = 0

  override spawn(...asked: Parameters<Git['spawn']>): ReturnType<Git['spawn']> {
    if (asked[1].words[0] === 'ls-tree') this.listings++
    return super.spawn(...asked)
  }
}

const runner = new CountingGit(process.env['PATH'] ?? '')
const objects = new ObjectStore(runner)
const tree = mkdtempSync(join(tmpdir(), 'stithy-languages-'))
const dir = join(tree, '.git') as RepoDir

afterAll(() => {
  objects.close()
  rmSync(tree, { recursive: true })
})

function git(...args: string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', args, { cwd: tree, env, encoding: 'utf8' }).trim()
}

function put(path: string, text: string): void {
  mkdirSync(join(tree, path, '..'), { recursive: true })
  writeFileSync(join(tree, path), text)
}

function script(path: string, text: string): void {
  put(path, text)
  chmodSync(join(tree, path), 0o755)
}

/** Each on top of the one before. */
const steps: Readonly<Record<string, () => void>> = {
  'a file that changed': () => put('src/a.ts', 'const a = 1\n'),
  'a new one, and a new language': () => put('lib/x/b.py', 'b = 2\n'),
  'an empty one': () => put('empty.go', ''),
  'what is not ours': () => put('vendor/c.ts', 'c'.repeat(999)),
  'what is no code': () => put('notes.txt', 'Nothing'),
  'a script that its first line names': () => script('bin/tool', '#!/usr/bin/env -S python3.12 -u\nprint()\n'),
  'one in another language': () => script('bin/tool', '#!/bin/sh -e\ntrue\n'),
  'one that nobody may run': () => chmodSync(join(tree, 'bin/tool'), 0o644),
  'and that somebody may': () => chmodSync(join(tree, 'bin/tool'), 0o755),
  'one that names nothing known': () => script('bin/odd', '#!/opt/nobody/knows\n'),
  'one that is very large': () => script('configure', `#!/bin/sh\n${'#'.repeat(70_000)}\n`),
  'what is known by its whole name': () => put('Vagrantfile', 'box\n'),
  'a link in place of a file': () => {
    rmSync(join(tree, 'src/a.ts'))
    symlinkSync('../notes.txt', join(tree, 'src/a.ts'))
  },
  'a folder in place of a file': () => {
    rmSync(join(tree, 'empty.go'))
    put('empty.go/d.ts', 'd')
  },
  'a file in place of a folder': () => {
    rmSync(join(tree, 'empty.go'), { recursive: true })
    put('empty.go', 'package e\n')
  },
  'a folder that moved': () => renameSync(join(tree, 'lib'), join(tree, 'vendor/lib')),
  'a language that is gone': () => rmSync(join(tree, 'empty.go')),
  'nothing at all': () => undefined,
}

it('are the same on top of what was known as from the beginning, and nobody looks at all files again', async () => {
  git('init', '-q')
  put('src/a.ts', 'const a = 0\n')
  put('src/deep/z.sh', 'true\n')
  const onTop = new LanguageCounts(runner, new Kept(), objects)
  await onTop.of(dir, commit())
  for (const [what, change] of Object.entries(steps)) {
    change()
    const now = commit()
    const before = runner.listings
    const counted = await onTop.of(dir, now)
    expect(runner.listings, what).toBe(before)
    expect(counted, what).toEqual(await new LanguageCounts(runner, new Kept(), objects).of(dir, now))
  }
  // One push that changes more than is gone through here.
  for (let at = 0; at < 600; at++) put(`many/${at}.rs`, 'fn main() {}\n')
  expect(await onTop.of(dir, commit())).toContainEqual({ name: 'Rust', bytes: 600 * 13 })
})

it('read a few scripts, of a tree that has many', async () => {
  // Two that are there already come before them.
  for (let at = 0; at < 250; at++) script(`scripts/${at}`, '#!/usr/bin/env ruby\n')
  const counts = new LanguageCounts(runner, new Kept(), objects)
  expect(await counts.of(dir, commit())).toContainEqual({ name: 'Ruby', bytes: 198 * 20 + 4 })
  // Nothing is counted on top of a part.
  put('more.go', 'package more\n')
  expect(await counts.of(dir, commit())).toContainEqual({ name: 'Ruby', bytes: 198 * 20 + 4 })
})

function commit(): Sha {
  git('add', '-A')
  return requireSha(git('write-tree'))
}
