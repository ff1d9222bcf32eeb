import type { App } from '../../app.ts'
import type { AdminActor, SessionActor } from '../../core/actor.ts'
import { requireTeam } from '../access/require-team.ts'
import { requireUserByName } from '../users/find-user.ts'
import { type Storage, storageOf } from './storage.ts'

export function getOwnStorage(app: Pick<App, 'config' | 'db'>, actor: SessionActor): Promise<Storage> {
  return storageOf(app, app.db, actor.user.id)
}

/** Of a team: for those who can do something about it. */
export async function getTeamStorage(
  app: Pick<App, 'config' | 'db'>,
  actor: SessionActor,
  slug: string,
): Promise<Storage> {
  const team = await requireTeam(app, actor, slug, 'Owner')
  return storageOf(app, app.db, team.id)
}

export interface Quota {
  readonly username: string
  readonly storage: Storage
  /** Their own; null where the setting counts. */
  readonly quotaBytes: number | null
}

export async function getQuota(app: Pick<App, 'config' | 'db'>, _actor: AdminActor, username: string): Promise<Quota> {
  const user = await requireUserByName(app.db, username)
  const row = await app.db.selectFrom('owners').select('quota_bytes').where('id', '=', user.id).executeTakeFirst()
  const storage = await storageOf(app, app.db, user.id)
  return { username: user.username, storage, quotaBytes: row?.quota_bytes ?? null }
}
