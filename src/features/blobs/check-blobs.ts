import type { App } from '../../app.ts'

export interface BlobsReport {
  readonly checked: number
  /** Files that are gone, or of another size than they had: only a backup, or sending them again, brings them back. */
  readonly broken: readonly BrokenBlob[]
}

export interface BrokenBlob {
  readonly sha256: string
  /** The repositories that need it. */
  readonly neededBy: readonly string[]
}

type Needs = Pick<App, 'blobs' | 'db'>

const atOnce = 500

/** Whether every file that a row knows of is there, as large as it was. */
export async function checkBlobs(app: Needs): Promise<BlobsReport> {
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
      if (await app.blobs.has(file, size)) continue
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

async function whoNeeds(app: Needs, blobId: number): Promise<readonly string[]> {
  const names = ['owners.name as owner', 'repos.slug'] as const
  const byLfs = app.db
    .selectFrom('lfs_objects')
    .innerJoin('repos', 'repos.id', 'lfs_objects.repo_id')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(names)
    .where('lfs_objects.blob_id', '=', blobId)
  const byRelease = app.db
    .selectFrom('release_assets')
    .innerJoin('releases', 'releases.id', 'release_assets.release_id')
    .innerJoin('repos', 'repos.id', 'releases.repo_id')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(names)
    .where('release_assets.blob_id', '=', blobId)
  const rows = await byLfs.union(byRelease).execute()
  return rows.map(({ owner, slug }) => `${owner}/${slug}`)
}
