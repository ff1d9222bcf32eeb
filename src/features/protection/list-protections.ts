import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { allProtections, type Protection } from './store.ts'

export type { Protection } from './store.ts'

/** By pattern. */
export async function listProtections(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  request: PageRequest,
): Promise<Page<Protection>> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:read' })
  const all = await allProtections(app.db, repo.id)
  const start = offsetOf(request)
  return { ...request, total: all.length, items: all.slice(start, start + request.perPage) }
}
