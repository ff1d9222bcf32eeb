import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { setStar } from './store.ts'

/** A star is the reader's own mark: it may be set in an archived repository too. */
export async function starRepo(app: Pick<App, 'db'>, actor: KnownActor, ref: RepoRef, starred: boolean): Promise<void> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:write', evenArchived: true })
  await inTransaction(app, (tx) => setStar(tx, repo.id, actor.user.id, starred))
}

export async function requireStar(app: Pick<App, 'db'>, actor: KnownActor, ref: RepoRef): Promise<void> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  const star = await app.db
    .selectFrom('stars')
    .select('user_id')
    .where('repo_id', '=', repo.id)
    .where('user_id', '=', actor.user.id)
    .executeTakeFirst()
  if (star === undefined) throw notFound('STAR', 'You have not starred this repository')
}
