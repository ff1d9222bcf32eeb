import type { App } from '../../app.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Small enough that others who write hardly notice. */
const slice = { threads: 100, pipelines: 10, refs: 1000, commit_statuses: 1000, notifications: 1000 } as const
const tables = ['threads', 'pipelines', 'refs', 'commit_statuses', 'notifications'] as const

/** What is left of a repository that was deleted goes, a slice at a time; the rest of it with its owner, who is nobody. */
export async function purgeRepo(app: Pick<App, 'db'>, buriedId: number | null): Promise<void> {
  if (buriedId === null) return
  const buried = app.db.selectFrom('repos').select('owner_id').where('id', '=', buriedId)
  await purgeReposOf(app, (await buried.executeTakeFirst())?.owner_id ?? null)
}

/** The same for all that were buried with it. */
export async function purgeReposOf(app: Pick<App, 'db'>, ownerId: number | null): Promise<void> {
  if (ownerId === null || !(await isNobody(app, ownerId))) return
  for (;;) {
    const next = app.db.selectFrom('repos').select('id').where('owner_id', '=', ownerId).orderBy('id').limit(1)
    const repo = await next.executeTakeFirst()
    if (repo === undefined) break
    for (const table of tables) {
      let left = true
      while (left) left = await inTransaction(app, (tx) => deleteSome(tx, table, repo.id))
    }
    await inTransaction(app, async (tx) => {
      await tx.deleteFrom('repos').where('id', '=', repo.id).execute()
    })
  }
  await inTransaction(app, async (tx) => {
    await tx.deleteFrom('owners').where('id', '=', ownerId).execute()
  })
}

async function isNobody(app: Pick<App, 'db'>, ownerId: number): Promise<boolean> {
  const owner = app.db.selectFrom('owners').select('id').where('id', '=', ownerId).where('kind', '=', 'deleted')
  return (await owner.executeTakeFirst()) !== undefined
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
