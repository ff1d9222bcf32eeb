import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { type Identity, listIdentitiesOf } from './store.ts'

export type { Identity }

/** All of them: there is one of each issuer at most. */
export function listIdentities(app: Pick<App, 'db'>, actor: SessionActor): Promise<readonly Identity[]> {
  return listIdentitiesOf(app.db, actor.user.id)
}
