import { alreadyExists, invalidField, notFound } from '../../core/errors.ts'
import { branchRef, type RefName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import { readRef } from '../../git/read-ref.ts'
import type { RepoDir } from '../../git/run-git.ts'

/** Where a commit that the service writes for somebody goes. */
export interface CommitPlace {
  /** The default branch unless said otherwise. */
  readonly branch?: string | undefined
  /** Commits to a new branch that begins where `branch` is, and leaves that one alone. */
  readonly newBranch?: string | undefined
}

export interface Start {
  readonly branch: string
  readonly ref: RefName
  /** Where the ref is: nowhere, when it is to be made. */
  readonly before: Sha
  /** The commit to go on from; none in an empty repository. */
  readonly head: Sha | null
}

export async function findStart(dir: RepoDir, repo: Repo, place: CommitPlace): Promise<Start> {
  const branch = place.branch ?? repo.defaultBranch
  const ref = requireBranchRef('branch', branch)
  // From git itself: what follows is compared with nothing else.
  const head = await readRef(dir, ref)
  if (head === null && !repo.isEmpty && branch !== repo.defaultBranch) throw notFound('BRANCH')
  if (place.newBranch === undefined) return { branch, ref, before: head ?? noSha, head }
  const target = requireBranchRef('new_branch', place.newBranch)
  if ((await readRef(dir, target)) !== null) {
    throw alreadyExists('BRANCH', 'new_branch', `${place.newBranch} exists already`)
  }
  return { branch: place.newBranch, ref: target, before: noSha, head }
}

export function requireBranchRef(field: string, name: string): RefName {
  const ref = branchRef(name)
  if (ref === null) throw invalidField(field, 'format', 'is not a name for a branch')
  return ref
}
