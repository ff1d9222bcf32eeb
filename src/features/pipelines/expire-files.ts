import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'

/** A cache that nobody has wanted for so long is for a state of the code that nobody builds any more. */
const cacheDays = 14
const atOnce = 200

/** Artifacts whose time is over, and caches that nobody uses. */
export async function expireFiles(app: Pick<App, 'clock' | 'db'>): Promise<void> {
  while ((await inTransaction(app, expireSome)) === atOnce);
}

async function expireSome(tx: Tx): Promise<number> {
  const artifacts = await tx
    .deleteFrom('pipeline_artifacts')
    .where('id', 'in', (eb) =>
      eb.selectFrom('pipeline_artifacts').select('id').where('expires_at', '<=', tx.now).limit(atOnce),
    )
    .returning('repo_id')
    .execute()
  const caches = await tx
    .deleteFrom('pipeline_caches')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('pipeline_caches')
        .select('id')
        .where('used_at', '<', tx.now - cacheDays * day)
        .limit(atOnce),
    )
    .returning('repo_id')
    .execute()
  for (const repoId of new Set([...artifacts, ...caches].map((row) => row.repo_id))) {
    await emit(tx, { type: 'blob.released', repoId })
  }
  return Math.max(artifacts.length, caches.length)
}
