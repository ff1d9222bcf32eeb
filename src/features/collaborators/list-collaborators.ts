import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import { type Page, type PageRequest, pageOf } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { nameKey } from '../../core/slug.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { findOwner } from '../owners/find-owner.ts'
import { type Collaborator, findOwnerOf, listGrants } from './store.ts'

export type { Collaborator }

/** The owner first, then everybody and every team that was given a role, by name. */
export async function listCollaborators(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: RepoRef,
  request: PageRequest,
): Promise<Page<Collaborator>> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:read' })
  return pageOf(await allOf(app, repo), request)
}

/** What one person or team was given; everybody may ask that about themselves. */
export async function getCollaborator(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: RepoRef,
  name: string,
): Promise<Collaborator> {
  const isSelf = nameKey(name) === nameKey(actor.user.username)
  const repo = await requireRepo(app, actor, ref, { role: isSelf ? 'Reader' : 'Maintainer', scope: 'repo:read' })
  const owner = await findOwner(app.db, name)
  const found = (await allOf(app, repo)).find((one) => one.name === owner?.name)
  if (found === undefined) throw notFound('USER')
  return found
}

async function allOf(app: Pick<App, 'db'>, repo: OpenRepo): Promise<readonly Collaborator[]> {
  return [await findOwnerOf(app.db, repo.ownerId), ...(await listGrants(app.db, repo.id))]
}
