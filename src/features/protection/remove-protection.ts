import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import type { Patterned, ProtectionOf } from './protection-kind.ts'
import { recordProtection } from './record-protection.ts'
import { requireProtection } from './require-protection.ts'

export async function removeProtection<Input, Values extends Patterned>(
  app: Pick<App, 'db' | 'keys'>,
  actor: Actor,
  { kind, ref, id }: ProtectionOf<Input, Values>,
): Promise<void> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  await inTransaction(app, async (tx) => {
    const before = await requireProtection(tx, kind, repo.id, id)
    if (!(await kind.delete(tx, before.id))) throw notFound('PROTECTION')
    await recordProtection(app, tx, kind, { actor, repo, before, after: null })
  })
}
