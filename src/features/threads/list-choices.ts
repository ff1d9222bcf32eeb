import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { prepared } from '../../db/prepared.ts'
import type { Label } from '../labels/label.ts'
import { openForThreads } from './open-threads.ts'
import type { ThreadKind, ThreadMilestone } from './thread.ts'

export interface ThreadChoices {
  readonly labels: readonly Label[]
  /** There are more labels than these. */
  readonly hasMoreLabels: boolean
  /** Open ones. */
  readonly milestones: readonly ThreadMilestone[]
}

const most = 200

/** What a thread of a repository can be given. */
export async function listChoices(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef & { readonly kind: ThreadKind },
): Promise<ThreadChoices> {
  const repo = await openForThreads(app, actor, ref, 'read')
  const [labels, milestones] = await Promise.all([
    labelsFor(app.db, { repoId: repo.id, kind: ref.kind }),
    openMilestones(app.db, { repoId: repo.id }),
  ])
  return { labels: labels.slice(0, most), hasMoreLabels: labels.length > most, milestones }
}

const labelsFor = prepared((db, its: { repoId: number; kind: ThreadKind }) =>
  db
    .selectFrom('labels')
    .select(['id', 'uuid', 'name', 'color', 'type', 'description'])
    .where('repo_id', '=', its.repoId)
    .where('type', 'in', [its.kind, 'any'])
    .orderBy('name_key')
    .limit(most + 1),
)

const openMilestones = prepared((db, its: { repoId: number }) =>
  db
    .selectFrom('milestones')
    .select(['id', 'uuid', 'title'])
    .where('repo_id', '=', its.repoId)
    .where('state', '=', 'open')
    .orderBy('id', 'desc')
    .limit(most),
)
