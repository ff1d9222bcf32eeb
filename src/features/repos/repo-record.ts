import type { Selectable } from 'kysely'
import type { Repo } from '../../core/repo.ts'
import type { Builder } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'

export type RepoRow = Selectable<Schema['repos']> & { readonly owner_name: string; readonly home: string }

export function selectRepos(db: Builder) {
  return db
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .where('owners.kind', '!=', 'deleted')
    .selectAll('repos')
    .select(['owners.name as owner_name', 'owners.directory as home'])
}

export function toRepo(row: RepoRow): Repo {
  return {
    id: row.id,
    uuid: row.uuid,
    ownerId: row.owner_id,
    owner: row.owner_name,
    home: row.home,
    slug: row.slug,
    description: row.description,
    topics: row.topics,
    isPublic: row.is_public === 1,
    isEmpty: row.is_empty === 1,
    isArchived: row.is_archived === 1,
    defaultBranch: row.default_branch,
    forkOf: row.fork_of,
    starsCount: row.stars_count,
    forksCount: row.forks_count,
    sizeBytes: row.size_bytes,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    pushedAt: row.pushed_at,
    sbomEnabled: row.sbom_enabled === null ? null : row.sbom_enabled === 1,
    sbomBlockOnViolation: row.sbom_block_on_violation === 1,
    mirrorOf: row.mirror_of,
    refsVersion: row.refs_version,
  }
}
