import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, invalidField } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseTitle } from '../../core/title.ts'
import type { Reader } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { giveToThread, guestOf } from '../quota/guest-room.ts'
import { askCodeOwners } from '../reviews/ask-code-owners.ts'
import { askByName, requireReviewers } from '../reviews/request-reviewers.ts'
import { changeThread } from '../threads/change-thread.ts'
import { followText } from '../threads/follow-text.ts'
import { insertThread } from '../threads/keep-thread.ts'
import { mayManage } from '../threads/rights.ts'
import { requireAssignable } from '../threads/set-assignees.ts'
import { requireLabels } from '../threads/set-labels.ts'
import { requireMilestone } from '../threads/set-milestone.ts'
import { parseBody } from '../threads/thread-input.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import { findPusher, isStillThere } from './branch-tip.ts'
import { findSource } from './find-source.ts'
import { keepVersions } from './keep-versions.ts'
import { lookAtRoute, taken } from './look-at-route.ts'
import type { Pull } from './pull.ts'
import { openForPulls } from './require-pull.ts'
import { addVersion, findOpenRoute, findPullById, insertPull, type Route } from './store.ts'

export interface NewPull {
  readonly title: string
  readonly body?: string | undefined
  readonly sourceBranch: string
  readonly sourceRepo?: string | undefined
  /** The default branch unless said otherwise. */
  readonly targetBranch?: string | undefined
  readonly isDraft?: boolean | undefined
  readonly labels?: readonly string[] | undefined
  readonly assignees?: readonly string[] | undefined
  readonly milestone?: string | number | null | undefined
  /** Who is asked for a review besides those who look after the files. */
  readonly reviewers?: readonly string[] | undefined
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** More often nobody pushes between two looks. */
const mostLooks = 5

/**
 * Asks for the commits of a branch to be merged into another, from a branch of the same repository or of a fork. Labels,
 * assignees and milestone of those who may not set them are left out.
 */
export async function createPull(app: Needs, actor: KnownActor, ref: RepoRef, input: NewPull): Promise<Pull> {
  const repo = await openForPulls(app, actor, ref, { to: 'write' })
  const text = { title: parseTitle('title', input.title), body: parseBody(input.body ?? '') }
  const source = await findSource(app, actor, repo, input)
  const targetBranch = input.targetBranch ?? repo.defaultBranch
  if (source.repo.id === repo.id && source.branch === targetBranch) {
    throw invalidField('source_branch', 'same', 'is the branch that it is to be merged into')
  }
  const route = { sourceRepoId: source.repo.id, sourceBranch: source.branch, repoId: repo.id, targetBranch }
  await requireChance(app.db, { repo, route, author: actor.user }, input)
  const guest = guestOf(actor.user.id, repo.role)
  const parts: number[] = []
  for (let look = 0; look < mostLooks; look++) {
    const { sight, part } = await lookAtRoute(app, repo, { source, targetBranch, guest })
    if (part !== null) parts.push(part)
    const made = await inTransaction(app, async (tx) => {
      if (!(await isStillThere(tx, route, sight.head))) return null
      const thread = await insertThread(tx, { repoId: repo.id, kind: 'pull', author: actor.user, ...text })
      const values = { ...route, isDraft: input.isDraft === true }
      if (!(await insertPull(tx, thread.id, values, sight))) throw taken(await findOpenRoute(tx, route))
      await addVersion(tx, { id: thread.id, version: 0 }, sight.head, await findPusher(tx, route))
      await giveToThread(tx, parts, thread.id)
      if (mayManage(repo)) {
        const { labels, assignees, milestone } = input
        await changeThread(tx, { repo, thread }, { labels, assignees, milestone }, actor)
      }
      await followText(tx, actor, { repo, thread, commentId: null, text: `${text.title}\n${text.body}` })
      await emitOfThread(tx, { type: 'pull.opened', threadId: thread.id, actorId: actor.user.id })
      const pull = await findPullById(tx, thread.id)
      if (pull === null || input.reviewers === undefined || input.reviewers.length === 0) return pull
      await askByName(tx, { repo, pull }, input.reviewers, actor.user.id)
      return findPullById(tx, thread.id)
    })
    if (made === null) continue
    await keepVersions(app, repo, made)
    return askCodeOwners(app, repo, made)
  }
  throw conflict('The branch moves all the time: try again')
}

/** What the transaction would refuse is refused before anything is taken out of a fork. */
async function requireChance(
  reader: Reader,
  { repo, route, author }: { readonly repo: OpenRepo; readonly route: Route; readonly author: { readonly id: number } },
  { labels = [], assignees = [], milestone = null, reviewers = [] }: NewPull,
): Promise<void> {
  const number = await findOpenRoute(reader, route)
  if (number !== null) throw taken(number)
  if (mayManage(repo)) {
    await requireLabels(reader, { repoId: repo.id, kind: 'pull' }, labels)
    await requireAssignable(reader, repo, [], assignees)
    await requireMilestone(reader, repo.id, milestone)
  }
  await requireReviewers(reader, repo, author, reviewers)
}
