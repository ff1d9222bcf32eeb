import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import { requireRepo } from '../access/require-repo.ts'
import type { Kept, Patterned, ProtectionsOf } from './protection-kind.ts'

/** By pattern. */
export async function listProtections<Input, Values extends Patterned>(
  app: Pick<App, 'db'>,
  actor: Actor,
  { kind, ref }: ProtectionsOf<Input, Values>,
  request: PageRequest,
): Promise<Page<Values & Kept>> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:read' })
  const all = await kind.all(app.db, repo.id)
  const start = offsetOf(request)
  return { ...request, total: all.length, items: all.slice(start, start + request.perPage) }
}
