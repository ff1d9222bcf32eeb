import { Type } from 'typebox'
import { iso } from '../../../core/iso-time.ts'
import type { Repo } from '../../../core/repo.ts'
import { type Presentation, type PresentContext, timestamp } from './form.ts'

const shared = {
  owner: Type.String(),
  description: Type.String(),
  topics: Type.Array(Type.String(), { description: 'What it is about, in single words' }),
  default_branch: Type.String(),
  created_at: timestamp,
  updated_at: timestamp,
  archived: Type.Boolean({ description: 'Whether it can only be read' }),
  sbom_enabled: Type.Boolean({ description: 'Whether each push is scanned for what it is built from' }),
  sbom_block_on_violation: Type.Boolean({ description: 'Whether critical findings fail a pipeline' }),
}

function presentShared(repo: Repo, { config }: PresentContext): object {
  return {
    owner: repo.owner,
    description: repo.description,
    topics: repo.topics === '' ? [] : repo.topics.split(' '),
    default_branch: repo.defaultBranch,
    created_at: iso(repo.createdAt),
    updated_at: iso(repo.updatedAt),
    archived: repo.isArchived,
    sbom_enabled: repo.sbomEnabled ?? config.SBOM_ENABLED,
    sbom_block_on_violation: repo.sbomBlockOnViolation,
  }
}

export const repo: Presentation<Repo> = {
  A: {
    schema: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      full_name: Type.String({ description: 'owner/name' }),
      private: Type.Boolean(),
      stars_count: Type.Integer(),
      forks_count: Type.Integer(),
      ...shared,
    }),
    present: (one, context) => ({
      id: one.id,
      name: one.slug,
      full_name: `${one.owner}/${one.slug}`,
      private: !one.isPublic,
      stars_count: one.starsCount,
      forks_count: one.forksCount,
      ...presentShared(one, context),
    }),
  },
  B: {
    schema: Type.Object({
      id: Type.String({ format: 'uuid' }),
      slug: Type.String(),
      is_public: Type.Boolean(),
      is_empty: Type.Boolean({ description: 'True until the first push' }),
      ...shared,
    }),
    present: (one, context) => ({
      id: one.uuid,
      slug: one.slug,
      is_public: one.isPublic,
      is_empty: one.isEmpty,
      ...presentShared(one, context),
    }),
  },
}
