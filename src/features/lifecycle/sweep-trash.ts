import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { isDeletionHeld } from '../backup/deletion-hold.ts'
import { trashRoot } from './owner-directory.ts'

/**
 * What was deleted and that no job will remove any more: a backup needed it then, or somebody discarded the job. What still
 * has its row is no trash: the next start puts it back. Returns what went.
 */
export async function sweepTrash(app: Pick<App, 'config' | 'db'>): Promise<readonly string[]> {
  const swept: string[] = []
  for (const uuid of await readdir(trashRoot(app.config)).catch(() => [])) {
    if ((await isAwaited(app, uuid)) || (await isDeletionHeld(app.config))) continue
    await rm(join(trashRoot(app.config), uuid), { recursive: true, force: true })
    swept.push(uuid)
  }
  return swept
}

async function isAwaited(app: Pick<App, 'db'>, uuid: string): Promise<boolean> {
  const owner = await app.db.selectFrom('owners').select('id').where('uuid', '=', uuid).executeTakeFirst()
  const repo = await app.db.selectFrom('repos').select('id').where('uuid', '=', uuid).executeTakeFirst()
  const job = await app.db
    .selectFrom('jobs')
    .select('id')
    .where('name', '=', 'files.purge')
    .where('payload', 'like', `%${uuid}%`)
    .executeTakeFirst()
  return owner !== undefined || repo !== undefined || job !== undefined
}
