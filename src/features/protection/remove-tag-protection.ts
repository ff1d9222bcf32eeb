import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { recordTagProtection } from './record-tag-protection.ts'
import { deleteTagProtection, findTagProtection } from './tag-store.ts'

export async function removeTagProtection(
  app: Pick<App, 'db' | 'keys'>,
  actor: Actor,
  ref: RepoRef,
  id: RecordId,
): Promise<void> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  await inTransaction(app, async (tx) => {
    const before = await findTagProtection(tx, repo.id, id)
    if (before === null || !(await deleteTagProtection(tx, before.id))) throw notFound('PROTECTION')
    await recordTagProtection(app, tx, { actor, repo, before, after: null })
  })
}
