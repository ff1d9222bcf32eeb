import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { findProtection, type Protection } from './store.ts'

export async function getProtection(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  id: RecordId,
): Promise<Protection> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:read' })
  const found = await findProtection(app.db, repo.id, id)
  if (found === null) throw notFound('PROTECTION')
  return found
}
