import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/handle.ts'

/**
 * What happened to a thread besides comments, in its own words: a page must be able to tell it although the label, the
 * branch or the person has another name by now, or is gone.
 */
export type TimelineEvent =
  | { readonly type: 'closed'; readonly commitSha?: string; readonly pull?: string }
  | { readonly type: 'reopened' | 'locked' | 'unlocked' | 'pinned' | 'unpinned' }
  | { readonly type: 'renamed'; readonly from: string; readonly to: string }
  | { readonly type: 'labeled' | 'unlabeled'; readonly name: string; readonly color: string }
  | { readonly type: 'assigned' | 'unassigned'; readonly username: string }
  | { readonly type: 'milestoned' | 'demilestoned'; readonly title: string }
  /** `source`: `owner/repo#12` or `owner/repo@sha`. */
  | { readonly type: 'merged'; readonly commitSha: string; readonly branch: string }
  | { readonly type: 'pushed'; readonly version: number; readonly before: string; readonly after: string }
  | { readonly type: 'branch-deleted'; readonly branch: string }
  | { readonly type: 'retargeted'; readonly from: string; readonly to: string }
  | { readonly type: 'drafted' | 'readied' | 'auto-merge-set' | 'auto-merge-dropped' }
  | { readonly type: 'review-requested' | 'review-request-removed'; readonly username: string }
  | { readonly type: 'review-dismissed'; readonly username: string | null; readonly message: string }
  | { readonly type: 'referenced'; readonly source: string; readonly closes: boolean }

export interface TimelineEntry {
  readonly threadId: number
  /** Null: the service itself, or an account that is gone. */
  readonly actorId: number | null
  readonly event: TimelineEvent
}

export async function addToTimeline(tx: Tx, { threadId, actorId, event }: TimelineEntry): Promise<void> {
  const { type, ...details } = event
  await tx
    .insertInto('timeline_events')
    .values({
      uuid: uuid(),
      thread_id: threadId,
      actor_id: actorId,
      type,
      details: JSON.stringify(details),
      created_at: tx.now,
    })
    .execute()
}
