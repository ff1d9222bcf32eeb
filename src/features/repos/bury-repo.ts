import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/handle.ts'
import { leaveForks } from './leave-forks.ts'

/** With so many, all that belongs to them takes a second or more to go: nobody could write meanwhile. */
const many = 300

/** What lets somebody in, acts by itself, holds secrets or takes room. */
const atOnce = [
  'repo_grants',
  'deploy_keys',
  'repo_redirects',
  'stars',
  'repo_subscriptions',
  'webhooks',
  'push_journal',
  'branch_protections',
  'tag_protections',
  'ci_variables',
  'pipeline_schedules',
  'pipeline_caches',
  'pipeline_artifacts',
  'tracker_imports',
  'mirrors',
  'push_mirrors',
  'lfs_locks',
  'lfs_objects',
  'releases',
  'attachments',
  // Triggers keep them with every thread that goes, which takes longer where there is something to keep.
  'facet_counts',
] as const

/** All of an owner, or one of them. */
export interface Buried {
  readonly ownerId: number
  readonly repoId?: number
}

/** Whether they have so much in them, all together, that they should go by and by. */
export async function haveMuch(tx: Tx, which: Buried): Promise<boolean> {
  for (const table of ['threads', 'pipelines', 'refs', 'commit_statuses'] as const) {
    const rows = await tx
      .selectFrom(table)
      .select('repo_id')
      .where('repo_id', 'in', ids(tx, which))
      .limit(many)
      .execute()
    if (rows.length === many) return true
  }
  return false
}

/**
 * Nobody finds them any more, their names and their room are free, and nothing of them happens; `purgeReposOf` does the
 * rest. Their rows stay meanwhile, under other ids, with an owner that is nobody, who is returned. Null when there are none.
 */
export async function buryRepos(tx: Tx, which: Buried): Promise<number | null> {
  const uuid = randomUUID()
  // No name that anybody may have.
  const name = ` ${uuid}`
  const values = { uuid, kind: 'deleted' as const, name, name_key: name, created_at: tx.now, directory: name }
  const { id: nobodyId } = await tx.insertInto('owners').values(values).returning('id').executeTakeFirstOrThrow()
  const other = sql<string>`' ' || uuid`
  const { numUpdatedRows } = await tx
    .updateTable('repos')
    .set({ owner_id: nobodyId, uuid: other, slug: other, slug_key: other, is_public: 0 })
    .where('id', 'in', ids(tx, which))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    await tx.deleteFrom('owners').where('id', '=', nobodyId).execute()
    return null
  }
  await leaveForks(tx, nobodyId)
  const theirs = () => ids(tx, { ownerId: nobodyId })
  await tx.updateTable('repos').set({ fork_of: null }).where('fork_of', 'in', theirs()).execute()
  await tx.updateTable('repos').set({ fork_of: null }).where('owner_id', '=', nobodyId).execute()
  await tx.updateTable('pulls').set({ source_repo_id: null }).where('source_repo_id', 'in', theirs()).execute()
  await tx.updateTable('pipelines').set({ source_repo_id: null }).where('source_repo_id', 'in', theirs()).execute()
  for (const table of atOnce) await tx.deleteFrom(table).where('repo_id', 'in', theirs()).execute()
  await tx
    .deleteFrom('pipelines')
    .where('repo_id', 'in', theirs())
    .where('status', 'in', ['created', 'pending', 'running', 'blocked'])
    .execute()
  return nobodyId
}

function ids(tx: Tx, { ownerId, repoId }: Buried) {
  const repos = tx.selectFrom('repos').select('repos.id').where('repos.owner_id', '=', ownerId)
  return repoId === undefined ? repos : repos.where('repos.id', '=', repoId)
}
