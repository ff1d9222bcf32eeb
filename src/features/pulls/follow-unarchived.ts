import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { holdRepo } from '../repos/hold-repo.ts'
import { checkPull } from './check-pull.ts'
import { catchUp } from './record-push.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'keys' | 'log' | 'objects' | 'passing'>

/** The job after a repository came back: what forks have done meanwhile counts from now on. */
export async function followUnarchived(app: Needs, repoId: number): Promise<void> {
  const open = await app.db
    .selectFrom('pulls')
    .select(['thread_id', 'source_repo_id'])
    .where('repo_id', '=', repoId)
    .where('open_key', 'is not', null)
    .orderBy('thread_id')
    .execute()
  for (const { thread_id: threadId, source_repo_id: sourceId } of open) {
    await inTransaction(app, async (tx) => {
      // Held first, as a push to it does: one that comes now waits, and finds where we left it.
      const source = sourceId === null || sourceId === repoId ? null : await holdRepo(tx, sourceId)
      if (source !== null) await catchUp(tx, source, threadId)
    })
    await checkPull(app, threadId)
  }
}
