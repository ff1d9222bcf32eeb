import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseFileName, parseFileType } from '../blobs/file-input.ts'
import { storeBlob } from '../blobs/store-blob.ts'
import { claimRoom, ownerOf, roomOfOwner } from '../quota/claim-room.ts'
import { PromisedRoom } from '../quota/promise-room.ts'
import { insertAsset } from './asset-store.ts'
import { requirePlaces } from './new-assets.ts'
import { addressed } from './open-asset.ts'
import { recordRelease } from './record-release.ts'
import type { AddressedAsset } from './release.ts'
import { openForReleases, requireRelease, stillForReleases } from './require-release.ts'
import { requireHeld } from './store.ts'
import { tellChanged } from './tell-release.ts'

export interface AssetUpload {
  readonly releaseId: RecordId
  readonly name: string
  readonly type: string | null
  readonly length?: number | undefined
  readonly stream: Readable
}

/** Everything that can be refused is refused before the first byte is taken; the name once more when the file is there. */
export async function uploadAsset(
  app: Pick<App, 'blobs' | 'clock' | 'config' | 'db' | 'keys' | 'promises'>,
  actor: KnownActor,
  ref: RepoRef,
  upload: AssetUpload,
): Promise<AddressedAsset> {
  const repo = await openForReleases(app, actor, ref, 'write')
  const release = await requireRelease(app, repo, upload.releaseId)
  const name = parseFileName(upload.name)
  const contentType = parseFileType(upload.type)
  await requirePlaces(app.db, release.id, 'name', [name])
  const owner = ownerOf(repo)
  const room = new PromisedRoom(app, [roomOfOwner(app, owner)])
  const still = () => stillForReleases(app, actor, repo)
  const asset = await storeBlob(app, upload.stream, { room, announced: upload.length, still }, async (tx, blob) => {
    const before = await requireHeld(tx, repo, release.id)
    await requirePlaces(tx, release.id, 'name', [name])
    await claimRoom(app, tx, owner, blob.size)
    const added = await insertAsset(tx, { releaseId: release.id, blobId: blob.id, name, contentType })
    const after = { ...before, assets: [...before.assets, added] }
    await tellChanged(tx, { repoId: repo.id, actorId: actor.user.id }, { before, after })
    await recordRelease(app, tx, actor, { event: 'RELEASE_UPDATED', release, metadata: { added: [name] } })
    return added
  })
  return addressed(release, asset)
}
