import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { noSha, parseSha } from '../core/sha.ts'
import { readRefs } from './read-ref.ts'
import type { RefChange } from './receive-pack.ts'
import type { Git, RepoDir } from './run-git.ts'
import { updateRefs } from './update-refs.ts'

/**
 * After a loss of power: of refs that were just being written, some files may be there without what was in them. They go,
 * and each such ref is again where it was before. Returns how many there were.
 */
export async function mendTornRefs(git: Git, dir: RepoDir, changes: readonly RefChange[]): Promise<number> {
  const torn: RefChange[] = []
  for (const change of changes) {
    if (!(await isTorn(join(dir, change.ref)))) continue
    await rm(join(dir, change.ref), { force: true })
    torn.push(change)
  }
  if (torn.length === 0) return 0
  const packed = await readRefs(
    dir,
    torn.map(({ ref }) => ref),
  )
  const back = torn
    .map(({ ref, before }) => ({ ref, before: packed.get(ref) ?? noSha, after: before }))
    .filter(({ before, after }) => before !== after && after !== noSha)
  if (back.length > 0) await updateRefs(git, dir, back)
  return torn.length
}

/** Empty, or filled with zeroes. No git ever leaves such a file. */
export async function isTorn(path: string): Promise<boolean> {
  const text = await readFile(path, 'latin1').catch(() => null)
  return text !== null && parseSha(text.trim()) === null && /^\0*$/.test(text)
}
