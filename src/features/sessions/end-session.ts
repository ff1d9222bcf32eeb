import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { endSessions } from './store.ts'

/** Ends one session of the actor's own; somebody else's is as good as missing. */
export async function endSession(app: Pick<App, 'db' | 'keys'>, actor: SessionActor, id: RecordId): Promise<void> {
  await inTransaction(app, async (tx) => {
    const ended = await endSessions(tx, actor.user.id, id)
    if (ended === 0) throw notFound('SESSION')
    const name = 'uuid' in id ? id.uuid : String(id.id)
    await record(app, tx, actor, { event: 'SESSION_ENDED', target: { type: 'session', id: name, name } })
  })
}

export async function endOtherSessions(app: Pick<App, 'db' | 'keys'>, actor: SessionActor): Promise<number> {
  return inTransaction(app, async (tx) => {
    const ended = await endSessions(tx, actor.user.id, { except: actor.sessionId })
    await record(app, tx, actor, { event: 'SESSION_ENDED', metadata: { others: ended } })
    return ended
  })
}

export async function logout(app: Pick<App, 'db' | 'keys'>, actor: SessionActor): Promise<void> {
  await inTransaction(app, async (tx) => {
    await endSessions(tx, actor.user.id, { id: actor.sessionId })
    await record(app, tx, actor, { event: 'LOGOUT' })
  })
}

/** For a change of password or the like, inside its transaction: whoever held a session must prove themselves again. */
export { endSessions as endSessionsOf } from './store.ts'
