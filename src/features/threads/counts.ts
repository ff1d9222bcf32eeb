import type { Builder, Reader } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import type { ThreadKind, ThreadState } from './thread.ts'

/**
 * Every thread once: it has one row that says what it lacks (see `bare` in resolve-filter.ts), and triggers keep count of
 * those. One number for each sum that the repository has.
 */
export function selectCounts(db: Builder) {
  return db.selectFrom('facet_counts').where('facet', '=', 'bare')
}

/** How many of a kind a repository has in each state. */
export async function readCounts(
  reader: Reader,
  repoId: number,
  kind: ThreadKind,
): Promise<Readonly<Record<ThreadState, number>>> {
  const counts = { open: 0, closed: 0, merged: 0 }
  for (const { state, count } of await countsOf(reader, { repoId, kind })) counts[state] += count
  return counts
}

const countsOf = prepared((db, its: { repoId: number; kind: ThreadKind }) =>
  selectCounts(db).select(['state', 'count']).where('repo_id', '=', its.repoId).where('kind', '=', its.kind),
)
