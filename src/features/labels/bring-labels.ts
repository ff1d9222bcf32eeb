import { caps } from '../../core/caps.ts'
import { Pace } from '../../core/pace.ts'
import { nameKey } from '../../core/slug.ts'
import type { Tx } from '../../db/handle.ts'
import type { LabelValues } from './label-input.ts'
import { countLabels, insertLabel } from './store.ts'

/**
 * Makes those of some labels that are not there, as far as there is a place for them. Returns the ids of all that are, by
 * the key of their name, and how many are new.
 */
export async function bringLabels(
  tx: Tx,
  repoId: number,
  wanted: readonly LabelValues[],
): Promise<{ readonly ids: ReadonlyMap<string, number>; readonly added: number }> {
  const ids = new Map<string, number>()
  const pace = new Pace()
  const before = await countLabels(tx, repoId)
  let added = 0
  for (const label of wanted) {
    const key = nameKey(label.name)
    if (ids.has(key)) continue
    await pace.isOver()
    const named = tx.selectFrom('labels').select('id').where('repo_id', '=', repoId).where('name_key', '=', key)
    const known = await named.executeTakeFirst()
    if (known !== undefined) ids.set(key, known.id)
    if (known !== undefined || before + added >= caps.labels.most) continue
    const made = await insertLabel(tx, repoId, label)
    if (made === null) continue
    added++
    ids.set(key, made.id)
  }
  return { ids, added }
}
