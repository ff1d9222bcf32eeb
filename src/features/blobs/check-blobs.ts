import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Depth } from '../../git/find-damage.ts'
import { lastingReferences } from './references.ts'

export interface BlobsReport {
  readonly checked: number
  /** Files that are gone, or of another size than they had, or changed: only a backup, or sending them again, brings them back. */
  readonly broken: readonly BrokenBlob[]
}

export interface BrokenBlob {
  readonly sha256: string
  /** The repositories that need it. */
  readonly neededBy: readonly string[]
}

type Needs = Pick<App, 'blobs' | 'db'>

const atOnce = 500

/** Whether every file that a row knows of is there, as large as it was; and, where every byte counts, the same. */
export async function checkBlobs(app: Needs, depth: Depth): Promise<BlobsReport> {
  const broken: BrokenBlob[] = []
  let checked = 0
  for (let last = 0; ; ) {
    const rows = await app.db
      .selectFrom('blobs')
      .select(['id', 'sha256', 'file', 'size'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    for (const { id, sha256, file, size } of rows) {
      if ((await app.blobs.has(file, size)) && (depth === 'connected' || (await isSame(app, file, sha256)))) continue
      const neededBy = await whoNeeds(app, id)
      // One that nobody needs is removed by and by, the row before the file.
      if (neededBy.length > 0) broken.push({ sha256, neededBy })
    }
    checked += rows.length
    const end = rows.at(-1)
    if (end === undefined || rows.length < atOnce) return { checked, broken }
    last = end.id
  }
}

async function isSame(app: Needs, file: string, sha256: string): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    await pipeline(await app.blobs.open(file, null), hash)
  } catch {
    return false
  }
  return hash.digest('hex') === sha256
}

async function whoNeeds(app: Needs, blobId: number): Promise<readonly string[]> {
  const rows = await app.db
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(['owners.name as owner', 'repos.slug'])
    .where('repos.id', 'in', sql<number>`(${sql.join(lastingReferences.map(reposIn(blobId)), sql` union `)})`)
    .orderBy('repos.id')
    .execute()
  return rows.map(({ owner, slug }) => `${owner}/${slug}`)
}

/** A file of a release knows its repository by way of the release, everything else by itself. */
function reposIn(blobId: number): (table: (typeof lastingReferences)[number]) => RawBuilder<unknown> {
  return (table) => {
    const from =
      table === 'release_assets' ? sql`release_assets join releases on releases.id = release_id` : sql.table(table)
    return sql`select repo_id from ${from} where blob_id = ${blobId}`
  }
}
