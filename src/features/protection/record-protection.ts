import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { record } from '../audit/record.ts'
import type { Patterned, ProtectionKind } from './protection-kind.ts'

export interface ProtectionChange<Values extends Patterned> {
  readonly actor: Actor
  readonly repo: Repo
  readonly before: Values | null
  readonly after: Values | null
}

/** The audit log keeps both sides: what a branch or tag was protected from on some day can be read from it. */
export async function recordProtection<Input, Values extends Patterned>(
  app: Pick<App, 'keys'>,
  tx: Tx,
  kind: ProtectionKind<Input, Values>,
  { actor, repo, before, after }: ProtectionChange<Values>,
): Promise<void> {
  await record(app, tx, actor, {
    event: kind.event,
    target: { type: 'repository', id: repo.uuid, name: `${repo.owner}/${repo.slug}` },
    metadata: {
      action: before === null ? 'created' : after === null ? 'deleted' : 'updated',
      pattern: (after ?? before)?.pattern,
      before: before === null ? null : kind.settingsOf(before),
      after: after === null ? null : kind.settingsOf(after),
    },
  })
  await kind.follow(tx, repo.id)
}
