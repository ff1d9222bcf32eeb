import { countOf } from '../../db/count-of.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { uuid } from '../../db/uuid.ts'
import type { LfsLock } from './locks.ts'

function select(reader: Reader, repoId: number) {
  return reader
    .selectFrom('lfs_locks')
    .innerJoin('owners', 'owners.id', 'lfs_locks.owner_id')
    .select([
      'lfs_locks.id',
      'lfs_locks.uuid',
      'lfs_locks.path',
      'lfs_locks.owner_id as ownerId',
      'owners.name as owner',
      'lfs_locks.created_at as lockedAt',
    ])
    .where('lfs_locks.repo_id', '=', repoId)
}

export async function findLock(
  reader: Reader,
  repoId: number,
  by: { readonly path: string } | { readonly uuid: string },
): Promise<LfsLock | null> {
  const all = select(reader, repoId)
  const query = 'path' in by ? all.where('lfs_locks.path', '=', by.path) : all.where('lfs_locks.uuid', '=', by.uuid)
  return (await query.executeTakeFirst()) ?? null
}

export interface LockFilter {
  readonly path?: string | undefined
  readonly uuid?: string | undefined
  /** Locks that come after the one with this number. */
  readonly after: number
  readonly limit: number
}

export function locksOf(reader: Reader, repoId: number, filter: LockFilter): Promise<LfsLock[]> {
  let query = select(reader, repoId).where('lfs_locks.id', '>', filter.after)
  if (filter.path !== undefined) query = query.where('lfs_locks.path', '=', filter.path)
  if (filter.uuid !== undefined) query = query.where('lfs_locks.uuid', '=', filter.uuid)
  return query.orderBy('lfs_locks.id').limit(filter.limit).execute()
}

/** All of a repository, or one person's. */
export function countLocks(reader: Reader, repoId: number, ownerId?: number): Promise<number> {
  const all = reader.selectFrom('lfs_locks').where('repo_id', '=', repoId)
  return countOf(ownerId === undefined ? all : all.where('owner_id', '=', ownerId))
}

/** False when the path is locked already. */
export async function insertLock(tx: Tx, repoId: number, ownerId: number, path: string): Promise<boolean> {
  const row = await tx
    .insertInto('lfs_locks')
    .values({ uuid: uuid(), repo_id: repoId, owner_id: ownerId, path, created_at: tx.now })
    .onConflict((oc) => oc.columns(['repo_id', 'path']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteLock(tx: Tx, id: number): Promise<boolean> {
  const deleted = await tx.deleteFrom('lfs_locks').where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}
