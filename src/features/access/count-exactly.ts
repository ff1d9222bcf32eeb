import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Rate } from '../../config.ts'
import { minute, second } from '../../core/clock.ts'
import type { Allowance, LimitName } from '../../core/limits.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'

/**
 * One count for all processes, in the database: a guess at a password is a guess, whichever replica it was made at. The
 * window begins with the first of it.
 */
export async function countExactly(
  app: { readonly db: Db },
  name: LimitName,
  key: string,
  rate: Rate,
): Promise<Allowance> {
  const { points, resetsAt, now } = await inTransaction(app, async (tx) => {
    await loseInCrash(tx)
    const row = await tx
      .insertInto('rate_counts')
      .values({ limit_name: name, key_hash: hashOf(key), points: 1, resets_at: tx.now + rate.seconds * second })
      .onConflict((oc) =>
        oc.columns(['limit_name', 'key_hash']).doUpdateSet({
          points: sql<number>`case when ${over(tx, rate)} then 1 else rate_counts.points + 1 end`,
          resets_at: sql<number>`case when ${over(tx, rate)} then excluded.resets_at else rate_counts.resets_at end`,
        }),
      )
      .returning(['points', 'resets_at'])
      .executeTakeFirstOrThrow()
    return { points: row.points, resetsAt: row.resets_at, now: tx.now }
  })
  return {
    limit: rate.points,
    remaining: Math.max(0, rate.points - points),
    resetSeconds: Math.max(1, Math.ceil((resetsAt - now) / second)),
    exceeded: points > rate.points,
  }
}

export async function takeBackExactly(app: { readonly db: Db }, name: LimitName, key: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    await loseInCrash(tx)
    await tx
      .updateTable('rate_counts')
      .set((eb) => ({ points: eb('points', '-', 1) }))
      .where('limit_name', '=', name)
      .where('key_hash', '=', hashOf(key))
      .where('points', '>', 0)
      .execute()
  })
}

/** What was counted in windows that are over. */
export async function forgetCounts(app: { readonly db: Db }): Promise<void> {
  await inTransaction(app, async (tx) => {
    await tx.deleteFrom('rate_counts').where('resets_at', '<=', tx.now).execute()
  })
}

/** Clocks of machines differ a little. */
const slack = minute

/** The last window has ended, or began by a clock that was ahead: the count begins anew. */
function over(tx: Tx, rate: Rate): RawBuilder<boolean> {
  const latest = tx.now + rate.seconds * second + slack
  return sql<boolean>`(rate_counts.resets_at <= ${tx.now} or rate_counts.resets_at > ${latest})`
}

/** A crash of the database may forget the last fraction of a second of counting: nobody has to wait for the disk. */
async function loseInCrash(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit to off`.execute(tx)
}

/** Whatever somebody has typed, of any length. */
function hashOf(key: string): string {
  return hash('sha256', key, 'base64url')
}
