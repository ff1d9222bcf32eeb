import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { allTagProtections, type TagProtection } from './tag-store.ts'

export type { TagProtection } from './tag-store.ts'

/** By pattern. */
export async function listTagProtections(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  request: PageRequest,
): Promise<Page<TagProtection>> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:read' })
  const all = await allTagProtections(app.db, repo.id)
  const start = offsetOf(request)
  return { ...request, total: all.length, items: all.slice(start, start + request.perPage) }
}
