import type { Repo } from '../../core/repo.ts'
import { nameKey, type Slug } from '../../core/slug.ts'
import type { Tx } from '../../db/handle.ts'
import { toRepo } from './repo-record.ts'

export interface RepoValues {
  readonly uuid: string
  readonly slug: Slug
  readonly description: string
  readonly isPublic: boolean
  readonly defaultBranch: string
  readonly forkOf: number | null
}

/** Null when the owner has one of this name. A redirect from the name ends: the owner gave it to something new. */
export async function insertRepo(
  tx: Tx,
  owner: { readonly id: number; readonly name: string; readonly directory: string },
  values: RepoValues,
): Promise<Repo | null> {
  const row = await tx
    .insertInto('repos')
    .values({
      uuid: values.uuid,
      owner_id: owner.id,
      slug: values.slug,
      slug_key: nameKey(values.slug),
      description: values.description,
      is_public: values.isPublic ? 1 : 0,
      is_empty: 1,
      is_archived: 0,
      default_branch: values.defaultBranch,
      fork_of: values.forkOf,
      stars_count: 0,
      forks_count: 0,
      size_bytes: 0,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .onConflict((oc) => oc.columns(['owner_id', 'slug_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  await tx
    .deleteFrom('repo_redirects')
    .where('owner_id', '=', owner.id)
    .where('slug_key', '=', nameKey(values.slug))
    .execute()
  return toRepo({ ...row, owner_name: owner.name, home: owner.directory })
}

/** What a maintainer or owner may set. */
export interface RepoSettings {
  readonly slug: Slug
  readonly description: string
  readonly topics: string
  readonly isPublic: boolean
  readonly isArchived: boolean
  readonly defaultBranch: string
  readonly sbomEnabled: boolean | null
  readonly sbomBlockOnViolation: boolean
}

/** Only what is named: the rest may have been changed by somebody else. */
export async function saveRepo(tx: Tx, id: number, changed: Partial<RepoSettings>): Promise<void> {
  const { slug, description, topics, isPublic, isArchived, defaultBranch, sbomEnabled, sbomBlockOnViolation } = changed
  await tx
    .updateTable('repos')
    .set({
      ...(slug === undefined ? {} : { slug, slug_key: nameKey(slug) }),
      ...(description === undefined ? {} : { description }),
      ...(topics === undefined ? {} : { topics }),
      ...(isPublic === undefined ? {} : { is_public: isPublic ? 1 : 0 }),
      ...(isArchived === undefined ? {} : { is_archived: isArchived ? 1 : 0 }),
      ...(defaultBranch === undefined ? {} : { default_branch: defaultBranch }),
      ...(sbomEnabled === undefined ? {} : { sbom_enabled: sbomEnabled === null ? null : Number(sbomEnabled) }),
      ...(sbomBlockOnViolation === undefined ? {} : { sbom_block_on_violation: Number(sbomBlockOnViolation) }),
      updated_at: tx.now,
    })
    .where('id', '=', id)
    .execute()
}

/** The old name leads to the repository from now on; the new one leads nowhere else any more. */
export async function keepOldName(tx: Tx, repo: Repo, newSlug: Slug): Promise<void> {
  await tx
    .deleteFrom('repo_redirects')
    .where('owner_id', '=', repo.ownerId)
    .where('slug_key', 'in', [nameKey(newSlug), nameKey(repo.slug)])
    .execute()
  await tx
    .insertInto('repo_redirects')
    .values({ owner_id: repo.ownerId, slug_key: nameKey(repo.slug), repo_id: repo.id })
    .execute()
}

export async function deleteRepoRow(tx: Tx, repo: Repo): Promise<boolean> {
  const result = await tx.deleteFrom('repos').where('id', '=', repo.id).executeTakeFirst()
  const deleted = result.numDeletedRows === 1n
  if (deleted) await leaveFork(tx, repo)
  return deleted
}

/** What it was forked from has one fork less. */
async function leaveFork(tx: Tx, { forkOf }: Repo): Promise<void> {
  if (forkOf === null) return
  const parent = tx.updateTable('repos').set((eb) => ({ forks_count: eb('forks_count', '-', 1) }))
  await parent.where('id', '=', forkOf).execute()
}

/** Adds or removes a star; the counter moves only when something changed. */
export async function setStar(tx: Tx, repoId: number, userId: number, starred: boolean): Promise<void> {
  const changed = starred
    ? await tx
        .insertInto('stars')
        .values({ repo_id: repoId, user_id: userId, created_at: tx.now })
        .onConflict((oc) => oc.columns(['repo_id', 'user_id']).doNothing())
        .executeTakeFirst()
        .then((result) => result.numInsertedOrUpdatedRows === 1n)
    : await tx
        .deleteFrom('stars')
        .where('repo_id', '=', repoId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
        .then((result) => result.numDeletedRows === 1n)
  if (!changed) return
  const count = tx.updateTable('repos').set((eb) => ({ stars_count: eb('stars_count', starred ? '+' : '-', 1) }))
  await count.where('id', '=', repoId).execute()
}
