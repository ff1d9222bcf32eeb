import type { App } from '../../app.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Small enough that others who write hardly notice. */
const slice = { threads: 100, pipelines: 10, refs: 1000, commit_statuses: 1000, notifications: 1000 } as const
const tables = ['threads', 'pipelines', 'refs', 'commit_statuses', 'notifications'] as const

/** What is left of a repository that was deleted goes, a slice at a time; the rest of it with its owner, who is nobody. */
export async function purgeRepo(app: Pick<App, 'db'>, buriedId: number | null): Promise<void> {
  const repo =
    buriedId === null
      ? undefined
      : await app.db
          .selectFrom('repos')
          .innerJoin('owners', 'owners.id', 'repos.owner_id')
          .select(['repos.id', 'repos.owner_id'])
          .where('repos.id', '=', buriedId)
          .where('owners.kind', '=', 'deleted')
          .executeTakeFirst()
  if (repo === undefined) return
  for (const table of tables) {
    let left = true
    while (left) left = await inTransaction(app, (tx) => deleteSome(tx, table, repo.id))
  }
  await inTransaction(app, async (tx) => {
    await tx.deleteFrom('owners').where('id', '=', repo.owner_id).execute()
  })
}

/** True while there may be more. */
async function deleteSome(tx: Tx, table: (typeof tables)[number], repoId: number): Promise<boolean> {
  if (table === 'refs') return deleteSomeRefs(tx, repoId)
  const rows = await tx.selectFrom(table).select('id').where('repo_id', '=', repoId).limit(slice[table]).execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom(table).where('id', 'in', ids).execute()
  return ids.length === slice[table]
}

async function deleteSomeRefs(tx: Tx, repoId: number): Promise<boolean> {
  const found = await tx.selectFrom('refs').select('name').where('repo_id', '=', repoId).limit(slice.refs).execute()
  const names = found.map(({ name }) => name)
  if (names.length > 0) {
    await tx.deleteFrom('refs').where('repo_id', '=', repoId).where('name', 'in', names).execute()
  }
  return names.length === slice.refs
}
