import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { Reader } from '../../db/handle.ts'
import { visibleAmong } from '../repos/visible-to.ts'
import type { Comment } from './comment.ts'
import { commentsByIds } from './comment-store.ts'
import { type OpenThread, openThread, type ThreadRef } from './open-threads.ts'
import { eventsByIds, type PastEvent } from './timeline.ts'

/** On a page: long conversations are read in few pieces. */
export const itemsAPage = 100

export type TimelineItem =
  | { readonly kind: 'comment'; readonly comment: Comment }
  | { readonly kind: 'event'; readonly event: PastEvent }

export async function listTimeline(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: ThreadRef,
  request: PageRequest,
): Promise<Page<TimelineItem>> {
  return readTimeline(app, actor, await openThread(app, actor, ref, 'read'), request)
}

/** Comments and what happened, in their order. What comes from where the reader may not look is not there. */
export async function readTimeline(
  app: Pick<App, 'db'>,
  actor: Actor,
  { repo, thread }: OpenThread,
  request: PageRequest,
): Promise<Page<TimelineItem>> {
  const events = eventsSeenBy(app.db, actor, { repoId: repo.id, threadId: thread.id })
  const [rows, counted] = await Promise.all([
    events
      .select(['id', 'created_at', sql<number>`0`.as('is_comment')])
      .unionAll(
        app.db
          .selectFrom('comments')
          .select(['id', 'created_at', sql<number>`1`.as('is_comment')])
          .where('thread_id', '=', thread.id),
      )
      .orderBy('created_at')
      .orderBy('is_comment')
      .orderBy('id')
      .limit(request.perPage)
      .offset(offsetOf(request))
      .execute(),
    events.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  const items = await readItems(app.db, rows)
  return { ...request, items, total: thread.commentCount + Number(counted.count) }
}

interface Timeline {
  readonly repoId: number
  readonly threadId: number
}

function eventsSeenBy(reader: Reader, actor: Actor, { repoId, threadId }: Timeline) {
  return reader
    .selectFrom('timeline_events')
    .where('thread_id', '=', threadId)
    .where((eb) =>
      eb.or([
        eb('source_repo_id', 'is', null),
        eb('source_repo_id', '=', repoId),
        eb.exists(
          eb
            .selectFrom('repos')
            .select('repos.id')
            .whereRef('repos.id', '=', 'timeline_events.source_repo_id')
            .where(visibleAmong(actor)),
        ),
      ]),
    )
}

/** On which page of the conversation somebody finds what was said at a time. */
export async function pageOfTime(reader: Reader, actor: Actor, timeline: Timeline, time: number): Promise<number> {
  const [events, comments] = await Promise.all([
    eventsSeenBy(reader, actor, timeline)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('created_at', '<=', time)
      .executeTakeFirstOrThrow(),
    reader
      .selectFrom('comments')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('thread_id', '=', timeline.threadId)
      .where('created_at', '<=', time)
      .executeTakeFirstOrThrow(),
  ])
  const before = Number(events.count) + Number(comments.count)
  return Math.max(1, Math.ceil(before / itemsAPage))
}

interface ItemRow {
  readonly id: number
  readonly is_comment: number
}

async function readItems(reader: Reader, rows: readonly ItemRow[]): Promise<readonly TimelineItem[]> {
  const idsOf = (isComment: number): number[] =>
    rows.filter((row) => Number(row.is_comment) === isComment).map((row) => row.id)
  const [comments, events] = await Promise.all([commentsByIds(reader, idsOf(1)), eventsByIds(reader, idsOf(0))])
  const said = new Map(comments.map((comment) => [comment.id, comment]))
  const done = new Map(events.map((event) => [event.id, event]))
  return rows.flatMap((row): TimelineItem[] => {
    const comment = Number(row.is_comment) === 1 ? said.get(row.id) : undefined
    const event = Number(row.is_comment) === 0 ? done.get(row.id) : undefined
    if (comment !== undefined) return [{ kind: 'comment', comment }]
    return event === undefined ? [] : [{ kind: 'event', event }]
  })
}
