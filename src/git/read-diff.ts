import type { Sha } from '../core/sha.ts'
import { emptyTree, listChanged, parseEntries, type WholeDiff } from './changed-files.ts'
import { countChangedLines } from './count-changed-lines.ts'
import { diffWords } from './diff-reader.ts'
import type { Kept } from './kept.ts'
import type { ObjectStore } from './object-store.ts'
import { treeOfCommit } from './parse-commit.ts'
import { patchText } from './patch-text.ts'
import { sectionsOf } from './read-patches.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Of what most commits change. */
const limits = { maxBytes: 2 * 1024 * 1024, timeoutMs: 2000 } as const

interface Parts {
  readonly git: Git
  readonly kept: Kept
  readonly objects: ObjectStore
}

/** Files and patches by one git instead of two, one after the other. Of what is too much for that, the files alone if they fit. */
export function readDiff(parts: Parts, dir: RepoDir, from: Sha, to: Sha): Promise<WholeDiff> {
  return parts.kept.of(dir, ['diff', from, to], sizeOf, async () => {
    const lasting = await askLasting(parts, dir, from, to)
    const diff = lasting === null || lasting === 'failed' ? await askOnce(parts, dir, from, to) : lasting
    if (diff === null) return { files: null, sections: null }
    if (diff === 'too much') return { files: await listChanged(parts, dir, from, to), sections: null }
    const text = patchText(diff)
    const fields = text.split('\0')
    const { entries, taken } = await parseEntries(fields)
    // Behind the files comes an empty field, then all that is left is patches, which may have NULs of their own.
    const start = fields.slice(0, taken + 1).reduce((sum, field) => sum + field.length + 1, 0)
    const sections = sectionsOf(text.slice(start))
    const files = await countChangedLines(parts.objects, dir, entries, sections)
    return { files: files ?? (await listChanged(parts, dir, from, to)), sections }
  })
}

/** By the git that stays. */
async function askLasting({ objects }: Parts, dir: RepoDir, from: Sha, to: Sha) {
  if (from !== emptyTree) return objects.diff(dir, { commit: to, parent: from }, limits)
  // What a first commit is compared with is a tree, and those are compared with trees alone.
  const tree = await treeOf(objects, dir, to)
  return tree === null ? null : objects.diff(dir, { from, to: tree }, limits)
}

async function askOnce({ git }: Parts, dir: RepoDir, from: Sha, to: Sha): Promise<Buffer | null> {
  const { exitCode, stdout } = await git.try(dir, { words: diffWords, revs: [from, to] }, limits)
  return exitCode === 0 ? stdout : null
}

async function treeOf(objects: ObjectStore, dir: RepoDir, sha: Sha): Promise<Sha | null> {
  const object = await objects.read(dir, sha)
  return object?.type === 'commit' ? treeOfCommit(object.data) : null
}

function sizeOf({ files, sections }: WholeDiff): number {
  return (files?.length ?? 0) * 300 + (sections ?? []).reduce((sum, text) => sum + text.length, 0)
}
