import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import { findUpstream } from '../forks/find-upstream.ts'
import { findOffered } from './list-sources.ts'

/** Those of a fork's branches that have what the default branch of where it was forked from has not; null for no fork. */
export async function findUpstreamOffers(
  app: Pick<App, 'config' | 'db' | 'git'>,
  actor: Actor,
  fork: Repo,
  branches: readonly { readonly name: string }[],
): Promise<ReadonlySet<string> | null> {
  const upstream = await findUpstream(app, actor, fork)
  if (upstream === null) return null
  return findOffered(app, { repo: upstream, branch: upstream.defaultBranch }, fork, branches)
}
