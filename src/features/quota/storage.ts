import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/handle.ts'

/** How much room something takes, by what it is taken for. */
export interface Room {
  readonly git: number
  readonly lfs: number
  /** Of releases, and what people put into their texts. */
  readonly assets: number
  /** What pipelines left, and what they keep for the next. */
  readonly ci: number
}

export interface Storage extends Room {
  readonly used: number
  /** Null: as much as the disk has. */
  readonly allowed: number | null
}

/** What an owner's repositories take. The same file in two of them counts twice: either could be the last to have it. */
export async function roomOf(reader: Reader, of: { ownerId: number } | { repoId: number }): Promise<Room> {
  const [column, id] = 'ownerId' in of ? (['repos.owner_id', of.ownerId] as const) : (['repos.id', of.repoId] as const)
  const [git, lfs, assets, attachments, artifacts, caches] = await Promise.all([
    reader.selectFrom('repos').select(total('repos.size_bytes')).where(column, '=', id).executeTakeFirstOrThrow(),
    reader
      .selectFrom('repos')
      .innerJoin('lfs_objects', 'lfs_objects.repo_id', 'repos.id')
      .innerJoin('blobs', 'blobs.id', 'lfs_objects.blob_id')
      .select(total('blobs.size'))
      .where(column, '=', id)
      .executeTakeFirstOrThrow(),
    reader
      .selectFrom('repos')
      .innerJoin('releases', 'releases.repo_id', 'repos.id')
      .innerJoin('release_assets', 'release_assets.release_id', 'releases.id')
      .innerJoin('blobs', 'blobs.id', 'release_assets.blob_id')
      .select(total('blobs.size'))
      .where(column, '=', id)
      .executeTakeFirstOrThrow(),
    reader
      .selectFrom('repos')
      .innerJoin('attachments', 'attachments.repo_id', 'repos.id')
      .innerJoin('blobs', 'blobs.id', 'attachments.blob_id')
      .select(total('blobs.size'))
      .where(column, '=', id)
      .executeTakeFirstOrThrow(),
    reader
      .selectFrom('repos')
      .innerJoin('pipeline_artifacts', 'pipeline_artifacts.repo_id', 'repos.id')
      .innerJoin('blobs', 'blobs.id', 'pipeline_artifacts.blob_id')
      .select(total('blobs.size'))
      .where(column, '=', id)
      .executeTakeFirstOrThrow(),
    reader
      .selectFrom('repos')
      .innerJoin('pipeline_caches', 'pipeline_caches.repo_id', 'repos.id')
      .innerJoin('blobs', 'blobs.id', 'pipeline_caches.blob_id')
      .select(total('blobs.size'))
      .where(column, '=', id)
      .executeTakeFirstOrThrow(),
  ])
  const ci = artifacts.total + caches.total
  return { git: git.total, lfs: lfs.total, assets: assets.total + attachments.total, ci }
}

export async function storageOf(app: Pick<App, 'config'>, reader: Reader, ownerId: number): Promise<Storage> {
  const room = await roomOf(reader, { ownerId })
  return { ...room, used: sumOf(room), allowed: await allowedTo(app, reader, ownerId) }
}

export function sumOf({ git, lfs, assets, ci }: Room): number {
  return git + lfs + assets + ci
}

/** Null: as much as the disk has. */
export async function allowedTo(app: Pick<App, 'config'>, reader: Reader, ownerId: number): Promise<number | null> {
  const owner = await reader.selectFrom('owners').select('quota_bytes').where('id', '=', ownerId).executeTakeFirst()
  return allowedBy(app, owner?.quota_bytes ?? null)
}

/** What an administrator has said of an owner, or else the setting, of which zero means that there is no limit. */
export function allowedBy(app: Pick<App, 'config'>, quota: number | null): number | null {
  const bytes = quota ?? app.config.OWNER_QUOTA_BYTES
  return bytes === 0 ? null : bytes
}

function total(column: 'repos.size_bytes' | 'blobs.size') {
  return sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as('total')
}
