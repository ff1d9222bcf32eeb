import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { recordRelease } from './record-release.ts'
import { openForReleases, requireRelease } from './require-release.ts'
import { deleteReleaseRow, requireHeld } from './store.ts'
import { tellDeleted } from './tell-release.ts'

/** The release goes with its files; the tag stays. */
export async function deleteRelease(
  app: Pick<App, 'db' | 'keys'>,
  actor: KnownActor,
  ref: RepoRef,
  id: RecordId,
): Promise<void> {
  const repo = await openForReleases(app, actor, ref, 'write')
  const known = await requireRelease(app, repo, id)
  await inTransaction(app, async (tx) => {
    const release = await requireHeld(tx, repo, known.id)
    await deleteReleaseRow(tx, release.id)
    await tellDeleted(tx, { repoId: repo.id, actorId: actor.user.id }, release)
    if (release.assets.length > 0) await emit(tx, { type: 'blob.released', repoId: repo.id })
    await recordRelease(app, tx, actor, { event: 'RELEASE_DELETED', release })
  })
}
