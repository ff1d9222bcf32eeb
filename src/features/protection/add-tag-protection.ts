import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { alreadyExists, conflict } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { parseTagProtection, type TagProtectionInput } from './parse-tag-protection.ts'
import { recordTagProtection } from './record-tag-protection.ts'
import { holdProtections } from './store.ts'
import { allTagProtections, insertTagProtection, type TagProtection } from './tag-store.ts'

const mostProtections = 100

/** Tags of this pattern are protected from now on, those that are there and those to come. */
export async function addTagProtection(
  app: Pick<App, 'db' | 'keys'>,
  actor: Actor,
  ref: RepoRef,
  input: TagProtectionInput,
): Promise<TagProtection> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  const values = parseTagProtection(input, null)
  return inTransaction(app, async (tx) => {
    await holdProtections(tx, repo.id)
    // Every push and every list of tags looks at all of them.
    if ((await allTagProtections(tx, repo.id)).length >= mostProtections) {
      throw conflict(`A repository can have at most ${mostProtections} protections of tags`)
    }
    const added = await insertTagProtection(tx, repo.id, values)
    if (added === null) throw alreadyExists('PROTECTION', 'pattern', `${values.pattern} is protected already`)
    await recordTagProtection(app, tx, { actor, repo, before: null, after: added })
    return added
  })
}
