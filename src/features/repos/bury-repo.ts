import { randomUUID } from 'node:crypto'
import type { Repo } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { leaveFork } from './store.ts'

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
  // Triggers keep these with every thread that goes, each more slowly than the last where there is something to keep.
  'facet_counts',
  'thread_counts',
] as const

/** Whether a repository has so much in it that it should go by and by. */
export async function hasMuch(tx: Tx, repoId: number): Promise<boolean> {
  for (const table of ['threads', 'pipelines', 'refs', 'commit_statuses'] as const) {
    const rows = await tx.selectFrom(table).select('repo_id').where('repo_id', '=', repoId).limit(many).execute()
    if (rows.length === many) return true
  }
  return false
}

/**
 * Nobody finds it any more, its name and its room are free, and nothing of it happens; `purgeRepo` does the rest. Its row
 * stays meanwhile, under another id, with an owner that is nobody. False when it was gone already.
 */
export async function buryRepo(tx: Tx, repo: Repo): Promise<boolean> {
  const uuid = randomUUID()
  // No name that anybody may have.
  const name = ` ${uuid}`
  const values = { uuid, kind: 'deleted' as const, name, name_key: name, created_at: tx.now, directory: name }
  const { id: ownerId } = await tx.insertInto('owners').values(values).returning('id').executeTakeFirstOrThrow()
  const { numUpdatedRows } = await tx
    .updateTable('repos')
    .set({ owner_id: ownerId, uuid: randomUUID(), slug: uuid, slug_key: uuid, is_public: 0, fork_of: null })
    .where('id', '=', repo.id)
    .where('owner_id', '=', repo.ownerId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await leaveFork(tx, repo)
  await tx.updateTable('repos').set({ fork_of: null }).where('fork_of', '=', repo.id).execute()
  await tx.updateTable('pulls').set({ source_repo_id: null }).where('source_repo_id', '=', repo.id).execute()
  await tx.updateTable('pipelines').set({ source_repo_id: null }).where('source_repo_id', '=', repo.id).execute()
  for (const table of atOnce) await tx.deleteFrom(table).where('repo_id', '=', repo.id).execute()
  await tx
    .deleteFrom('pipelines')
    .where('repo_id', '=', repo.id)
    .where('status', 'in', ['created', 'pending', 'running', 'blocked'])
    .execute()
  return true
}
