import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { findDivergence } from '../../git/merge-base.ts'
import type { ChangedComponent, InventoryChanges } from '../../sbom/compare-inventories.ts'
import { openRevision } from '../contents/open-revision.ts'
import { requireRevision } from '../refs/resolve-revision.ts'
import { askThread } from './ask-thread.ts'
import { type ScanNeeds, scanCommit } from './scan-commit.ts'

export type { ChangedComponent }

export interface SbomChanges extends InventoryChanges {
  readonly base: Sha
  readonly head: Sha
}

/** What `head` would bring to `base`, since they went apart: which components come, go, or change their version. */
export async function compareSboms(
  app: ScanNeeds & Pick<App, 'history'>,
  actor: Actor,
  ref: RepoRef,
  input: { readonly base?: string | undefined; readonly head?: string | undefined },
): Promise<SbomChanges> {
  const { repo, dir, revision: base } = await openRevision(app, actor, ref, input.base)
  const head = await requireRevision(app, repo, input.head)
  const { mergeBase } = await findDivergence(app, dir, base.sha, head.sha)
  const before = await scanCommit(app, repo, mergeBase ?? base.sha)
  const after = await scanCommit(app, repo, head.sha)
  const changes = await askThread(app, repo, 'compare', { base: before.packed, head: after.packed })
  return { ...changes, base: mergeBase ?? base.sha, head: head.sha }
}
