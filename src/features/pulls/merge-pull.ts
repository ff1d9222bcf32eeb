import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { followPull } from '../pipelines/follow-pull.ts'
import { rulesOf } from '../protection/branch-rule.ts'
import { mayMove } from '../protection/may-move.ts'
import { pipelineContext } from '../statuses/status.ts'
import { mergeBlocked } from './blocker.ts'
import { deleteForkBranch } from './delete-fork-branch.ts'
import { lookAtOwners } from './look-at-owners.ts'
import { findBlockers } from './merge-blockers.ts'
import { checkMessage } from './merge-message.ts'
import { Overtaken } from './overtaken.ts'
import type { MergeInput, Pull } from './pull.ts'
import { openPull, type PullRef } from './require-pull.ts'
import { tryToMerge } from './try-to-merge.ts'

export interface MergeOutcome {
  readonly mergeSha: string
}

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'keys' | 'log' | 'objects' | 'passing'>

/** Developers merge where nothing is protected; a protection says who else may. */
export const merging = { to: 'write', role: 'Developer' } as const

/** As long as others who merge or push at the same time are waited for. */
const patienceMs = 15_000
const pauseMs = 40

/**
 * Merges a pull request: exactly once, however many ask for it, and whatever crashes. Of those who ask at the same time one
 * wins. The same person who asks again for the same afterwards, having heard no answer perhaps, is told what came of it;
 * everybody else hears that it is merged already.
 */
export async function mergePull(app: Needs, actor: KnownActor, ref: PullRef, input: MergeInput): Promise<MergeOutcome> {
  checkMessage(input)
  const until = performance.now() + patienceMs
  for (let isFirst = true; ; isFirst = false) {
    const { repo, pull } = await openPull(app, actor, ref, merging)
    await requireMerger(app, actor, repo, pull)
    const request = JSON.stringify([actor.user.id, input])
    const isRepeated = isFirst && pull.mergeRequest === request
    if (pull.mergeCommitSha !== null && isRepeated) return { mergeSha: pull.mergeCommitSha }
    await askForPipelines(app, repo, pull)
    const owned = await lookAtOwners(app, repo, pull)
    const [first, ...rest] = await findBlockers(app.db, { repo, pull, owned }, input)
    if (first !== undefined) throw mergeBlocked([first, ...rest])
    try {
      const mergeSha = await tryToMerge(app, { actor, repo, pull, owned, request }, input)
      if (input.deleteBranch === true) await deleteForkBranch(app, actor, repo, pull)
      return { mergeSha }
    } catch (error) {
      // Somebody was faster: with the target, with the branch, or with this very pull request. All is looked at anew.
      if (!(error instanceof Overtaken) || performance.now() > until) throw error
      await pause(pauseMs)
    }
  }
}

/**
 * A job does it after each change. Before it has run, what was found for another target would count: a pull request could
 * be sent to a protected branch and merged at once.
 */
async function askForPipelines(app: Needs, repo: OpenRepo, pull: Pull): Promise<void> {
  if (!app.config.CI_ENABLED || pull.state !== 'open') return
  const rule = (await rulesOf(app.db, repo.id))(pull.targetBranch)
  if (rule?.requiredChecks.includes(pipelineContext) === true) await followPull(app, pull.id)
}

/** What a protection asks for besides. */
export async function requireMerger(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  repo: OpenRepo,
  pull: Pull,
): Promise<void> {
  const rule = (await rulesOf(app.db, repo.id))(pull.targetBranch)
  const refusal = rule === null ? null : mayMove(rule, { userId: actor.user.id, role: repo.role, way: 'merge' })
  if (refusal === null) return
  const message = `${pull.targetBranch} is protected: ${refusal}`
  throw new Fault('forbidden', message, {
    code: 'FORBIDDEN',
    details: [{ field: 'merge', code: 'protected', message }],
  })
}
