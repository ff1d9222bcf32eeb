import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { deleteDeployKey } from './store.ts'

/** Also in an archived repository: a key that got about must be shut out anywhere. */
export async function removeDeployKey(
  app: Pick<App, 'db' | 'keys'>,
  actor: Actor,
  ref: RepoRef,
  id: RecordId,
): Promise<void> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write', evenArchived: true })
  await inTransaction(app, async (tx) => {
    const removed = await deleteDeployKey(tx, repo.id, id)
    if (removed === null) throw notFound('KEY')
    await record(app, tx, actor, {
      event: 'DEPLOY_KEY_REMOVED',
      target: { type: 'deploy_key', id: removed.uuid, name: removed.title },
      metadata: { repository: `${repo.owner}/${repo.slug}`, fingerprint: removed.fingerprint },
    })
  })
}
