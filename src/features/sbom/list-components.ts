import type { Actor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Component } from '../../sbom/inventory.ts'
import type { ComponentFilter } from '../../sbom/search-inventory.ts'
import { askThread } from './ask-thread.ts'
import { openSbom, type SbomNeeds } from './open-sbom.ts'

export type { Component, ComponentFilter }

export async function listComponents(
  app: SbomNeeds,
  actor: Actor,
  ref: RepoRef,
  input: { readonly revision: string | undefined; readonly filter: ComponentFilter; readonly page: PageRequest },
): Promise<Page<Component>> {
  const { repo, scan } = await openSbom(app, actor, ref, input.revision)
  const { filter, page } = input
  return askThread(app, repo, 'search', { packed: scan.packed, filter, page })
}
