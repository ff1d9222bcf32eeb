import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { trashRoot } from './owner-directory.ts'

/**
 * What was deleted and that no job will remove any more, because somebody discarded it. What still has its row is no
 * trash: the next start puts it back. Returns what went.
 */
export async function sweepTrash(app: Pick<App, 'config' | 'db'>): Promise<readonly string[]> {
  const swept: string[] = []
  for (const uuid of await readdir(trashRoot(app.config)).catch(() => [])) {
    if (await isAwaited(app, uuid)) continue
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
