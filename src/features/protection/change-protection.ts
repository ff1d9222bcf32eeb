import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { alreadyExists } from '../../core/errors.ts'
import { requireRepo } from '../access/require-repo.ts'
import { holdProtections } from './hold-protections.ts'
import type { Kept, Patterned, ProtectionOf } from './protection-kind.ts'
import { recordProtection } from './record-protection.ts'
import { requireProtection } from './require-protection.ts'

/** Only what is said changes. */
export async function changeProtection<Input, Values extends Patterned>(
  app: Pick<App, 'db' | 'keys'>,
  actor: Actor,
  { kind, ref, id }: ProtectionOf<Input, Values>,
  input: NoInfer<Input>,
): Promise<Values & Kept> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  return kind.inTransaction(app, async (tx) => {
    await holdProtections(tx, repo.id)
    const before = await requireProtection(tx, kind, repo.id, id)
    const values = await kind.parse(tx, input, before)
    const others = (await kind.all(tx, repo.id)).filter((one) => one.id !== before.id)
    if (others.some((one) => one.pattern === values.pattern)) {
      throw alreadyExists('PROTECTION', 'pattern', `${values.pattern} is protected already`)
    }
    const after = await kind.save(tx, before, values)
    await recordProtection(app, tx, kind, { actor, repo, before, after })
    return after
  })
}
