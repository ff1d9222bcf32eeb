import type { Sha } from '../../core/sha.ts'
import type { Comment } from '../threads/comment.ts'
import type { Person } from '../threads/thread.ts'

export type Side = 'old' | 'new'

/** Lines of a file, in what was offered at some time. */
export interface Position {
  readonly path: string
  /** Of what was there before, or of what is offered. */
  readonly side: Side
  /** The last of them, counted from 1. */
  readonly line: number
  /** Null for a single one. */
  readonly startLine: number | null
  readonly commitSha: Sha
  /** Where that commit had left the target. */
  readonly baseSha: Sha
}

/** Something that was said in a pull request. */
export interface PullComment extends Comment {
  /** Null for what is said about the whole. */
  readonly place: Place | null
}

/** Where in the changes it was said, and where that is now. */
export interface Place {
  readonly original: Position
  /** Null when the lines are gone. */
  readonly now: Position | null
  /** The lines are gone, or say something else now. */
  readonly isOutdated: boolean
  readonly reviewId: { readonly id: number; readonly uuid: string } | null
  /** The comment that the conversation began with. */
  readonly rootId: number
  /** What it answers; null for the first, and when that one is gone. */
  readonly inReplyTo: { readonly id: number; readonly uuid: string } | null
  readonly isResolved: boolean
  readonly resolvedBy: Person | null
}
