import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { requireRepo } from '../access/require-repo.ts'
import type { Milestone } from './milestone.ts'
import { findMilestone, pageOfMilestones } from './store.ts'

const need = { role: 'Reader', scope: 'issues:read' } as const

export interface MilestonesAsked {
  readonly state: Milestone['state'] | 'all'
  readonly request: PageRequest
}

/** What is due first comes first. */
export async function listMilestones(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  { state, request }: MilestonesAsked,
): Promise<Page<Milestone>> {
  const repo = await requireRepo(app, actor, ref, need)
  return pageOfMilestones(app.db, { repoId: repo.id, state }, request)
}

export async function getMilestone(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef, id: RecordId): Promise<Milestone> {
  const repo = await requireRepo(app, actor, ref, need)
  return requireMilestone(app.db, repo.id, id)
}

export async function requireMilestone(reader: Reader, repoId: number, id: RecordId): Promise<Milestone> {
  const milestone = await findMilestone(reader, repoId, id)
  if (milestone === null) throw notFound('MILESTONE')
  return milestone
}
