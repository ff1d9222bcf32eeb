import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { deleteAssetRow } from './asset-store.ts'
import { type AssetKey, requireAsset } from './open-asset.ts'
import { recordRelease } from './record-release.ts'
import { openForReleases } from './require-release.ts'
import { requireHeld } from './store.ts'
import { tellChanged } from './tell-release.ts'

export async function deleteAsset(
  app: Pick<App, 'db' | 'keys'>,
  actor: KnownActor,
  ref: RepoRef,
  key: AssetKey,
): Promise<void> {
  const repo = await openForReleases(app, actor, ref, 'write')
  const asset = await requireAsset(app, repo, key)
  await inTransaction(app, async (tx) => {
    const before = await requireHeld(tx, repo, asset.release.id)
    if (!(await deleteAssetRow(tx, asset.id))) throw notFound('ASSET')
    const after = { ...before, assets: before.assets.filter(({ id }) => id !== asset.id) }
    await tellChanged(tx, { repoId: repo.id, actorId: actor.user.id }, { before, after })
    await emit(tx, { type: 'blob.released', repoId: repo.id })
    const metadata = { removed: [asset.name] }
    await recordRelease(app, tx, actor, { event: 'RELEASE_UPDATED', release: asset.release, metadata })
  })
}
