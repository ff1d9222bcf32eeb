import type { App } from '../../app.ts'
import type { Sha256 } from '../../core/sha256.ts'
import { findObjects, type LfsObject } from './store.ts'

/** As many as a statement may name. */
const atOnce = 500

/** Whether any of these repositories keeps files by Git LFS: mostly none does, and nobody has to look further. */
export async function usesLfs(app: Pick<App, 'db'>, repoIds: readonly number[]): Promise<boolean> {
  const any = app.db.selectFrom('lfs_objects').select('oid').where('repo_id', 'in', repoIds).limit(1)
  return (await any.executeTakeFirst()) !== undefined
}

/** What these repositories have of what pointers mean, by its id. */
export async function pointedObjects(
  app: Pick<App, 'db'>,
  repoIds: readonly number[],
  oids: readonly Sha256[],
): Promise<ReadonlyMap<string, LfsObject>> {
  const found = new Map<string, LfsObject>()
  for (const repoId of repoIds) {
    for (let first = 0; first < oids.length; first += atOnce) {
      for (const [oid, one] of await findObjects(app.db, repoId, oids.slice(first, first + atOnce))) found.set(oid, one)
    }
  }
  return found
}
