import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { findRepo } from '../repos/find-repo.ts'
import { handOver } from '../repos/transfer-repo.ts'

/**
 * A repository of somebody who is gone finds a new owner: else it would be lost with the account, and nobody could look
 * after it until then. Only where the owner cannot do it: an administrator takes nothing from anybody who is there, and
 * whatever belongs to a team is reached through the team.
 */
export async function transferLeftRepo(
  app: Pick<App, 'config' | 'db' | 'keys' | 'log' | 'objects' | 'passing'>,
  actor: AdminActor,
  ref: RepoRef,
  newOwner: string,
): Promise<Repo> {
  const repo = await requireLeftRepo(app, actor, ref)
  return handOver(app, actor, { repo, newOwner, insist: (tx) => requireLeft(tx, repo) })
}

/** One that an administrator may give to somebody else. */
export async function requireLeftRepo(app: Pick<App, 'db'>, _actor: AdminActor, ref: RepoRef): Promise<Repo> {
  const repo = await findRepo(app.db, ref)
  if (repo === null) throw notFound('REPO')
  await requireLeft(app.db, repo)
  return repo
}

async function requireLeft(reader: Reader, repo: Repo): Promise<void> {
  const owner = await reader.selectFrom('users').select('disabled_at').where('id', '=', repo.ownerId).executeTakeFirst()
  const name = `${repo.owner}/${repo.slug}`
  if (owner === undefined) throw conflict(`The team ${repo.owner} owns ${name}: an owner of the team can transfer it`)
  if (owner.disabled_at === null) {
    throw conflict(`The owner of ${name} can transfer it: disable the account ${repo.owner} first if it is abandoned`)
  }
}
