import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { isDeletionHeld } from '../backup/deletion-hold.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { ownerDirectory, trashRoot } from './owner-directory.ts'

/** The job after the deletion of an owner or a repository. What a backup still needs waits for `sweepTrash`. */
export async function purgeFiles(app: Pick<App, 'config' | 'passing'>, uuid: string): Promise<void> {
  if (await isDeletionHeld(app.config)) return
  await app.passing('trash.removing')
  await rm(join(trashRoot(app.config), uuid), { recursive: true, force: true })
}

/**
 * At the start: a crash between moving a directory away and deleting its row leaves an owner or a repository without
 * one. It was not deleted, so everything goes back. Returns the directories that were restored.
 */
export async function restoreOrphanedFiles(app: Pick<App, 'config' | 'db'>): Promise<readonly string[]> {
  const root = trashRoot(app.config)
  await mkdir(root, { recursive: true })
  const restored: string[] = []
  for (const uuid of await readdir(root)) {
    const home = await homeOf(app, uuid)
    if (home === null) continue
    await rename(join(root, uuid), home)
    restored.push(home)
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
