import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { type Room, roomOf } from '../quota/storage.ts'

/** How much room the repository takes, by what for. */
export function getRepoRoom(app: Pick<App, 'db'>, repo: OpenRepo): Promise<Room> {
  return roomOf(app.db, { repoId: repo.id })
}

/** For the pages that change it: whoever may read it only gets no further. */
export function getRepoSettings(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  purpose: 'configure' | 'own' = 'configure',
): Promise<OpenRepo> {
  return requireRepo(app, actor, ref, { role: purpose === 'own' ? 'Owner' : 'Maintainer', scope: 'repo:read' })
}
