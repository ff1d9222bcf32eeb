import type { Repo } from '../../core/repo.ts'
import type { Role } from '../../core/roles.ts'
import { nameKey } from '../../core/slug.ts'
import type { Tx } from '../../db/handle.ts'
import type { Owner } from '../owners/find-owner.ts'

/**
 * Another owner; the old path leads on to it. A person who owned it keeps a maintainer's role. A team keeps what all of
 * its members had at least, a reader's, and whoever gave it away for the team goes on maintaining it.
 */
export async function giveTo(tx: Tx, repo: Repo, owner: Owner, giverId: number | null): Promise<void> {
  const key = nameKey(repo.slug)
  const redirects = tx.deleteFrom('repo_redirects').where('slug_key', '=', key)
  await redirects.where('owner_id', 'in', [repo.ownerId, owner.id]).execute()
  await tx.insertInto('repo_redirects').values({ owner_id: repo.ownerId, slug_key: key, repo_id: repo.id }).execute()
  await tx.updateTable('repos').set({ owner_id: owner.id, updated_at: tx.now }).where('id', '=', repo.id).execute()
  const before = await tx.selectFrom('owners').select('kind').where('id', '=', repo.ownerId).executeTakeFirstOrThrow()
  if (before.kind === 'team') await grant(tx, repo, repo.ownerId, 'Reader')
  const keeperId = before.kind === 'team' ? giverId : repo.ownerId
  if (keeperId !== null) await grant(tx, repo, keeperId, 'Maintainer')
  await tx.deleteFrom('repo_grants').where('repo_id', '=', repo.id).where('grantee_id', '=', owner.id).execute()
}

async function grant(tx: Tx, repo: Repo, granteeId: number, role: Role): Promise<void> {
  await tx
    .insertInto('repo_grants')
    .values({ repo_id: repo.id, grantee_id: granteeId, role, created_at: tx.now })
    .onConflict((oc) => oc.columns(['repo_id', 'grantee_id']).doUpdateSet({ role }))
    .execute()
}
