import { branchRef } from '../../core/ref-name.ts'
import { requireSha, type Sha } from '../../core/sha.ts'
import type { Reader } from '../../db/handle.ts'

export interface BranchTip {
  readonly sha: Sha
  readonly pusherId: number | null
}

/** Where a branch is; null when there is none of this name. */
export async function findBranchTip(reader: Reader, repoId: number, branch: string): Promise<BranchTip | null> {
  const name = branchRef(branch)
  if (name === null) return null
  const row = await reader
    .selectFrom('refs')
    .select(['peeled', 'pusher_id'])
    .where('repo_id', '=', repoId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row === undefined ? null : { sha: requireSha(row.peeled), pusherId: row.pusher_id }
}
