import type { Tx } from '../../db/handle.ts'
import { buryRepos, haveMuch } from './bury-repo.ts'

/**
 * Before an owner goes: where its repositories have much in them, all together, they would hold up everybody if they went
 * with the owner's row. Returns whom they belong to then.
 */
export async function buryOwnedRepos(tx: Tx, ownerId: number, which: 'large' | 'all'): Promise<number | null> {
  if (which === 'large' && !(await haveMuch(tx, { ownerId }))) return null
  return buryRepos(tx, { ownerId })
}
