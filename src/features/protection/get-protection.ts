import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { requireRepo } from '../access/require-repo.ts'
import type { Kept, Patterned, ProtectionOf } from './protection-kind.ts'
import { requireProtection } from './require-protection.ts'

export async function getProtection<Input, Values extends Patterned>(
  app: Pick<App, 'db'>,
  actor: Actor,
  { kind, ref, id }: ProtectionOf<Input, Values>,
): Promise<Values & Kept> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:read' })
  return requireProtection(app.db, kind, repo.id, id)
}
