import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import { listKeysOf, type SshKey } from './store.ts'

export type { SshKey }

export function listKeys(app: Pick<App, 'db'>, actor: SessionActor, request: PageRequest): Promise<Page<SshKey>> {
  return listKeysOf(app.db, actor.user.id, request)
}
