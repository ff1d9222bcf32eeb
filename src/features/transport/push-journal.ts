import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { second } from '../../core/clock.ts'
import { conflict } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { uuid } from '../../db/uuid.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import { confirmPusher } from '../access/require-still.ts'
import { takeRoom } from '../quota/take-room.ts'
import type { Purpose } from './purpose.ts'

export interface JournalEntry {
  readonly id: number
  readonly repoId: number
  readonly pusherId: number | null
  readonly changes: readonly RefChange[]
  /** The git that moves the refs: it may outlive us. */
  readonly gitProcess: string | null
  readonly purpose: Purpose | null
}

export interface NewEntry extends Pick<JournalEntry, 'changes' | 'gitProcess'> {
  readonly purpose?: Purpose | null | undefined
  /** Has the last word, in the transaction that opens the entry: throws when the refs must not move after all. */
  readonly claim?: ((tx: Tx) => Promise<void>) | undefined
  /** What the new objects take. Counts from here on, against the owner's quota too, until somebody measures. */
  readonly bytes?: number | undefined
}

export const leaseMs = 8 * second
const renewMs = 2 * second

/** Written before the refs may move: whatever happens from here on, somebody will look what came of it. */
export async function openJournal(
  app: Pick<App, 'config' | 'db'>,
  actor: Actor,
  repo: Repo,
  entry: NewEntry,
): Promise<JournalEntry> {
  return inTransaction(app, async (tx) => {
    // What is our own is kept whoever may still push.
    if (entry.purpose?.kind !== 'keep') await confirmPusher(tx, actor, repo)
    return writeEntry(app, tx, { actor, repo }, entry)
  })
}

interface Pushing {
  readonly actor: Actor
  readonly repo: Repo
}

/** The same where it has to be there together with something else. */
export async function writeEntry(
  app: Pick<App, 'config'>,
  tx: Tx,
  { actor, repo }: Pushing,
  { changes, gitProcess, purpose = null, claim, bytes = 0 }: NewEntry,
): Promise<JournalEntry> {
  const pusherId = userOf(actor)?.id ?? null
  tx.tells.add('push.journal')
  const opened = await tx
    .insertInto('push_journal')
    .values({
      uuid: uuid(),
      repo_id: repo.id,
      pusher_id: pusherId,
      origin: actor.via.door,
      changes: JSON.stringify(changes),
      git_process: gitProcess,
      created_at: tx.now,
      lease_until: tx.now + leaseMs,
      purpose: purpose === null ? null : JSON.stringify(purpose),
      merges_id: purpose?.kind === 'merge' ? purpose.threadId : null,
    })
    .onConflict((oc) => oc.column('merges_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (opened === undefined) throw conflict('Somebody else is merging this at the moment')
  // Behind the entry, as who settles it has it: two that wait for each other would wait for ever.
  await claim?.(tx)
  await takeRoom(app, tx, repo, bytes)
  return { id: opened.id, repoId: repo.id, pusherId, changes, gitProcess, purpose }
}

/** Another git moves the refs than the one that was written down. */
export async function renameGit(app: Pick<App, 'db'>, entry: JournalEntry, gitProcess: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    await tx.updateTable('push_journal').set({ git_process: gitProcess }).where('id', '=', entry.id).execute()
  })
}

/** Says again and again that somebody is at work on an entry, so that nobody else takes it up. Returns how to stop. */
export function holdEntry(app: Pick<App, 'db' | 'log'>, entry: JournalEntry): () => void {
  const renew = (): Promise<void> =>
    inTransaction(app, async (tx) => {
      const lease = { lease_until: tx.now + leaseMs }
      await tx.updateTable('push_journal').set(lease).where('id', '=', entry.id).execute()
    })
  const timer = setInterval(() => {
    renew().catch((error: unknown) => app.log.warn({ error: String(error) }, 'a push could not renew its lease'))
  }, renewMs)
  return () => clearInterval(timer)
}

/** What was let through and is still open, although nobody is at work on it any more. */
export async function abandonedEntries(app: Pick<App, 'db'>, now: number): Promise<readonly JournalEntry[]> {
  const rows = await app.db
    .selectFrom('push_journal')
    .selectAll()
    .where('lease_until', '<', now)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    repoId: row.repo_id,
    pusherId: row.pusher_id,
    changes: JSON.parse(row.changes) as RefChange[],
    gitProcess: row.git_process,
    purpose: row.purpose === null ? null : (JSON.parse(row.purpose) as Purpose),
  }))
}

/** Takes up an abandoned entry; false when another process was faster, or its own came back. */
export async function takeUp(app: Pick<App, 'db'>, entry: JournalEntry, now: number): Promise<boolean> {
  return inTransaction(app, async (tx) => {
    const query = tx
      .updateTable('push_journal')
      .set({ lease_until: tx.now + leaseMs })
      .where('id', '=', entry.id)
    const taken = await query.where('lease_until', '<', now).executeTakeFirst()
    return taken.numUpdatedRows === 1n
  })
}
