import { existsSync } from 'node:fs'
import type { App } from '../../app.ts'
import type { RefName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { inTransaction } from '../../db/transaction.ts'
import { listAllRefs } from '../../git/list-refs.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { peel } from '../repos/peel.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

export interface RefsReport {
  readonly checked: number
  /** Repositories whose rows differed from what git has, and were brought in line with it. */
  readonly mended: readonly string[]
  /** Repositories whose folder is gone: only a backup brings it back. */
  readonly lost: readonly string[]
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'objects'>

/** Compares the refs of every repository with the database. Git is right: it is what people clone. */
export async function checkRefs(app: Needs): Promise<RefsReport> {
  const ids = await app.db.selectFrom('repos').select('id').orderBy('id').execute()
  const mended: string[] = []
  const lost: string[] = []
  for (const { id } of ids) {
    const repo = await findRepoById(app.db, id)
    if (repo === null) continue
    const name = `${repo.owner}/${repo.slug}`
    if (!existsSync(repoDirectory(app.config, repo))) lost.push(name)
    else if (await mend(app, repo)) mended.push(name)
  }
  return { checked: ids.length, mended, lost }
}

async function mend(app: Needs, repo: Repo): Promise<boolean> {
  const dir = repoDirectory(app.config, repo)
  const there = await listAllRefs(app.git, dir)
  const known = await app.db.selectFrom('refs').select(['name', 'sha']).where('repo_id', '=', repo.id).execute()
  const same = known.length === there.size && known.every(({ name, sha }) => there.get(name as RefName) === sha)
  if (same) return false
  const rows = await Promise.all(
    [...there].map(async ([name, sha]) => ({ name, sha, peeled: await peel(app, dir, sha) })),
  )
  return inTransaction(app, async (tx) => {
    // A push that is being settled at this moment writes what git has by itself.
    const underWay = await tx.selectFrom('push_journal').select('id').where('repo_id', '=', repo.id).executeTakeFirst()
    const held = await tx
      .updateTable('repos')
      .set({ refs_version: repo.refsVersion + 1, is_empty: rows.length === 0 ? 1 : 0 })
      .where('id', '=', repo.id)
      .where('refs_version', '=', repo.refsVersion)
      .executeTakeFirst()
    if (underWay !== undefined || held.numUpdatedRows === 0n) return false
    await tx.deleteFrom('refs').where('repo_id', '=', repo.id).execute()
    for (const row of rows)
      await tx
        .insertInto('refs')
        .values(valuesOf(repo, row, tx.now))
        .execute()
    return true
  })
}

function valuesOf(repo: Repo, row: { name: string; sha: Sha; peeled: Sha }, now: number) {
  return { repo_id: repo.id, name: row.name, sha: row.sha, peeled: row.peeled, updated_at: now }
}
