import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { holdRepo } from '../repos/hold-repo.ts'
import { deleteMirror } from './mirror-store.ts'

/** From then on it is a repository like any other, with what came so far. The password is forgotten. */
export async function stopFollowing(app: Pick<App, 'db' | 'keys'>, actor: KnownActor, ref: RepoRef): Promise<void> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write', evenArchived: true })
  await inTransaction(app, async (tx) => {
    const held = await holdRepo(tx, repo.id)
    if (held === null || held.mirrorOf === null) throw notFound('MIRROR')
    await deleteMirror(tx, held.id)
    await record(app, tx, actor, {
      event: 'MIRROR_REMOVED',
      target: { type: 'repository', id: held.uuid, name: `${held.owner}/${held.slug}` },
      metadata: { url: held.mirrorOf },
    })
  })
}
