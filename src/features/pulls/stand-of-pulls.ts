import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db/handle.ts'

/** How a pull request stands, in a word each. */
export interface PullStand {
  /** `required`: nobody has given a verdict that still holds. */
  readonly review: 'required' | 'approved' | 'changes_requested'
  /** Of all its checks together; null where none has reported. */
  readonly status: 'success' | 'failure' | 'pending' | null
}

/** Somebody's last word, not dismissed. */
const said = (verdict: 'approved' | 'changes_requested') => sql<SqlBool>`exists (
  select 1 from reviews as verdict
  where verdict.thread_id = pulls.thread_id and verdict.state = ${verdict} and verdict.dismissed_at is null
    and not exists (
      select 1 from reviews as later
      where later.thread_id = verdict.thread_id and later.author_id = verdict.author_id
        and later.state in ('approved', 'changes_requested')
        and (later.submitted_at > verdict.submitted_at
          or (later.submitted_at = verdict.submitted_at and later.id > verdict.id))
    )
)`

/** The newest of some check of its last commit says so. */
const checked = (states: readonly string[]) => sql<SqlBool>`exists (
  select 1 from commit_statuses as status
  where status.repo_id = pulls.repo_id and status.sha = pulls.head_sha and status.state in (${sql.join(states)})
    and not exists (
      select 1 from commit_statuses as newer
      where newer.repo_id = status.repo_id and newer.sha = status.sha and newer.context = status.context
        and newer.id > status.id
    )
)`

const review = sql<PullStand['review']>`case
  when ${said('changes_requested')} then 'changes_requested'
  when ${said('approved')} then 'approved'
  else 'required' end`

const status = sql<PullStand['status']>`case
  when ${checked(['failure', 'error'])} then 'failure'
  when ${checked(['pending'])} then 'pending'
  when ${checked(['success'])} then 'success' end`

export function standsInReview(wanted: PullStand['review']) {
  return sql<SqlBool>`${review} = ${wanted}`
}

export function standsInChecks(wanted: PullStand['status']) {
  return sql<SqlBool>`${status} = ${wanted}`
}

/** By the ids of their threads, in one question. */
export async function standOfPulls(
  { db }: { readonly db: Reader },
  ids: readonly number[],
): Promise<ReadonlyMap<number, PullStand>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('pulls')
    .select(['thread_id', review.as('review'), status.as('status')])
    .where('thread_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.thread_id, { review: row.review, status: row.status }]))
}
