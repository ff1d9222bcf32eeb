import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import { alreadyExists } from '../../core/errors.ts'
import { requireRepo } from '../access/require-repo.ts'
import { holdProtections } from './hold-protections.ts'
import type { Kept, Patterned, ProtectionsOf } from './protection-kind.ts'
import { recordProtection } from './record-protection.ts'

/** Branches or tags of this pattern are protected from now on, those that are there and those to come. */
export async function addProtection<Input, Values extends Patterned>(
  app: Pick<App, 'db' | 'keys'>,
  actor: Actor,
  { kind, ref }: ProtectionsOf<Input, Values>,
  input: NoInfer<Input>,
): Promise<Values & Kept> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  const values = await kind.parse(app.db, input, null)
  return kind.inTransaction(app, async (tx) => {
    await holdProtections(tx, repo.id)
    // Every push and every list of branches or tags looks at all of them.
    requirePlaceFor(kind.plural, (await kind.all(tx, repo.id)).length)
    const added = await kind.insert(tx, repo.id, values)
    if (added === null) throw alreadyExists('PROTECTION', 'pattern', `${values.pattern} is protected already`)
    await recordProtection(app, tx, kind, { actor, repo, before: null, after: added })
    return added
  })
}
