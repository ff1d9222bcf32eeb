import { Transform } from 'node:stream'
import { isDotGitmodules } from '../core/disguised-names.ts'
import { findHostileSubmodule, isSuspicious } from './find-hostile-submodule.ts'
import { quarantineEnv } from './quarantine.ts'
import { type ObjectPlace, readContents } from './read-contents.ts'
import { readLooseTrees } from './read-loose-trees.ts'
import type { Git, RepoDir } from './run-git.ts'
import { kindOf, treeEntries } from './tree-entries.ts'

/** A folder of two hundred thousand entries: more than the object store reads either. */
const largestTree = 8 * 1024 * 1024
const largestGitmodules = 1024 * 1024
const mostGitmodules = 10_000
const mostSuspicious = 100

/** Filled while folders stream by: what is wrong with one, and which files are a .gitmodules. */
interface Findings {
  hostile: string | null
  readonly gitmodules: Set<string>
}

/**
 * Looks through the folders that a push brings for what git's own check (see receive-pack.ts) lets pass: submodules that
 * trick a git which checks them out, by a control character in the name (CVE-2025-48384), in a folder or in a
 * .gitmodules. A sentence for the person who pushed, or null.
 */
export async function findHostileObject(git: Git, dir: RepoDir, quarantine: string): Promise<string | null> {
  const found: Findings = { hostile: null, gitmodules: new Set() }
  const place = { git, dir, env: quarantineEnv(dir, quarantine) }
  const loose = await readLooseTrees(quarantine, largestTree)
  if (loose === null) await lookThrough(place, quarantine, found)
  else for (const tree of loose) lookAt(tree, found)
  if (found.hostile !== null || found.gitmodules.size === 0) return found.hostile
  return inGitmodules(place, [...found.gitmodules])
}

async function lookThrough(place: ObjectPlace, quarantine: string, found: Findings): Promise<void> {
  const format = '--batch-check=%(objecttype) %(objectname) %(objectsize)'
  const words = ['cat-file', '--batch-all-objects', '--unordered', '--buffer', format]
  // Without the repository's own objects as an alternate: only what is new.
  const env = { GIT_OBJECT_DIRECTORY: quarantine }
  const list = place.git.spawn(place.dir, { words, env }, ['ignore', 'pipe', 'ignore'])
  if (list.stdout === null) throw new Error('git was started without its pipes')
  const failed = new Promise<never>((_, reject) => {
    list.once('error', reject)
    list.once('exit', (code) => {
      if (code !== 0) reject(new Error(`git cat-file ended with ${code}`))
    })
  })
  try {
    const looked = readContents(place, [list.stdout, treesOnly(found)], (tree) => lookAt(tree, found))
    await Promise.race([looked, failed])
  } finally {
    failed.catch(() => undefined)
    list.kill('SIGKILL')
  }
}

/** From the list of all objects to the questions for folders. */
function treesOnly(found: Findings): Transform {
  let rest = ''
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      let wanted = ''
      for (const line of lines) {
        if (!line.startsWith('tree ')) continue
        const [, id = '', size = ''] = line.split(' ')
        if (Number(size) > largestTree) found.hostile ??= 'A folder in this push has too many entries'
        else wanted += `${id}\n`
      }
      if (wanted === '') done()
      else done(null, wanted)
    },
  })
}

/** What every name that somebody takes for .gitmodules begins with, or a character that macOS does not see. */
const beginnings = new Set(Buffer.from('.gG~\xe2\xef', 'latin1'))

/**
 * Whether a folder holds a submodule, or a file whose name begins so. Most hold neither, and a push may have a million
 * of them: nothing is taken out of it to be looked at.
 */
function isWorthALook(tree: Buffer): boolean {
  for (let at = 0; at < tree.length; ) {
    let mode = 0
    for (; at < tree.length && tree[at] !== 0x20; at++) mode = (mode << 3) | ((tree[at] ?? 0) - 0x30)
    const kind = kindOf(mode)
    if (kind === 'submodule' || (kind === 'file' && beginnings.has(tree[at + 1] ?? 0))) return true
    const nul = tree.indexOf(0, at)
    if (nul === -1) return false
    at = nul + 21
  }
  return false
}

function lookAt(tree: Buffer, found: Findings): void {
  if (!isWorthALook(tree)) return
  for (const { mode, name, sha } of treeEntries(tree)) {
    if (mode === '160000' && /\p{Cc}/u.test(textOf(name))) {
      found.hostile ??= 'A submodule in this push has a control character in its path'
    }
    if (!mode.startsWith('100')) continue
    if (!isDotGitmodules(textOf(name))) continue
    found.gitmodules.add(`${sha()}\n`)
    if (found.gitmodules.size > mostGitmodules) found.hostile ??= 'This push has too many versions of .gitmodules'
  }
}

function textOf(name: string): string {
  return Buffer.from(name, 'latin1').toString('utf8')
}

async function inGitmodules(place: ObjectPlace, ids: readonly string[]): Promise<string | null> {
  const { git, dir, env } = place
  const sizes = await git.run(dir, { words: ['cat-file', '--batch-check=%(objectsize)'], env }, { input: ids.join('') })
  if (
    sizes
      .toString('latin1')
      .split('\n')
      .some((size) => Number(size) > largestGitmodules)
  ) {
    return 'A .gitmodules in this push is too large'
  }
  const suspicious: Buffer[] = []
  await readContents(place, ids, (content) => {
    if (suspicious.length <= mostSuspicious && isSuspicious(content)) suspicious.push(Buffer.from(content))
  })
  if (suspicious.length > mostSuspicious) return 'This push has too many odd versions of .gitmodules'
  for (const content of suspicious) {
    const hostile = await findHostileSubmodule(git, dir, content)
    if (hostile !== null) return hostile
  }
  return null
}
