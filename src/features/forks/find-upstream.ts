import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import { roleOf } from '../access/role-of.ts'
import { findRepoById } from '../repos/find-repo.ts'

/** Where a fork came from, for those who may read that: a fork of something private does not tell its name. */
export async function findUpstream(app: Pick<App, 'db'>, actor: Actor, { forkOf }: Repo): Promise<Repo | null> {
  const upstream = forkOf === null ? null : await findRepoById(app.db, forkOf)
  return upstream === null || (await roleOf(app.db, actor, upstream)) === null ? null : upstream
}
