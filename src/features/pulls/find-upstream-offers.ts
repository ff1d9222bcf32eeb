import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import { roleOf } from '../access/role-of.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { findOffered } from './list-sources.ts'

/** Those of a fork's branches that have what the default branch of where it was forked from has not; null for no fork. */
export async function findUpstreamOffers(
  app: Pick<App, 'config' | 'db' | 'git'>,
  actor: Actor,
  fork: Repo,
  branches: readonly { readonly name: string }[],
): Promise<ReadonlySet<string> | null> {
  const upstream = fork.forkOf === null ? null : await findRepoById(app.db, fork.forkOf)
  if (upstream === null || (await roleOf(app.db, actor, upstream)) === null) return null
  return findOffered(app, { repo: upstream, branch: upstream.defaultBranch }, fork, branches)
}
