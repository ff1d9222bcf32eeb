import type { Reader, Tx } from '../../db/handle.ts'
import { preparedList } from '../../db/prepared.ts'
import { uuid } from '../../db/uuid.ts'
import type { Person } from './thread.ts'

/**
 * What happened to a thread besides comments, in its own words: a page must be able to tell it although the label, the
 * branch or the person has another name by now, or is gone.
 */
export type TimelineEvent =
  | { readonly type: 'closed'; readonly commitSha?: string; readonly pull?: string }
  | { readonly type: 'reopened' | 'locked' | 'unlocked' | 'pinned' | 'unpinned' }
  /** Both are empty where the former titles were removed. */
  | { readonly type: 'renamed'; readonly from: string; readonly to: string }
  | { readonly type: 'labeled' | 'unlabeled'; readonly name: string; readonly color: string }
  | { readonly type: 'assigned' | 'unassigned'; readonly username: string }
  | { readonly type: 'milestoned' | 'demilestoned'; readonly title: string }
  | { readonly type: 'merged'; readonly commitSha: string; readonly branch: string }
  /** `refused`: why it was not taken over from the fork that it was pushed to. */
  | {
      readonly type: 'pushed'
      readonly version: number
      readonly before: string
      readonly after: string
      readonly refused?: string
    }
  | { readonly type: 'branch-deleted'; readonly branch: string }
  | { readonly type: 'retargeted'; readonly from: string; readonly to: string }
  | { readonly type: 'drafted' | 'readied' | 'auto-merge-set' | 'auto-merge-dropped' }
  | { readonly type: 'review-requested' | 'review-request-removed'; readonly username: string }
  | { readonly type: 'review-dismissed'; readonly username: string | null; readonly message: string }
  /** `source`: `owner/repo#12` or `owner/repo@sha`. */
  | { readonly type: 'referenced'; readonly source: string; readonly closes: boolean }

export interface TimelineEntry {
  readonly threadId: number
  /** Null: the service itself, or an account that is gone. */
  readonly actorId: number | null
  readonly event: TimelineEvent
  /** Only who may read this repository is told. */
  readonly sourceRepoId?: number
}

export async function addToTimeline(tx: Tx, { threadId, actorId, event, sourceRepoId }: TimelineEntry): Promise<void> {
  const { type, ...details } = event
  await tx
    .insertInto('timeline_events')
    .values({
      uuid: uuid(),
      thread_id: threadId,
      actor_id: actorId,
      type,
      details: JSON.stringify(details),
      source_repo_id: sourceRepoId ?? null,
      created_at: tx.now,
    })
    .execute()
}

/** Who was ever asked for a review, by the name that they had then. */
export async function namesRequested(reader: Reader, threadId: number): Promise<ReadonlySet<string>> {
  const rows = await reader
    .selectFrom('timeline_events')
    .select('details')
    .where('thread_id', '=', threadId)
    .where('type', '=', 'review-requested')
    .execute()
  return new Set(rows.map(({ details }) => (JSON.parse(details) as { username: string }).username))
}

/** That a title was changed stays, and what it was does not. */
export async function forgetTitles(tx: Tx, threadId: number): Promise<void> {
  await tx
    .updateTable('timeline_events')
    .set({ details: JSON.stringify({ from: '', to: '' }) })
    .where('thread_id', '=', threadId)
    .where('type', '=', 'renamed')
    .execute()
}

/** Says of the last push that brought this commit what became of it. */
export async function noteOnPush(
  tx: Tx,
  threadId: number,
  { after, refused }: { readonly after: string; readonly refused: string },
): Promise<void> {
  const pushes = await tx
    .selectFrom('timeline_events')
    .select(['id', 'details'])
    .where('thread_id', '=', threadId)
    .where('type', '=', 'pushed')
    .orderBy('id', 'desc')
    .limit(mostPushes)
    .execute()
  const push = pushes.find(({ details }) => detailsOf(details)['after'] === after)
  if (push === undefined) return
  const details = JSON.stringify({ ...detailsOf(push.details), refused })
  await tx.updateTable('timeline_events').set({ details }).where('id', '=', push.id).execute()
}

/** Since somebody has looked. */
const mostPushes = 100

function detailsOf(json: string): Readonly<Record<string, unknown>> {
  return JSON.parse(json) as Record<string, unknown>
}

/** Something that happened, as it is read back. */
export interface PastEvent {
  readonly id: number
  readonly uuid: string
  readonly actor: Person | null
  readonly event: TimelineEvent
  readonly createdAt: number
}

export async function eventsByIds(reader: Reader, ids: readonly number[]): Promise<readonly PastEvent[]> {
  if (ids.length === 0) return []
  return (await byIds(reader, ids, {})).map((row) => ({
    id: row.id,
    uuid: row.uuid,
    actor: row.actor_id === null || row.actor_name === null ? null : { id: row.actor_id, username: row.actor_name },
    // `addToTimeline` is the only one who writes them, from an event of this type.
    event: { type: row.type, ...JSON.parse(row.details) } as TimelineEvent,
    createdAt: row.created_at,
  }))
}

const byIds = preparedList((db, ids: readonly number[]) =>
  db
    .selectFrom('timeline_events')
    .leftJoin('owners', 'owners.id', 'timeline_events.actor_id')
    .selectAll('timeline_events')
    .select('owners.name as actor_name')
    .where('timeline_events.id', 'in', ids),
)
