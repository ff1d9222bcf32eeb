import type { Role } from '../../core/roles.ts'
import type { Reader, Tx } from '../../db/handle.ts'

export interface Collaborator {
  readonly kind: 'user' | 'team'
  readonly name: string
  /** What people read: a person's or a team's own name. Empty where there is none. */
  readonly fullName: string
  readonly role: Role
  /** It belongs to them: they cannot be taken away from it, only it from them. */
  readonly isOwner: boolean
  /** A person who cannot sign in. */
  readonly isDisabled: boolean
}

/** Whoever was given a role, by name. */
export async function listGrants(reader: Reader, repoId: number): Promise<readonly Collaborator[]> {
  const rows = await selectOwners(reader)
    .innerJoin('repo_grants', 'repo_grants.grantee_id', 'owners.id')
    .select('repo_grants.role')
    .where('repo_grants.repo_id', '=', repoId)
    .orderBy('owners.name_key')
    .execute()
  return rows.map((row) => ({ ...toNames(row), role: row.role, isOwner: false }))
}

export async function findOwnerOf(reader: Reader, ownerId: number): Promise<Collaborator> {
  const row = await selectOwners(reader).where('owners.id', '=', ownerId).executeTakeFirstOrThrow()
  return { ...toNames(row), role: 'Owner', isOwner: true }
}

export async function findGrant(reader: Reader, repoId: number, granteeId: number): Promise<Role | null> {
  const row = await reader
    .selectFrom('repo_grants')
    .select('role')
    .where('repo_id', '=', repoId)
    .where('grantee_id', '=', granteeId)
    .executeTakeFirst()
  return row?.role ?? null
}

export async function saveGrant(tx: Tx, repoId: number, granteeId: number, role: Role): Promise<void> {
  await tx
    .insertInto('repo_grants')
    .values({ repo_id: repoId, grantee_id: granteeId, role, created_at: tx.now })
    .onConflict((oc) => oc.columns(['repo_id', 'grantee_id']).doUpdateSet({ role }))
    .execute()
}

export async function deleteGrant(tx: Tx, repoId: number, granteeId: number): Promise<void> {
  await tx.deleteFrom('repo_grants').where('repo_id', '=', repoId).where('grantee_id', '=', granteeId).execute()
}

function selectOwners(reader: Reader) {
  return reader
    .selectFrom('owners')
    .leftJoin('users', 'users.id', 'owners.id')
    .leftJoin('teams', 'teams.id', 'owners.id')
    .select(['owners.kind', 'owners.name', 'users.full_name', 'users.disabled_at', 'teams.title'])
    .where('owners.kind', '!=', 'deleted')
    .$narrowType<{ kind: Collaborator['kind'] }>()
}

function toNames(row: {
  readonly kind: 'user' | 'team'
  readonly name: string
  readonly full_name: string | null
  readonly disabled_at: number | null
  readonly title: string | null
}): Pick<Collaborator, 'kind' | 'name' | 'fullName' | 'isDisabled'> {
  const isDisabled = row.disabled_at !== null
  return { kind: row.kind, name: row.name, fullName: row.full_name ?? row.title ?? '', isDisabled }
}
