import { dirname } from 'node:path'
import { noSha, type Sha } from '../core/sha.ts'
import type { Git, RepoDir } from './run-git.ts'

/** The largest repository there is, on the slowest disk. */
const patienceMs = 12 * 60 * 60_000
const mostOutput = 256 * 1024 * 1024

/**
 * Writes a pack (`<base>-<id>.pack`, and its index) with all that `wanted` need and `known` do not have. Returns the id;
 * null where nothing is missing. Everything that goes in is looked at: a repository that lacks something is an error.
 * Repacking and pushing may go on meanwhile, and the folder may be moved.
 */
export async function packSince(
  git: Git,
  dir: RepoDir,
  { wanted, known }: { readonly wanted: readonly Sha[]; readonly known: readonly Sha[] },
  base: string,
): Promise<string | null> {
  const had = new Set(known)
  const fresh = [...new Set(wanted)].filter((sha) => !had.has(sha) && sha !== noSha)
  if (fresh.length === 0) return null
  const still = await presentObjects(git, dir, known)
  const input = [...fresh, ...still.map((sha) => `^${sha}`), ''].join('\n')
  const words = ['pack-objects', '--revs', '--non-empty', '--quiet', '--delta-base-offset']
  // Git writes a pack among its objects and then renames it, which fails where `base` is on another disk. So the objects are
  // those beside `base`, where there are none yet, and the repository's are read besides.
  const env = { GIT_OBJECT_DIRECTORY: dirname(base), GIT_ALTERNATE_OBJECT_DIRECTORIES: 'objects' }
  const call = { words: [...words, '--threads=1', '--window-memory=256m', base], env }
  const id = (await git.run(dir, call, { input, timeoutMs: patienceMs })).toString('latin1').trim()
  return id === '' ? null : id
}

/** Those that are there. Of branches that were deleted long ago nothing may be left. */
export async function presentObjects(git: Git, dir: RepoDir, shas: readonly Sha[]): Promise<readonly Sha[]> {
  if (shas.length === 0) return []
  const input = shas.map((sha) => `${sha}\n`).join('')
  const call = { words: ['cat-file', '--batch-check=%(objecttype)'] }
  const lines = (await git.run(dir, call, { input, maxBytes: mostOutput, timeoutMs: patienceMs }))
    .toString('latin1')
    .split('\n')
  return shas.filter((_, at) => lines[at]?.endsWith(' missing') === false)
}
