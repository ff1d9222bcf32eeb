import { hasNul } from '../core/decode-text.ts'
import type { Sha } from '../core/sha.ts'
import type { ChangedEntry, ChangedFile } from './changed-files.ts'
import type { ObjectStore } from './object-store.ts'
import { type Patch, pairPatches } from './read-patches.ts'
import type { RepoDir } from './run-git.ts'

type Counts = Pick<ChangedFile, 'additions' | 'deletions'>

const plus = 0x2b
const minus = 0x2d
/** Of files that have changed nothing but their name or mode: more of them, or larger ones, are left to git. */
const mostSame = 50
const largestSame = 64 * 1024

/**
 * Counts the lines that came and went, as git would, by the patches of files: for counts besides, git compares everything
 * twice. Null where patches do not tell.
 */
export async function countChangedLines(
  objects: ObjectStore,
  dir: RepoDir,
  entries: readonly ChangedEntry[],
  sections: readonly string[],
): Promise<readonly ChangedFile[] | null> {
  // Of those git shows one that goes and one that comes, and counts what the two have in common as if it stayed.
  if (entries.some(({ kind }) => kind === 'type-changed')) return null
  const patches = pairPatches(entries, sections)
  const binary = await findBinary(objects, dir, entries)
  if (binary === null) return null
  const files = entries.map((entry, at) => {
    const counts = binary.has(entry) ? noLines : countsOf(patches[at] ?? null)
    return counts && { ...entry, ...counts }
  })
  return files.every((file) => file !== null) ? files : null
}

const noLines: Counts = { additions: null, deletions: null }

function countsOf(patch: Patch): Counts | null {
  if (patch === null) return null
  let at = patch.indexOf('\n@@ ')
  if (at === -1 && patch.includes('\nBinary files ')) return noLines
  let additions = 0
  let deletions = 0
  for (; at !== -1; at = patch.indexOf('\n', at + 1)) {
    const sign = patch.charCodeAt(at + 1)
    if (sign === plus) additions += 1
    else if (sign === minus) deletions += 1
  }
  return { additions, deletions }
}

/** Of those that hold what they held: their patches say nothing of it. */
async function findBinary(
  objects: ObjectStore,
  dir: RepoDir,
  entries: readonly ChangedEntry[],
): Promise<ReadonlySet<ChangedEntry> | null> {
  const same = entries.filter(({ oldSha, newSha, newMode }) => oldSha === newSha && newMode !== submodule)
  if (same.length > mostSame) return null
  const found = await Promise.all(same.map(({ newSha }) => isBinary(objects, dir, newSha)))
  return found.includes(null) ? null : new Set(same.filter((_, at) => found[at] === true))
}

const submodule = '160000'

async function isBinary(objects: ObjectStore, dir: RepoDir, sha: Sha): Promise<boolean | null> {
  const info = await objects.info(dir, sha)
  const object = info !== null && info.size <= largestSame ? await objects.read(dir, sha) : null
  return object && hasNul(object.data)
}
