import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { recordProtection } from './record-protection.ts'
import { deleteProtection, findProtection } from './store.ts'

export async function removeProtection(
  app: Pick<App, 'db' | 'keys'>,
  actor: Actor,
  ref: RepoRef,
  id: RecordId,
): Promise<void> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  await inTransaction(app, async (tx) => {
    const before = await findProtection(tx, repo.id, id)
    if (before === null || !(await deleteProtection(tx, before.id))) throw notFound('PROTECTION')
    await recordProtection(app, tx, { actor, repo, before, after: null })
  })
}
