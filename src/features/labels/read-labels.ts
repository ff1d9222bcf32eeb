import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { requireLabel } from './change-labels.ts'
import type { Label } from './label.ts'
import { pageOfLabels } from './store.ts'

const need = { role: 'Reader', scope: 'issues:read' } as const

/** By name. */
export async function listLabels(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  request: PageRequest,
): Promise<Page<Label>> {
  const repo = await requireRepo(app, actor, ref, need)
  return pageOfLabels(app.db, repo.id, request)
}

export async function getLabel(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef & { readonly label: string },
): Promise<Label> {
  const repo = await requireRepo(app, actor, ref, need)
  return requireLabel(app.db, repo.id, ref.label)
}
