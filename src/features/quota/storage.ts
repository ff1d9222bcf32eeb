import { type RawBuilder, sql } from 'kysely'
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

const nothing: Room = { git: 0, lfs: 0, assets: 0, ci: 0 }

type By = 'repos.owner_id' | 'repos.id'

/** Where bytes lie: a column, and how a repository leads to it. */
const places: readonly { readonly room: keyof Room; readonly size: string; readonly way: RawBuilder<unknown> }[] = [
  { room: 'git', size: 'repos.size_bytes', way: sql`` },
  filesIn('lfs', 'lfs_objects'),
  filesIn('assets', 'attachments'),
  filesIn('ci', 'pipeline_artifacts'),
  filesIn('ci', 'pipeline_caches'),
  {
    room: 'assets',
    size: 'blobs.size',
    way: sql`
      join releases on releases.repo_id = repos.id
      join release_assets on release_assets.release_id = releases.id
      join blobs on blobs.id = release_assets.blob_id`,
  },
]

function filesIn(room: keyof Room, table: string): (typeof places)[number] {
  const way = sql`
    join ${sql.table(table)} on ${sql.ref(`${table}.repo_id`)} = repos.id
    join blobs on blobs.id = ${sql.ref(`${table}.blob_id`)}`
  return { room, size: 'blobs.size', way }
}

/** What an owner's repositories take. The same file in two of them counts twice: either could be the last to have it. */
export async function roomOf(reader: Reader, of: { ownerId: number } | { repoId: number }): Promise<Room> {
  const [by, id] = 'ownerId' in of ? (['repos.owner_id', of.ownerId] as const) : (['repos.id', of.repoId] as const)
  return (await roomsBy(reader, by, [id])).get(id) ?? nothing
}

/** The same for many owners at once; those who have nothing are left out. */
export function roomsOf(reader: Reader, ownerIds: readonly number[]): Promise<ReadonlyMap<number, Room>> {
  return roomsBy(reader, 'repos.owner_id', ownerIds)
}

async function roomsBy(reader: Reader, by: By, ids: readonly number[]): Promise<ReadonlyMap<number, Room>> {
  const rooms = new Map<number, Room>()
  if (ids.length === 0) return rooms
  const questions = places.map(
    ({ room, size, way }) => sql`
      select ${sql.ref(by)} as id, ${sql.lit(room)} as room, coalesce(sum(${sql.ref(size)}), 0) as bytes
        from repos ${way} where ${sql.ref(by)} in (${sql.join(ids)}) group by ${sql.ref(by)}`,
  )
  const all = sql<{ id: number; room: keyof Room; bytes: number }>`(${sql.join(questions, sql` union all `)})`
  for (const { id, room, bytes } of await reader.selectFrom(all.as('taken')).selectAll().execute()) {
    const before = rooms.get(id) ?? nothing
    rooms.set(id, { ...before, [room]: before[room] + bytes })
  }
  return rooms
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
