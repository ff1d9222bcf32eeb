import type { Generated } from 'kysely'

/** Stored files, and what refers to them. */
export interface FilesSchema {
  blobs: BlobsTable
  releases: ReleasesTable
  release_assets: ReleaseAssetsTable
  lfs_objects: LfsObjectsTable
  lfs_locks: LfsLocksTable
}

/** Files of the content store, each content once. One that nothing refers to is removed a while after `touched_at`. */
interface BlobsTable {
  id: Generated<number>
  sha256: string
  /** Its name on disk. */
  file: string
  size: number
  created_at: number
  touched_at: number
}

interface ReleasesTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  tag_name: string
  name: string
  body: string
  is_draft: number
  is_prerelease: number
  author_id: number | null
  created_at: number
  updated_at: number
  /** Null while it is a draft. */
  published_at: number | null
  /** Kept when it becomes a draft once more; null of what was made before there was such a column. */
  first_published_at: number | null
  /** Where the tag of a draft is to be made; null: the default branch. */
  target: string | null
}

interface ReleaseAssetsTable {
  id: Generated<number>
  uuid: string
  release_id: number
  blob_id: number
  name: string
  content_type: string
  download_count: number
  created_at: number
}

/** Which repository has which object: knowing its id is not enough to get it from another. */
interface LfsObjectsTable {
  repo_id: number
  oid: string
  blob_id: number
  created_at: number
}

interface LfsLocksTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  path: string
  owner_id: number
  created_at: number
}
