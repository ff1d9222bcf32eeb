import { v7 as uuid } from 'uuid'
import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { RefChange } from '../../git/receive-pack.ts'

export interface JournalEntry {
  readonly id: number
  readonly repoId: number
  readonly pusherId: number | null
  readonly changes: readonly RefChange[]
  /** The git that moves the refs: it may outlive us. */
  readonly gitProcess: string | null
  /** Which server let it through. */
  readonly instance: string | null
  readonly createdAt: number
}

/** Written before the refs may move: whatever happens from here on, somebody will look what came of it. */
export async function openJournal(
  app: Pick<App, 'db' | 'instance'>,
  actor: Actor,
  repo: Repo,
  { changes, gitProcess }: Pick<JournalEntry, 'changes' | 'gitProcess'>,
): Promise<JournalEntry> {
  const pusherId = userOf(actor)?.id ?? null
  const row = await inTransaction(app, (tx) =>
    tx
      .insertInto('push_journal')
      .values({
        uuid: uuid(),
        repo_id: repo.id,
        pusher_id: pusherId,
        origin: actor.via.door,
        changes: JSON.stringify(changes),
        git_process: gitProcess,
        instance: app.instance,
        created_at: tx.now,
      })
      .returning(['id', 'created_at'])
      .executeTakeFirstOrThrow(),
  )
  return {
    id: row.id,
    repoId: repo.id,
    pusherId,
    changes,
    gitProcess,
    instance: app.instance,
    createdAt: row.created_at,
  }
}

/** What was let through and is still open, in the order in which that happened. */
export async function openEntries(app: Pick<App, 'db'>): Promise<readonly JournalEntry[]> {
  const rows = await app.db.selectFrom('push_journal').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    repoId: row.repo_id,
    pusherId: row.pusher_id,
    changes: JSON.parse(row.changes) as RefChange[],
    gitProcess: row.git_process,
    instance: row.instance,
    createdAt: row.created_at,
  }))
}
