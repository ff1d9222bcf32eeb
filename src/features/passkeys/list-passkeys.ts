import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import { listPasskeysOf, type Passkey } from './store.ts'

export type { Passkey }

export function listPasskeys(app: Pick<App, 'db'>, actor: SessionActor, request: PageRequest): Promise<Page<Passkey>> {
  return listPasskeysOf(app.db, actor.user.id, request)
}

/** For whoever has to know if there is any, inside their transaction. */
export { countPasskeys } from './store.ts'
