import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import { alreadyExists } from '../../core/errors.ts'
import type { Team } from '../../core/team.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { makeOwnerDirectory } from '../lifecycle/make-owner-directory.ts'
import { insertOwner, isTakenName } from '../owners/insert-owner.ts'
import { parseNewTeam, type TeamInput } from './parse-team.ts'
import { countOwnedTeams, insertTeam, saveMember } from './store.ts'

/** Whoever makes a team owns it. Its directory is there before the row says so, as with accounts. */
export async function createTeam(
  app: Pick<App, 'config' | 'db' | 'keys' | 'log'>,
  actor: SessionActor,
  input: TeamInput,
): Promise<Team> {
  const { slug, name, description } = parseNewTeam(input)
  if (await isTakenName(app.db, slug)) throw nameTaken(slug)
  const undo = await makeOwnerDirectory(app, slug)
  try {
    return await inTransaction(app, async (tx) => {
      requirePlaceFor('teams', await countOwnedTeams(tx, actor.user.id))
      const owner = await insertOwner(tx, 'team', slug)
      if (owner === null) throw nameTaken(slug)
      await insertTeam(tx, owner.id, { name, description })
      await saveMember(tx, owner.id, actor.user.id, 'Owner')
      await record(app, tx, actor, { event: 'TEAM_CREATED', target: { type: 'team', id: owner.uuid, name: slug } })
      return { ...owner, slug, name, description, membersCount: 1, reposCount: 0, createdAt: tx.now }
    })
  } catch (error) {
    await undo()
    throw error
  }
}

export function nameTaken(slug: string): Error {
  return alreadyExists('TEAM', 'slug', `"${slug}" is taken`)
}
