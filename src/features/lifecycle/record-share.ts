import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { attempt } from '../../db/attempt.ts'
import type { Tx } from '../../db/handle.ts'
import { record } from '../audit/record.ts'

/** When and by whom: the transaction of the act, and the actor of it. */
export interface Occasion {
  readonly tx: Tx
  readonly actor: Actor
}

interface ShareFact {
  readonly hook: string
  readonly event: 'REPO_SHARED' | 'REPO_UNSHARED'
  readonly repoId: number
  readonly granteeId: number
  readonly metadata: Readonly<Record<string, unknown>>
}

export async function recordShare(
  app: Pick<App, 'keys' | 'log'>,
  { tx, actor }: Occasion,
  fact: ShareFact,
): Promise<void> {
  const { repoId, granteeId } = fact
  const error = await attempt(tx, async () => {
    const repo = await tx
      .selectFrom('repos')
      .innerJoin('owners', 'owners.id', 'repos.owner_id')
      .select(['repos.uuid', 'repos.slug', 'owners.name as owner'])
      .where('repos.id', '=', repoId)
      .executeTakeFirstOrThrow()
    const grantee = await tx
      .selectFrom('owners')
      .select(['kind', 'name'])
      .where('id', '=', granteeId)
      .executeTakeFirstOrThrow()
    await record(app, tx, actor, {
      event: fact.event,
      target: { type: 'repository', id: repo.uuid, name: `${repo.owner}/${repo.slug}` },
      metadata: { [grantee.kind === 'user' ? 'username' : 'team']: grantee.name, ...fact.metadata },
    })
  })
  if (error === null) return
  app.log.warn({ error: error.message, repoId, granteeId }, `${fact.hook}: nothing was recorded`)
}
