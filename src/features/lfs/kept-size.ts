import type { App } from '../../app.ts'
import type { Sha256 } from '../../core/sha256.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { findObjects } from './store.ts'

/** Of the file that a pointer means; null where it has not come: whoever pushes without Git LFS, or moves in, leaves it behind. */
export async function keptSize(app: Pick<App, 'db'>, repo: OpenRepo, oid: Sha256): Promise<number | null> {
  return (await findObjects(app.db, repo.id, [oid])).get(oid)?.size ?? null
}
