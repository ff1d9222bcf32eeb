import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findPullById } from '../pulls/find-pull.ts'
import { lookAtOwners } from '../pulls/look-at-owners.ts'
import { lookAtMerge } from '../pulls/merge-blockers.ts'
import type { Pull } from '../pulls/pull.ts'
import { holdThread } from '../threads/keep-thread.ts'
import { namesRequested } from '../threads/timeline.ts'
import { findUsersById } from '../users/find-users.ts'
import { askForReviews } from './request-reviewers.ts'

const mostAsked = 20

/**
 * Where owners have to approve, a later push may touch files of somebody who knows nothing of it. Those are asked, once:
 * not where as many of the owners as have to approve were asked before, have said something, or need not look after all.
 */
export async function askMissingOwners(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept' | 'objects'>,
  repo: Repo,
  pull: Pull,
): Promise<void> {
  const owned = pull.isDraft ? null : await lookAtOwners(app, repo, pull)
  if (owned === null) return
  const { owners } = await lookAtMerge(app.db, { repo, pull, owned })
  if (owners.every(({ missing }) => missing === 0)) return
  const known = await findKnown(app.db, pull)
  const silent = owners.filter(({ approvedBy, missing, people }) => {
    const heard = people.filter((id) => known.ids.has(id)).length
    return missing > 0 && heard < missing + approvedBy.length
  })
  const ids = [...new Set(silent.flatMap(({ people }) => people))].slice(0, mostAsked)
  const found = [...(await findUsersById(app.db, ids)).values()].filter(({ username }) => !known.names.has(username))
  if (found.length === 0) return
  await inTransaction(app, async (tx) => {
    const held = await holdThread(tx, pull.id)
    const now = held?.state === 'open' ? await findPullById(tx, pull.id) : null
    // Another push makes another job.
    if (now === null || now.headSha !== pull.headSha) return
    await askForReviews(tx, now, found, { by: pull.author?.id ?? null, type: 'pull.review-requested' })
  })
}

/** Whoever was ever asked, and whoever has reviewed it. */
async function findKnown(reader: Reader, pull: Pull) {
  const [reviews, names] = await Promise.all([
    reader
      .selectFrom('reviews')
      .select('author_id')
      .where('thread_id', '=', pull.id)
      .where('state', '!=', 'pending')
      .execute(),
    namesRequested(reader, pull.id),
  ])
  const ids = [...reviews.map((row) => row.author_id), ...pull.requestedReviewers.map(({ id }) => id)]
  return { ids: new Set(ids), names }
}
