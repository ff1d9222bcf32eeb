import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import { listLiveSessions, type Session } from './store.ts'

export interface OwnSession extends Session {
  /** The one that asks. */
  readonly current: boolean
}

export async function listSessions(
  app: Pick<App, 'db' | 'clock'>,
  actor: SessionActor,
  request: PageRequest,
): Promise<Page<OwnSession>> {
  const page = await listLiveSessions(app.db, actor.user.id, app.clock.now(), request)
  return { ...page, items: page.items.map((session) => ({ ...session, current: session.id === actor.sessionId })) }
}
