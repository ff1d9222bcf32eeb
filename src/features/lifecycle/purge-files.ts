import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { ownerDirectory, trashRoot } from './owner-directory.ts'

/** The job after a deletion. */
export async function purgeFiles(app: Pick<App, 'config'>, ownerUuid: string): Promise<void> {
  await rm(join(trashRoot(app.config), ownerUuid), { recursive: true, force: true })
}

/**
 * At the start: a crash between moving a directory away and deleting its owner leaves an owner without a directory.
 * The owner was not deleted, so everything goes back. Returns the names that were restored.
 */
export async function restoreOrphanedFiles(app: Pick<App, 'config' | 'db'>): Promise<readonly string[]> {
  const root = trashRoot(app.config)
  await mkdir(root, { recursive: true })
  const restored: string[] = []
  for (const uuid of await readdir(root)) {
    const owner = await app.db.selectFrom('owners').select('name').where('uuid', '=', uuid).executeTakeFirst()
    if (owner === undefined) continue
    await rename(join(root, uuid), ownerDirectory(app.config, owner.name))
    restored.push(owner.name)
  }
  return restored
}
