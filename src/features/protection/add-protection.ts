import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { alreadyExists, conflict } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { type ProtectionInput, parseProtection } from './parse-protection.ts'
import { recordProtection } from './record-protection.ts'
import { countProtections, holdProtections, insertProtection, type Protection } from './store.ts'

const mostProtections = 100

/** Branches of this pattern are protected from now on, also those that do not exist yet. */
export async function addProtection(
  app: Pick<App, 'db' | 'keys'>,
  actor: Actor,
  ref: RepoRef,
  input: ProtectionInput,
): Promise<Protection> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  const values = await parseProtection(app.db, input, null)
  return inTransaction(app, async (tx) => {
    await holdProtections(tx, repo.id)
    // Every push and every list of branches looks at all of them.
    if ((await countProtections(tx, repo.id)) >= mostProtections) {
      throw conflict(`A repository can have at most ${mostProtections} protections`)
    }
    const added = await insertProtection(tx, repo.id, values)
    if (added === null) throw alreadyExists('PROTECTION', 'pattern', `${values.pattern} is protected already`)
    await recordProtection(app, tx, { actor, repo, before: null, after: added })
    return added
  })
}
