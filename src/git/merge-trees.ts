import type { Sha } from '../core/sha.ts'
import { layOutAttributes } from './merge-attributes.ts'
import type { ObjectStore } from './object-store.ts'
import { parseCommit } from './parse-commit.ts'
import { type ConflictedFile, type ParsedMerge, parseMerge } from './parse-merge.ts'
import { type Git, GitError } from './run-git.ts'
import type { Scratch } from './scratch.ts'
import { gaveUp, memoryLimit } from './too-large.ts'

export type Merged =
  | { readonly kind: 'clean'; readonly tree: Sha }
  /** Not more than `mostFiles` of them. The tree has markers in their text, and is there as long as the scratch. */
  | { readonly kind: 'conflict'; readonly tree: Sha; readonly files: readonly ConflictedFile[] }
  | { readonly kind: 'unrelated' }
  /** It took too long, or more memory than one merge may take. */
  | { readonly kind: 'too-large' }

export interface MergeParts {
  readonly git: Git
  readonly objects: ObjectStore
}

const mostFiles = 1000
const mostBytes = 8 * 1024 * 1024
const patienceMs = 60_000

/** No fsync: what is worth keeping is written again. As many renames are looked for as git's own merge does. */
const words = [
  '-c',
  'core.fsync=none',
  '-c',
  'merge.renameLimit=7000',
  'merge-tree',
  '--write-tree',
  '-z',
  '--name-only',
  '--messages',
]

/** Merges two commits as `git merge` would, without a work tree. New objects are in the scratch. */
export async function mergeTrees(
  { git, objects }: MergeParts,
  scratch: Scratch,
  [ours, theirs]: readonly [Sha, Sha],
  timeoutMs = patienceMs,
): Promise<Merged> {
  if (timeoutMs <= 0) return { kind: 'too-large' }
  const until = performance.now() + timeoutMs
  await scratch.show()
  const first = await run(git, scratch, [ours, theirs], { timeoutMs, attributes: null })
  if ('kind' in first) return first
  if (first.mixed.length === 0) return resultOf(first)
  // As in a work tree, the attributes of the side that is merged into count.
  const { tree } = parseCommit(await scratch.read(ours))
  const attributes = await layOutAttributes(objects, scratch, tree, first.mixed)
  if (attributes === null) return resultOf(first)
  const left = Math.max(1, until - performance.now())
  const second = await run(git, scratch, [ours, theirs], { timeoutMs: left, attributes })
  return 'kind' in second ? second : resultOf(second)
}

type Run = (ParsedMerge & { readonly clean: boolean }) | Merged

async function run(
  git: Git,
  scratch: Scratch,
  sides: readonly [Sha, Sha],
  { timeoutMs, attributes }: { readonly timeoutMs: number; readonly attributes: string | null },
): Promise<Run> {
  const place = attributes === null ? [] : ['-C', attributes]
  const tree = attributes === null ? {} : { GIT_DIR: scratch.dir, GIT_WORK_TREE: attributes }
  const env = { ...scratch.env, ...memoryLimit, ...tree }
  const call = { words: [...place, ...words], revs: sides, env }
  const { exitCode, stdout, stderr } = await git.try(scratch.dir, call, { maxBytes: mostBytes, cut: true, timeoutMs })
  const cut = stdout.length >= mostBytes
  if (exitCode === 0 || exitCode === 1 || cut) return { ...parseMerge(stdout, sides), clean: exitCode === 0 }
  if (stderr.includes('refusing to merge unrelated histories')) return { kind: 'unrelated' }
  if (gaveUp({ stderr })) return { kind: 'too-large' }
  throw new GitError(call, exitCode, stderr)
}

function resultOf({ clean, tree, files }: ParsedMerge & { readonly clean: boolean }): Merged {
  return clean ? { kind: 'clean', tree } : { kind: 'conflict', tree, files: files.slice(0, mostFiles) }
}
