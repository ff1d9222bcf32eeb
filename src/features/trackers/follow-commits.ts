import type { Tx } from '../../db/handle.ts'

/** The commits are there: now it may begin. */
export async function releaseTracker(tx: Tx, repoId: number): Promise<void> {
  const waiting = tx.updateTable('tracker_imports').where('repo_id', '=', repoId).where('state', '=', 'waiting')
  await waiting.set({ state: 'running', heard_at: 0 }).execute()
}

/** The commits did not come: whoever tries again says anew what else is to come. */
export async function dropToken(tx: Tx, repoId: number): Promise<void> {
  const waiting = tx.updateTable('tracker_imports').where('repo_id', '=', repoId).where('state', '=', 'waiting')
  await waiting.set({ sealed_token: null }).execute()
}
