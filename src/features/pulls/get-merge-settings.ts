import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { type MergeSettings, readMergeSettings } from './merge-settings.ts'

/** For those who may merge. */
export async function getMergeSettings(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef): Promise<MergeSettings> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:read' })
  return readMergeSettings(app.db, repo.id)
}
