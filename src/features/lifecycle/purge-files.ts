import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { isDeletionHeld } from '../backup/deletion-hold.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { ownerDirectory, trashRoot } from './owner-directory.ts'
import { awaitChanges, moveIfThere, type Patience } from './patience.ts'

/** The job after the deletion of an owner or a repository. What a backup still needs waits for `sweepTrash`. */
export async function purgeFiles(app: Pick<App, 'config' | 'passing'>, uuid: string): Promise<void> {
  if (await isDeletionHeld(app.config)) return
  await app.passing('trash.removing')
  await rm(join(trashRoot(app.config), uuid), { recursive: true, force: true })
}

/**
 * A crash between moving a directory away and deleting its row leaves an owner or a repository without one. It was not
 * deleted, so everything goes back, unless somebody is just at it. Returns the directories that were restored.
 */
export async function restoreOrphanedFiles(
  app: Pick<App, 'clock' | 'config' | 'db'>,
  patience: Patience,
): Promise<readonly string[]> {
  const root = trashRoot(app.config)
  await mkdir(root, { recursive: true })
  const orphans: string[] = []
  for (const uuid of await readdir(root)) if ((await homeOf(app, uuid)) !== null) orphans.push(uuid)
  const restored: string[] = []
  for (const uuid of patience.stillThere(orphans, app.clock.now())) {
    await awaitChanges(app, uuid)
    const home = await homeOf(app, uuid)
    // Of several processes that look at the same time one is the quickest.
    if (home !== null && (await moveIfThere(join(root, uuid), home))) restored.push(home)
  }
  return restored
}

async function homeOf(app: Pick<App, 'config' | 'db'>, uuid: string): Promise<string | null> {
  const owner = await app.db.selectFrom('owners').select('directory').where('uuid', '=', uuid).executeTakeFirst()
  if (owner !== undefined) return ownerDirectory(app.config, owner.directory)
  const repo = await app.db
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(['owners.directory as home', 'repos.uuid'])
    .where('repos.uuid', '=', uuid)
    .executeTakeFirst()
  return repo === undefined ? null : repoDirectory(app.config, repo)
}
