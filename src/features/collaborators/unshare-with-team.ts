import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { getTeam } from '../teams/get-team.ts'
import { notShared } from '../teams/list-team-repos.ts'
import { removeCollaborator } from './remove-collaborator.ts'

/** From the side of the team, of which the caller knows: what is missing is a repository there, and nobody's name. */
export async function unshareWithTeam(
  app: Pick<App, 'db' | 'keys' | 'log'>,
  actor: SessionActor,
  slug: string,
  ref: RepoRef,
): Promise<void> {
  const team = await getTeam(app, actor, slug)
  try {
    await removeCollaborator(app, actor, ref, team.slug)
  } catch (error) {
    throw error instanceof Fault && error.code === 'USER_NOT_FOUND' ? notShared() : error
  }
}
