import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
import { roleOf } from '../access/role-of.ts'
import { selectRepos, toRepo } from '../repos/repo-record.ts'
import { belongsTo } from '../repos/visible-to.ts'
import { listOfferedBranches, type OfferedBranch } from './list-sources.ts'

export interface ForkOffers {
  readonly fork: Repo
  readonly branches: readonly OfferedBranch[]
}

const mostForks = 3

/** The forks of a repository that somebody works in, the last touched first, with what a pull request could be opened for. */
export async function listForkOffers(
  app: Pick<App, 'config' | 'db' | 'git'>,
  actor: KnownActor,
  repo: Repo,
  targetBranch: string,
): Promise<readonly ForkOffers[]> {
  const rows = await selectRepos(app.db)
    .where('repos.fork_of', '=', repo.id)
    .where('repos.is_archived', '=', 0)
    .where((eb) => belongsTo(eb, actor.user.id))
    .orderBy('repos.updated_at', 'desc')
    .limit(mostForks)
    .execute()
  const offers: ForkOffers[] = []
  for (const fork of rows.map(toRepo)) {
    const role = await roleOf(app.db, actor, fork)
    if (role === null || !atLeast(role, 'Developer')) continue
    offers.push({ fork, branches: await listOfferedBranches(app, actor, { repo, branch: targetBranch }, fork) })
  }
  return offers
}
