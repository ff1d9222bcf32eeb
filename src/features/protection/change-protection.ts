import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { alreadyExists, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { type ProtectionInput, parseProtection } from './parse-protection.ts'
import { recordProtection } from './record-protection.ts'
import { findProtection, holdProtections, isPatternTaken, type Protection, saveProtection } from './store.ts'

/** Only what is said changes. */
export async function changeProtection(
  app: Pick<App, 'db' | 'keys'>,
  actor: Actor,
  target: { readonly ref: RepoRef; readonly id: RecordId },
  input: ProtectionInput,
): Promise<Protection> {
  const repo = await requireRepo(app, actor, target.ref, { role: 'Maintainer', scope: 'repo:write' })
  return inTransaction(app, async (tx) => {
    await holdProtections(tx, repo.id)
    const before = await findProtection(tx, repo.id, target.id)
    if (before === null) throw notFound('PROTECTION')
    const values = await parseProtection(tx, input, before)
    if (values.pattern !== before.pattern && (await isPatternTaken(tx, repo.id, values.pattern))) {
      throw alreadyExists('PROTECTION', 'pattern', `${values.pattern} is protected already`)
    }
    const after = await saveProtection(tx, before, values)
    await recordProtection(app, tx, { actor, repo, before, after })
    return after
  })
}
