import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findRepoById } from './find-repo.ts'
import { repoDirectory } from './repo-directory.ts'

/** The job after a push: how much room the repository takes. */
export async function measureRepo(app: Pick<App, 'config' | 'db'>, repoId: number): Promise<void> {
  const repo = await findRepoById(app.db, repoId)
  if (repo === null) return
  const size = await sizeOf(join(repoDirectory(app.config, repo), 'objects'))
  await inTransaction(app, async (tx) => {
    await tx.updateTable('repos').set({ size_bytes: size }).where('id', '=', repoId).execute()
  })
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  let size = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    // A pack may be replaced while we look.
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => null)
    size += found?.size ?? 0
  }
  return size
}
