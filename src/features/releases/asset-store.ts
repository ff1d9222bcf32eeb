import type { RecordId } from '../../core/record-id.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { uuid } from '../../db/uuid.ts'
import type { ReleaseAsset } from './release.ts'

function select(reader: Reader) {
  return reader
    .selectFrom('release_assets')
    .innerJoin('blobs', 'blobs.id', 'release_assets.blob_id')
    .select([
      'release_assets.id',
      'release_assets.uuid',
      'release_assets.release_id as releaseId',
      'release_assets.name',
      'release_assets.content_type as contentType',
      'release_assets.download_count as downloadCount',
      'release_assets.created_at as createdAt',
      'blobs.size',
      'blobs.sha256',
      'blobs.file',
    ])
}

/** By release, each in the order of its uploads. */
export async function assetsOf(
  reader: Reader,
  releaseIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ReleaseAsset[]>> {
  if (releaseIds.length === 0) return new Map()
  const rows = await select(reader).where('release_id', 'in', releaseIds).orderBy('release_assets.id').execute()
  return Map.groupBy(rows, (row) => row.releaseId)
}

/** Of this release alone: an asset of another one is not there. */
export async function findAsset(reader: Reader, releaseId: number, id: RecordId): Promise<ReleaseAsset | null> {
  const query = select(reader).where('release_id', '=', releaseId)
  const row = await ('uuid' in id
    ? query.where('release_assets.uuid', '=', id.uuid)
    : query.where('release_assets.id', '=', id.id)
  ).executeTakeFirst()
  return row ?? null
}

/** One of the names that a file of the release has already; null where all are free. */
export async function findTakenName(
  reader: Reader,
  releaseId: number,
  names: readonly string[],
): Promise<string | null> {
  const query = reader.selectFrom('release_assets').select('name').where('release_id', '=', releaseId)
  return (await query.where('name', 'in', names).executeTakeFirst())?.name ?? null
}

export async function countAssets(reader: Reader, releaseId: number): Promise<number> {
  const row = await reader
    .selectFrom('release_assets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('release_id', '=', releaseId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export interface NewAsset {
  readonly releaseId: number
  readonly blobId: number
  readonly name: string
  readonly contentType: string
}

export async function insertAsset(tx: Tx, asset: NewAsset): Promise<ReleaseAsset> {
  const { id } = await tx
    .insertInto('release_assets')
    .values({
      uuid: uuid(),
      release_id: asset.releaseId,
      blob_id: asset.blobId,
      name: asset.name,
      content_type: asset.contentType,
      download_count: 0,
      created_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return select(tx).where('release_assets.id', '=', id).executeTakeFirstOrThrow()
}

export async function countDownload(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('release_assets')
    .set((eb) => ({ download_count: eb('download_count', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteAssetRow(tx: Tx, id: number): Promise<boolean> {
  const deleted = await tx.deleteFrom('release_assets').where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}
