import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import { alreadyExists, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { lockThreads } from '../threads/keep-thread.ts'
import { requireSeen } from '../threads/name-text.ts'
import { type Milestone, textOfMilestone } from './milestone.ts'
import { type MilestoneInput, parseMilestone } from './milestone-input.ts'
import { requireMilestone } from './read-milestones.ts'
import { countMilestones, deleteMilestoneRow, insertMilestone, isTitleTaken, saveMilestone, takeOut } from './store.ts'

const need = { role: 'Developer', scope: 'issues:write' } as const
/** Each batch is a transaction of its own: others get their turn in between. */
const atOnce = 500

export async function createMilestone(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: RepoRef,
  input: MilestoneInput,
): Promise<Milestone> {
  const repo = await requireRepo(app, actor, ref, need)
  const values = parseMilestone(input, null)
  return inTransaction(app, async (tx) => {
    requirePlaceFor('milestones', await countMilestones(tx, repo.id))
    const id = await insertMilestone(tx, repo.id, values)
    if (id === null) throw taken(values.title)
    return requireMilestone(tx, repo.id, { id })
  })
}

export async function updateMilestone(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: RepoRef & { readonly id: RecordId },
  input: MilestoneInput,
): Promise<Milestone> {
  const repo = await requireRepo(app, actor, ref, need)
  await requireMilestone(app.db, repo.id, ref.id)
  return inTransaction(app, async (tx) => {
    await lockThreads(tx, repo.id)
    const before = await requireMilestone(tx, repo.id, ref.id)
    const values = parseMilestone(input, before)
    if (values.title !== before.title || values.description !== before.description) {
      requireSeen(textOfMilestone(before), input.seen)
    }
    if (await isTitleTaken(tx, repo.id, values.title, before.id)) throw taken(values.title)
    await saveMilestone(tx, before, values)
    return requireMilestone(tx, repo.id, ref.id)
  })
}

/** Its threads stay, without one. */
export async function deleteMilestone(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: RepoRef & { readonly id: RecordId },
): Promise<void> {
  const repo = await requireRepo(app, actor, ref, need)
  const { id } = await requireMilestone(app.db, repo.id, ref.id)
  const takeSome = () =>
    inTransaction(app, async (tx) => {
      await lockThreads(tx, repo.id)
      return takeOut(tx, id, atOnce)
    })
  while (await takeSome());
  await inTransaction(app, async (tx) => {
    await lockThreads(tx, repo.id)
    if (!(await deleteMilestoneRow(tx, id))) throw notFound('MILESTONE')
  })
}

function taken(title: string): Error {
  return alreadyExists('MILESTONE', 'title', `there is a milestone "${title}" already`)
}
