import type { App } from '../../app.ts'
import { conflict, invalidField } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import type { Role } from '../../core/roles.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { giveToThread, guestOf } from '../quota/guest-room.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { dismissApprovals } from '../reviews/dismiss-approvals.ts'
import type { ThreadState } from '../threads/thread.ts'
import { addToTimeline } from '../threads/timeline.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import { findBranchTip, findPusher } from './branch-tip.ts'
import { endAutoMerge } from './end-auto-merge.ts'
import { lookAtRoute, taken } from './look-at-route.ts'
import type { Pull } from './pull.ts'
import { addVersion, findOpenRoute, openKeyOf, type Route, type Sight, saveSight } from './store.ts'

/** A pull request that comes back, or that goes somewhere else. */
export interface Move {
  readonly route: Route
  readonly sight: Sight
  /** What a guest has brought with it. */
  readonly part: number | null
  readonly reopens: boolean
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>

/** Looks at the branches as they are now; throws when what is asked for makes no sense. Null when nothing moves. */
export async function planMove(
  app: Needs,
  repo: Repo & { readonly role: Role | null },
  { pull, by }: { readonly pull: Pull; readonly by: number | null },
  changes: { readonly state?: 'open' | 'closed' | undefined; readonly targetBranch?: string | undefined },
): Promise<Move | null> {
  const targetBranch = changes.targetBranch ?? pull.targetBranch
  const retargets = targetBranch !== pull.targetBranch
  const reopens = changes.state === 'open' && pull.state === 'closed'
  if (retargets) requireOpen(pull.state === 'merged' ? 'merged' : (changes.state ?? pull.state))
  if (!retargets && !reopens) return null
  const source = pull.sourceRepo === null ? null : await findRepoById(app.db, pull.sourceRepo.id)
  if (source === null || (await findBranchTip(app.db, source.id, pull.sourceBranch)) === null) {
    throw conflict(`The branch ${pull.sourceBranch} that it comes from is gone: push it again first`)
  }
  if (source.id === repo.id && pull.sourceBranch === targetBranch) {
    throw invalidField('target_branch', 'same', 'is the branch that it comes from')
  }
  const route = { sourceRepoId: source.id, sourceBranch: pull.sourceBranch, repoId: repo.id, targetBranch }
  await requireFree(app.db, route, pull)
  const guest = guestOf(by, repo.role)
  const from = { repo: source, branch: pull.sourceBranch }
  return { route, reopens, ...(await lookAtRoute(app, repo, { source: from, targetBranch, guest })) }
}

/** The thread must be held: it may have been merged or closed since the move was planned, and stays so. */
export async function saveMove(
  tx: Tx,
  pull: Pull,
  { route, sight, part, reopens }: Move,
  by: number | null,
): Promise<void> {
  requireOpen(reopens && pull.state === 'closed' ? 'open' : pull.state)
  await requireFree(tx, route, pull)
  const values = { open_key: openKeyOf(route), target_branch: route.targetBranch }
  await tx.updateTable('pulls').set(values).where('thread_id', '=', pull.id).execute()
  if (sight.head !== pull.headSha) await addVersion(tx, pull, sight.head, await findPusher(tx, route))
  if (part !== null) await giveToThread(tx, [part], pull.id)
  await saveSight(tx, pull.id, sight)
  if (route.targetBranch === pull.targetBranch) return
  // Whoever wanted it merged by itself meant the branch that it went to then.
  if (pull.autoMerge !== null) await endAutoMerge(tx, pull.id, by)
  await dismissApprovals(tx, pull.id, {
    why: `The target changed from ${pull.targetBranch} to ${route.targetBranch}`,
    by,
  })
  const event = { type: 'retargeted', from: pull.targetBranch, to: route.targetBranch } as const
  await addToTimeline(tx, { threadId: pull.id, actorId: by, event })
  await emitOfThread(tx, { type: 'pull.retargeted', threadId: pull.id, actorId: by, from: pull.targetBranch })
}

function requireOpen(state: ThreadState): void {
  if (state === 'merged') throw conflict('It is merged: that is for good')
  if (state === 'closed') throw conflict('It is closed: open it again first')
}

async function requireFree(reader: Reader, route: Route, pull: Pull): Promise<void> {
  const other = await findOpenRoute(reader, route)
  if (other !== null && other !== pull.number) throw taken(other)
}
