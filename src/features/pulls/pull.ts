import type { Sha } from '../../core/sha.ts'
import type { Person, Thread } from '../threads/thread.ts'

export const mergeMethods = ['merge', 'squash', 'rebase'] as const
export type MergeMethod = (typeof mergeMethods)[number]

/** A pull request: a thread, and what is to be merged where. */
export interface Pull extends Thread {
  readonly sourceRepo: SourceRepo | null
  readonly sourceBranch: string
  readonly targetBranch: string
  readonly isDraft: boolean
  readonly headSha: Sha
  /** The numbers below are those of this head, and of the target at `targetSha`. */
  readonly seenHead: Sha
  readonly targetSha: Sha
  readonly mergeBase: Sha | null
  readonly version: number
  readonly additions: number
  readonly deletions: number
  readonly changedFiles: number
  readonly commitCount: number
  /** Null while nobody has looked. */
  readonly mergeable: boolean | null
  /** Paths, where it is not. */
  readonly conflicts: readonly string[]
  readonly requestedReviewers: readonly Person[]
  readonly mergedAt: number | null
  readonly mergedBy: Person | null
  readonly mergeCommitSha: Sha | null
  /** What was asked for when it was merged. */
  readonly mergeRequest: string | null
  readonly autoMerge: AutoMerge | null
}

/** Null in a pull request when it is gone. */
export interface SourceRepo {
  readonly id: number
  readonly owner: string
  readonly slug: string
  readonly isPublic: boolean
}

export interface MergeInput {
  readonly method: MergeMethod
  readonly title?: string | undefined
  readonly message?: string | undefined
  readonly headSha?: string | undefined
  /** Into this branch and no other, wherever the pull request goes by then. */
  readonly targetBranch?: string | undefined
  readonly deleteBranch?: boolean | undefined
}

/** To be merged as soon as nothing is in the way, in somebody's name. */
export interface AutoMerge {
  readonly by: Person
  readonly input: MergeInput
}

/** One state that the series of commits was in. */
export interface PullVersion {
  readonly number: number
  readonly headSha: Sha
  readonly baseSha: Sha | null
  readonly patchKey: string | null
  readonly pusherId: number | null
  readonly pusher: string | null
  readonly createdAt: number
}
