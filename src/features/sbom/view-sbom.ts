import type { Actor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Component, Summary } from '../../sbom/inventory.ts'
import type { ComponentFilter } from '../../sbom/search-inventory.ts'
import type { Revision } from '../refs/resolve-revision.ts'
import { askThread } from './ask-thread.ts'
import { openSbom, type SbomNeeds } from './open-sbom.ts'
import type { KeptVerdict } from './verdict.ts'
import { findVerdict } from './verdict-store.ts'

export type { KeptVerdict }

/** All that a page about a revision shows. */
export interface SbomView {
  readonly revision: Revision
  readonly summary: Summary
  readonly components: Page<Component>
  /** What the gate of a pipeline said of this commit, if one did. */
  readonly judged: KeptVerdict | null
}

export async function viewSbom(
  app: SbomNeeds,
  actor: Actor,
  ref: RepoRef,
  input: { readonly revision: string | undefined; readonly filter: ComponentFilter; readonly page: PageRequest },
): Promise<SbomView> {
  const { repo, revision, scan } = await openSbom(app, actor, ref, input.revision)
  const { filter, page } = input
  const [components, judged] = await Promise.all([
    askThread(app, repo, 'search', { packed: scan.packed, filter, page }),
    findVerdict(app.db, repo.id, revision.sha),
  ])
  return { revision, summary: scan.summary, components, judged }
}
