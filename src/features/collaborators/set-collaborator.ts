import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, forbidden, notFound } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { atLeast, parseRole, type Role } from '../../core/roles.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { refuseAbove } from '../access/refuse-above.ts'
import { requireRepo } from '../access/require-repo.ts'
import { seesTeam } from '../access/require-team.ts'
import { roleOf } from '../access/role-of.ts'
import { onResourceShared } from '../lifecycle/on-resource-shared.ts'
import { findOwner, type Owner } from '../owners/find-owner.ts'
import { holdRepo } from '../repos/hold-repo.ts'
import { type Collaborator, findGrant, saveGrant } from './store.ts'

export interface SavedCollaborator {
  /** Whether they had no role before. */
  readonly created: boolean
  readonly value: Omit<Collaborator, 'fullName' | 'isDisabled'>
}

export interface Share {
  /** Of a user or a team. */
  readonly grantee: string
  readonly role: string
}

/** Gives somebody or a team a role in a repository, or another one than before. */
export async function setCollaborator(
  app: Pick<App, 'db' | 'keys' | 'log'>,
  actor: KnownActor,
  ref: RepoRef,
  { grantee, role: asked }: Share,
): Promise<SavedCollaborator> {
  const found = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  const role = parseRole('role', asked)
  return inTransaction(app, async (tx) => {
    const { repo, own } = await holdAsMaintainer(tx, actor, found)
    const owner = await findOwner(tx, grantee)
    const held = owner === null ? null : await findGrant(tx, repo.id, owner.id)
    if (owner === null || (held === null && !(await canBeGiven(tx, actor, owner)))) throw notFound('USER')
    const isOwner = owner.id === repo.ownerId
    refuseAbove(own, { held: isOwner ? 'Owner' : held, wanted: role })
    if (isOwner && role !== 'Owner') throw ownsIt(owner)
    const value = { kind: owner.kind, name: owner.name, role, isOwner }
    if (isOwner) return { created: false, value }
    if (held === role) return { created: false, value }
    await saveGrant(tx, repo.id, owner.id, role)
    const sharedBy = actor.user.id
    // Another role is no news for those who could see it before.
    if (held === null) {
      await emit(tx, { type: 'repo.shared', repoId: repo.id, granteeId: owner.id, role, actorId: sharedBy })
    }
    await onResourceShared(
      app,
      { tx, actor },
      {
        resourceType: 'repository',
        resourceId: repo.id,
        sharedWithUserId: owner.id,
        permissionLevel: role,
        sharedByUserId: sharedBy,
      },
    )
    return { created: held === null, value }
  })
}

/** As it is now, and held so: of two who change the same at once, one sees what the other did. */
export async function holdAsMaintainer(
  tx: Tx,
  actor: KnownActor,
  found: Repo,
  needed: Role = 'Maintainer',
): Promise<{ readonly repo: Repo; readonly own: Role }> {
  const repo = await holdRepo(tx, found.id)
  const own = repo === null ? null : await roleOf(tx, actor, repo)
  if (repo === null || own === null) throw notFound('REPO')
  if (!atLeast(own, needed)) throw forbidden(`This needs the role ${needed}; you are ${own} here`)
  return { repo, own }
}

export function ownsIt(owner: Owner): Error {
  return conflict(`The last owner has to stay: this repository belongs to ${owner.name}. Transfer it instead`)
}

/** Somebody who can use it; a team that the giver may know of. */
async function canBeGiven(reader: Reader, actor: KnownActor, owner: Owner): Promise<boolean> {
  if (owner.kind === 'team') return seesTeam(reader, actor, owner.id)
  const user = reader.selectFrom('users').select('disabled_at').where('id', '=', owner.id)
  return (await user.executeTakeFirst())?.disabled_at === null
}
