import { parseSha, type Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import { pipeGit } from './pipe-git.ts'
import { type Git, type GitCall, GitError, type RepoDir } from './run-git.ts'
import { gaveUp, memoryLimit, TooLarge } from './too-large.ts'

export interface CommitPatchId {
  readonly sha: Sha
  /** The same for the same change, wherever it was made. Null for a commit that changes nothing. */
  readonly patchId: string | null
}

interface Range {
  /** Where the two histories went apart. */
  readonly base: Sha
  readonly head: Sha
}

type Parts = { readonly git: Git; readonly kept: Kept }

const mostCommits = 1000
const patienceMs = 30_000

/**
 * Renames are told as what goes and what comes, so that no setting has a say. Spaces count: indentation can be all that
 * a change is about, and whoever has approved one has not approved the other.
 */
const differ = ['diff-tree', '-r', '-p', '--no-renames', '--full-index', '--no-color', '--no-ext-diff', '--no-textconv']

/** Of all changes together. Null where there are none, or more than can be looked at: such a patch is like no other. */
export async function findPatchId(parts: Parts, dir: RepoDir, { base, head }: Range): Promise<string | null> {
  try {
    const { patchId } = await parts.kept.of(dir, ['patch-id', base, head], sizeOf, async () => {
      const [sum] = await sumsOf(parts.git, dir, { words: differ, revs: [base, head], env: memoryLimit }, '')
      return { patchId: sum?.slice(0, 40) ?? null }
    })
    return patchId
  } catch (error) {
    if (error instanceof TooLarge) return null
    throw error
  }
}

function sizeOf(): number {
  return 60
}

/**
 * Of each commit that `head` has and `base` has not, oldest first; merges change nothing of their own. Throws `TooLarge`
 * where that is more than can be looked at.
 */
export function listPatchIds(parts: Parts, dir: RepoDir, { base, head }: Range): Promise<readonly CommitPatchId[]> {
  const sizeOfAll = (commits: readonly CommitPatchId[]): number => commits.length * 140
  return parts.kept.of(dir, ['patch-ids', base, head], sizeOfAll, async () => {
    const words = ['rev-list', '--reverse', '--topo-order', '--no-merges', `--max-count=${mostCommits}`, `^${base}`]
    const list = (await parts.git.run(dir, { words, revs: [head] })).toString('latin1')
    const call = { words: [...differ, '--stdin', '--root'], env: memoryLimit }
    const sums = await sumsOf(parts.git, dir, call, list)
    const found = new Map(sums.map((line) => [line.slice(41), line.slice(0, 40)]))
    return list.split('\n').flatMap((line) => {
      const sha = parseSha(line)
      return sha === null ? [] : [{ sha, patchId: found.get(sha) ?? null }]
    })
  })
}

/** A line for each: the sum, and the commit. */
async function sumsOf(git: Git, dir: RepoDir, call: GitCall, input: string): Promise<readonly string[]> {
  try {
    const said = await pipeGit(git, dir, [call, { words: ['patch-id', '--verbatim'] }], {
      input,
      timeoutMs: patienceMs,
    })
    return said
      .toString('latin1')
      .split('\n')
      .filter((line) => line !== '')
  } catch (error) {
    if (error instanceof GitError && gaveUp(error)) throw new TooLarge()
    throw error
  }
}
