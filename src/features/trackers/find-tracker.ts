import type { Reader } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import type { Tracker } from './tracker.ts'

/** What a repository knows of the issues that are brought to it, or were; null where there are none. */
export async function findTracker(reader: Reader, repoId: number): Promise<Tracker | null> {
  const [row] = await ofRepo(reader, { repoId })
  if (row === undefined) return null
  const { kind, state, labels, milestones, issues, pulls, comments, releases, left_out: leftOut, total, error } = row
  const counts = { labels, milestones, issues, pulls, comments, releases, leftOut, total }
  const waitsUntil = state === 'running' ? row.waits_until : null
  return { kind, state, ...counts, error, waitsUntil, heardAt: row.heard_at }
}

const ofRepo = prepared((db, its: { repoId: number }) =>
  db.selectFrom('tracker_imports').selectAll().where('repo_id', '=', its.repoId),
)
