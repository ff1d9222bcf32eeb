import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { findTagProtection, type TagProtection } from './tag-store.ts'

export async function getTagProtection(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  id: RecordId,
): Promise<TagProtection> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:read' })
  const found = await findTagProtection(app.db, repo.id, id)
  if (found === null) throw notFound('PROTECTION')
  return found
}
