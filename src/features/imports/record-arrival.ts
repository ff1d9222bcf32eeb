import type { Tx } from '../../db/handle.ts'
import { releaseTracker } from '../trackers/follow-commits.ts'

/**
 * What an import was to bring is here, whoever has found that out: in the transaction that writes where the refs are, so that
 * what came before a crash is not tried again, and issues follow all the same.
 */
export async function recordArrival(tx: Tx, repoId: number): Promise<void> {
  const running = tx.updateTable('imports').where('repo_id', '=', repoId).where('state', '=', 'running')
  await running.set({ state: 'done', heard_at: tx.now }).execute()
  await releaseTracker(tx, repoId)
}
