import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import { type AccessToken, listTokensOf } from './store.ts'

export type { AccessToken }

export function listTokens(
  app: Pick<App, 'db'>,
  actor: SessionActor,
  request: PageRequest,
): Promise<Page<AccessToken>> {
  return listTokensOf(app.db, actor.user.id, request)
}
