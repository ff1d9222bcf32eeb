import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { type Comparison, compare } from '../diffs/compare.ts'
import { findSource, requireTip } from './find-source.ts'
import { bringHead } from './look-at-route.ts'
import { openForPulls } from './require-pull.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>

/**
 * What a pull request would bring, before it is opened. What only a fork has is taken over to be looked at, as it would be
 * by opening it; nothing refers to it until then, so it goes with the next upkeep if nobody does.
 */
export async function previewPull(
  app: Needs,
  actor: KnownActor,
  ref: RepoRef,
  { source, target }: { readonly source: string; readonly target: string },
): Promise<Comparison> {
  const repo = await openForPulls(app, actor, ref, { to: 'write' })
  const from = await findSource(app, actor, repo, { sourceBranch: source })
  const into = (await requireTip(app.db, repo, target, 'target_branch')).sha
  const head = (await requireTip(app.db, from.repo, from.branch, 'source_branch')).sha
  await bringHead(app, { from: from.repo, to: repo }, head, into)
  return compare(app, actor, ref, { range: `${into}...${head}` })
}
