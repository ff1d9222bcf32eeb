// Roles in repositories, given behind the doors' back.
import type { Role } from '../../src/core/roles.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { TestStithy } from './stithy.ts'

export async function grantRole(stithy: TestStithy, slug: string, username: string, role: Role): Promise<void> {
  await inTransaction(stithy.app, async (tx) => {
    const repo = await tx.selectFrom('repos').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    const owner = await tx.selectFrom('owners').select('id').where('name', '=', username).executeTakeFirstOrThrow()
    const grant = { repo_id: repo.id, grantee_id: owner.id, role, created_at: tx.now }
    await tx.insertInto('repo_grants').values(grant).execute()
  })
}
