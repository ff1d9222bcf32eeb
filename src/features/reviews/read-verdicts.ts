import type { Repo } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
import type { Reader } from '../../db/handle.ts'
import { rolesOf } from '../access/role-of.ts'
import type { Pull } from '../pulls/pull.ts'
import type { Person } from '../threads/thread.ts'
import { stalenessOf } from './staleness.ts'

/** What a reviewer thinks of a pull request: their last word that was not dismissed. */
export interface Verdict {
  readonly user: Person
  readonly state: 'approved' | 'changes_requested'
  readonly reviewId: number
  /** It was given to another version, which changed something else. */
  readonly stale: boolean
  /** Whether it matters for merging: of those who may review, and not of the author. */
  readonly counts: boolean
}

export async function readVerdicts(reader: Reader, repo: Repo, pull: Pull): Promise<readonly Verdict[]> {
  const rows = await reader
    .selectFrom('reviews')
    .innerJoin('owners', 'owners.id', 'reviews.author_id')
    .select(['reviews.id', 'state', 'author_id', 'owners.name', 'dismissed_at', 'commit_sha', 'version'])
    .where('thread_id', '=', pull.id)
    .where('state', 'in', ['approved', 'changes_requested'])
    .orderBy('submitted_at')
    .orderBy('reviews.id')
    .execute()
  const last = [...new Map(rows.map((row) => [row.author_id, row])).values()]
  const [isStale, roles] = await Promise.all([
    stalenessOf(reader, pull),
    rolesOf(
      reader,
      last.flatMap((row) => row.author_id ?? []),
      repo,
    ),
  ])
  return last.flatMap((row) => {
    if (row.dismissed_at !== null || row.author_id === null) return []
    if (row.state !== 'approved' && row.state !== 'changes_requested') return []
    const user = { id: row.author_id, username: row.name }
    const stale = isStale({ commitSha: row.commit_sha, version: row.version })
    const role = roles.get(user.id) ?? null
    const counts = user.id !== pull.author?.id && role !== null && atLeast(role, 'Developer')
    return [{ user, state: row.state, reviewId: row.id, stale, counts }]
  })
}
