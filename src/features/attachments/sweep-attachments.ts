import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { findNamed } from './find-named.ts'

/** A text may wait in somebody's browser over a weekend. */
export const patience = 3 * day
const atOnce = 200

/**
 * Attachments that no text of their repository names go. Each is looked at once, when it has been there for a while: one
 * that a text names then stays for good, whatever the text says later; what it said before can still be read. Once more when
 * the issue goes that it was added to (see release-attachments.ts).
 */
export async function sweepAttachments(app: Pick<App, 'clock' | 'db'>): Promise<void> {
  const before = app.clock.now() - patience
  const due = await app.db
    .selectFrom('attachments')
    .select((eb) => ['repo_id', eb.fn.min('unused_since').as('since')])
    .where('unused_since', '<', before)
    .groupBy('repo_id')
    .execute()
  for (const { repo_id: repoId, since } of due) {
    const named = await findNamed(app.db, repoId, since ?? 0)
    let after = 0
    for (;;) {
      const last = await inTransaction(app, (tx) => decideSome(tx, { repoId, before, after, named }))
      if (last === null) break
      after = last
    }
  }
}

interface Due {
  readonly repoId: number
  readonly before: number
  readonly after: number
  readonly named: ReadonlySet<string>
}

/** Returns the last of them; null when there are no more. */
async function decideSome(tx: Tx, { repoId, before, after, named }: Due): Promise<number | null> {
  const rows = await tx
    .selectFrom('attachments')
    .select(['id', 'uuid'])
    .where('repo_id', '=', repoId)
    .where('unused_since', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute()
  const idsOf = (isUsed: boolean) => rows.filter(({ uuid }) => named.has(uuid) === isUsed).map(({ id }) => id)
  const [used, unused] = [idsOf(true), idsOf(false)]
  if (used.length > 0) {
    await tx.updateTable('attachments').set({ unused_since: null }).where('id', 'in', used).execute()
  }
  if (unused.length > 0) {
    await tx.deleteFrom('attachments').where('id', 'in', unused).execute()
    await emit(tx, { type: 'blob.released', repoId })
  }
  return rows.at(-1)?.id ?? null
}
