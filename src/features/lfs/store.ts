import type { Sha256 } from '../../core/sha256.ts'
import type { Reader, Tx } from '../../db/handle.ts'

export interface LfsObject {
  readonly oid: string
  readonly size: number
  /** Its name in the content store. */
  readonly file: string
}

/** What the repository itself has: that another one has it counts for nothing. */
export async function findObjects(
  reader: Reader,
  repoId: number,
  oids: readonly Sha256[],
): Promise<ReadonlyMap<string, LfsObject>> {
  if (oids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('lfs_objects')
    .innerJoin('blobs', 'blobs.id', 'lfs_objects.blob_id')
    .select(['lfs_objects.oid', 'blobs.size', 'blobs.file'])
    .where('lfs_objects.repo_id', '=', repoId)
    .where('lfs_objects.oid', 'in', oids)
    .execute()
  return new Map(rows.map((row) => [row.oid, row]))
}

/** False when the repository is gone. Once more does no harm. */
export async function insertObject(tx: Tx, repoId: number, oid: Sha256, blobId: number): Promise<boolean> {
  // Holds the repository, so that it cannot be deleted between the look and the write.
  const held = await tx
    .updateTable('repos')
    .set((eb) => ({ size_bytes: eb.ref('size_bytes') }))
    .where('id', '=', repoId)
    .executeTakeFirst()
  if (held.numUpdatedRows === 0n) return false
  await tx
    .insertInto('lfs_objects')
    .values({ repo_id: repoId, oid, blob_id: blobId, created_at: tx.now })
    .onConflict((oc) => oc.columns(['repo_id', 'oid']).doNothing())
    .execute()
  return true
}
