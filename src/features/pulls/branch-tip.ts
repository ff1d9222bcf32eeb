import { notFound } from '../../core/errors.ts'
import { branchRef } from '../../core/ref-name.ts'
import { requireSha, type Sha } from '../../core/sha.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'

export interface BranchTip {
  readonly sha: Sha
  readonly pusherId: number | null
}

/** Where a branch is; null when there is none of this name. */
export async function findBranchTip(reader: Reader, repoId: number, branch: string): Promise<BranchTip | null> {
  const name = branchRef(branch)
  if (name === null) return null
  const [row] = await named(reader, { repoId, name })
  return row === undefined ? null : { sha: requireSha(row.peeled), pusherId: row.pusher_id }
}

const named = prepared((db, its: { repoId: number; name: string }) =>
  db.selectFrom('refs').select(['peeled', 'pusher_id']).where('repo_id', '=', its.repoId).where('name', '=', its.name),
)

interface Source {
  readonly sourceRepoId: number
  readonly sourceBranch: string
}

/** Who pushed a branch last, whoever asks for it to be merged. Null for a key, and for an account that is gone. */
export async function findPusher(reader: Reader, { sourceRepoId, sourceBranch }: Source): Promise<number | null> {
  return (await findBranchTip(reader, sourceRepoId, sourceBranch))?.pusherId ?? null
}

/**
 * Whether the branch is where we saw it. The source repository is held first, as a push to it does: one that comes now
 * waits, and then finds the pull request.
 */
export async function isStillThere(tx: Tx, { sourceRepoId, sourceBranch }: Source, head: Sha): Promise<boolean> {
  const held = await tx
    .updateTable('repos')
    .set((eb) => ({ last_number: eb.ref('last_number') }))
    .where('id', '=', sourceRepoId)
    .executeTakeFirst()
  if (held.numUpdatedRows === 0n) throw notFound('REPO')
  return (await findBranchTip(tx, sourceRepoId, sourceBranch))?.sha === head
}
