import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { alreadyExists, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { parseTagProtection, type TagProtectionInput } from './parse-tag-protection.ts'
import { recordTagProtection } from './record-tag-protection.ts'
import { holdProtections } from './store.ts'
import { allTagProtections, findTagProtection, saveTagProtection, type TagProtection } from './tag-store.ts'

/** Only what is said changes. */
export async function changeTagProtection(
  app: Pick<App, 'db' | 'keys'>,
  actor: Actor,
  target: { readonly ref: RepoRef; readonly id: RecordId },
  input: TagProtectionInput,
): Promise<TagProtection> {
  const repo = await requireRepo(app, actor, target.ref, { role: 'Maintainer', scope: 'repo:write' })
  return inTransaction(app, async (tx) => {
    await holdProtections(tx, repo.id)
    const before = await findTagProtection(tx, repo.id, target.id)
    if (before === null) throw notFound('PROTECTION')
    const values = parseTagProtection(input, before)
    const others = (await allTagProtections(tx, repo.id)).filter((one) => one.id !== before.id)
    if (others.some((one) => one.pattern === values.pattern)) {
      throw alreadyExists('PROTECTION', 'pattern', `${values.pattern} is protected already`)
    }
    const after = await saveTagProtection(tx, before, values)
    await recordTagProtection(app, tx, { actor, repo, before, after })
    return after
  })
}
