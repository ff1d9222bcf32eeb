import type { Person } from '../threads/thread.ts'
import type { Position, PullComment } from './pull-comment.ts'

export const reviewEvents = ['approve', 'request_changes', 'comment'] as const
export type ReviewEvent = (typeof reviewEvents)[number]

export type ReviewState = 'pending' | 'approved' | 'changes_requested' | 'commented'

export const stateOf: Readonly<Record<ReviewEvent, ReviewState>> = {
  approve: 'approved',
  request_changes: 'changes_requested',
  comment: 'commented',
}

/** What somebody thinks of a version of a pull request. While it is pending, only they know of it. */
export interface Review {
  readonly id: number
  readonly uuid: string
  readonly threadId: number
  readonly author: Person | null
  readonly state: ReviewState
  readonly body: string
  readonly version: number
  readonly commitSha: string
  /** It was given to another version, which changed something else. */
  readonly isStale: boolean
  readonly createdAt: number
  readonly updatedAt: number
  readonly submittedAt: number | null
  readonly dismissedAt: number | null
  readonly dismissedBy: Person | null
  readonly dismissal: string
}

/** Written for a review that is not submitted. */
export interface PendingComment {
  readonly id: number
  readonly uuid: string
  readonly body: string
  readonly position: Position
  /** The comment that it answers. */
  readonly answersId: number | null
  readonly createdAt: number
}

export interface ReviewWithComments extends Review {
  readonly comments: readonly PullComment[]
  readonly pending: readonly PendingComment[]
}
