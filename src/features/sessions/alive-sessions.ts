import type { App } from '../../app.ts'
import { slicesOf } from '../../core/slices-of.ts'
import type { Reader } from '../../db/handle.ts'
import { preparedList } from '../../db/prepared.ts'

const atOnce = 500

/** For what is still going on under sessions that were good when it began: those of them that still are. */
export async function aliveSessions(
  app: Pick<App, 'clock'> & { readonly db: Reader },
  sessionIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const alive = new Set<number>()
  for (const some of slicesOf(sessionIds, atOnce)) {
    for (const { id } of await aliveAmong(app.db, some, { now: app.clock.now() })) alive.add(id)
  }
  return alive
}

const aliveAmong = preparedList((db, sessionIds: readonly number[], its: { now: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', 'in', sessionIds)
    .where('sessions.ended_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .where('sessions.expires_at', '>', its.now),
)
