import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { deletePushMirror, findPushMirror } from './push-mirror-store.ts'

/** What was sent stays where it is. The password is forgotten, also where nothing else can be changed any more. */
export async function stopPushing(app: Pick<App, 'db' | 'keys'>, actor: KnownActor, ref: RepoRef): Promise<void> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write', evenArchived: true })
  await inTransaction(app, async (tx) => {
    const known = await findPushMirror(tx, repo, tx.now)
    if (known === null || !(await deletePushMirror(tx, repo.id))) throw notFound('MIRROR')
    await record(app, tx, actor, {
      event: 'PUSH_MIRROR_REMOVED',
      target: { type: 'repository', id: repo.uuid, name: `${repo.owner}/${repo.slug}` },
      metadata: { url: known.url },
    })
  })
}
