import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'

export function getRepo(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef): Promise<OpenRepo> {
  return requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
}
