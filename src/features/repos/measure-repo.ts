import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { objectFolderSize } from '../../git/object-folder-size.ts'
import { findRepoById } from './find-repo.ts'
import { repoDirectory } from './repo-directory.ts'

/** What is about to come counts from now on, until somebody measures. Returns what all of it takes then. */
export async function growRepo(tx: Tx, repoId: number, bytes: number): Promise<number> {
  const grown = tx.updateTable('repos').set((eb) => ({ size_bytes: eb('size_bytes', '+', bytes) }))
  const row = await grown.where('id', '=', repoId).returning('size_bytes').executeTakeFirst()
  return Number(row?.size_bytes ?? 0)
}

/**
 * The job after a push: how much room the repository takes. Looks again when the number has changed meanwhile: a push
 * that has just been let through has counted what it brings, which lay nowhere yet when we looked.
 */
export async function measureRepo(app: Pick<App, 'config' | 'db'>, repoId: number): Promise<void> {
  for (;;) {
    const repo = await findRepoById(app.db, repoId)
    if (repo === null) return
    const folder = join(repoDirectory(app.config, repo), 'objects')
    const size = await objectFolderSize(folder)
    // One that is being given to somebody else went from under our eyes: what we did not find there is not gone.
    await access(folder)
    const written = await inTransaction(app, async (tx) => {
      const update = tx.updateTable('repos').set({ size_bytes: size }).where('id', '=', repoId)
      return (await update.where('size_bytes', '=', repo.sizeBytes).executeTakeFirst()).numUpdatedRows === 1n
    })
    if (written) return
  }
}
