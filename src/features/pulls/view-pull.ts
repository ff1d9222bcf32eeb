import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { atLeast } from '../../core/roles.ts'
import { findDivergence } from '../../git/merge-base.ts'
import { type BranchRule, rulesOf } from '../protection/branch-rule.ts'
import { mayMove } from '../protection/may-move.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { Verdict } from '../reviews/read-verdicts.ts'
import { latestStatuses } from '../statuses/read-statuses.ts'
import { type CombinedState, type CommitStatus, combinedState } from '../statuses/status.ts'
import { mayEdit } from '../threads/rights.ts'
import type { Blocker } from './blocker.ts'
import { lookAtOwners } from './look-at-owners.ts'
import type { Approvals, OwnersStand } from './look-at-reviews.ts'
import { lookAtMerge } from './merge-blockers.ts'
import { type MergeSettings, readMergeSettings } from './merge-settings.ts'
import { type OpenPull, openPull, type PullRef } from './require-pull.ts'
import { showSource } from './show-source.ts'
import { type BranchFate, lookAtSource, type SourceSight } from './source-branch.ts'

/** A pull request with all that the frame of its pages and its merge box show. */
export interface PullView extends OpenPull {
  /** The newest of each check, and which of them have to pass. */
  readonly checks: readonly (CommitStatus & { readonly isRequired: boolean })[]
  /** Required, and nobody has reported yet. */
  readonly silent: readonly string[]
  /** Of all that have reported. */
  readonly checksState: CombinedState
  readonly blockers: readonly Blocker[]
  readonly merging: MergeSettings
  readonly verdicts: readonly Verdict[]
  readonly approvals: Approvals
  /** Changed files that have owners, where these have to approve. */
  readonly owners: readonly OwnersStand[]
  /** Commits of the target that the branch has not. */
  readonly behind: number
  readonly can: {
    readonly edit: boolean
    readonly manage: boolean
    /** Null for those who may; else why not. */
    readonly whyNoMerge: string | null
    /** Bring the branch up to date. */
    readonly update: boolean
    readonly review: boolean
    readonly approve: boolean
    /** It was closed, and its branch is there. */
    readonly reopen: boolean
    /** Take back what it brought. */
    readonly revert: boolean
    /** The branch goes together with the merge. */
    readonly deleteBranch: boolean
  }
  /** What the reader can do about the branch once the pull request is over; null for nothing. */
  readonly branchFate: BranchFate | null
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

export async function viewPull(app: Needs, actor: Actor, ref: PullRef): Promise<PullView> {
  const opened = await openPull(app, actor, ref, { to: 'read' })
  const { repo, pull } = opened
  const dir = repoDirectory(app.config, repo)
  const rule = (await rulesOf(app.db, repo.id))(pull.targetBranch)
  const owned = await lookAtOwners(app, repo, pull)
  const [statuses, stand, merging, { behind }] = await Promise.all([
    latestStatuses(app.db, repo.id, pull.headSha),
    // What waits to be merged in a way that is not allowed any more would wait for ever: its page says so.
    lookAtMerge(app.db, { repo, pull, owned }, { method: pull.autoMerge?.input.method }),
    readMergeSettings(app.db, repo.id),
    findDivergence(app, dir, pull.targetSha, pull.seenHead),
  ])
  const required = rule?.requiredChecks ?? []
  const source = await lookAtSource(app, actor, pull)
  const known = new Set(statuses.map(({ context }) => context))
  return {
    ...opened,
    pull: await showSource(app, actor, pull),
    checks: statuses.map((one) => ({ ...one, isRequired: required.includes(one.context) })),
    silent: required.filter((name) => !known.has(name)),
    checksState: combinedState(statuses),
    ...stand,
    merging,
    behind,
    can: canOf(actor, opened, rule, source),
    branchFate: repo.isArchived ? null : source.fate,
  }
}

function canOf(
  actor: Actor,
  { repo, pull }: OpenPull,
  rule: BranchRule | null,
  { isThere, mayPush, mayDelete }: SourceSight,
): PullView['can'] {
  const user = userOf(actor)
  const mayWrite = user !== null && !repo.isArchived
  const review = mayWrite && atLeast(repo.role, 'Developer')
  return {
    edit: mayWrite && mayEdit(repo, user.id, pull),
    manage: review,
    whyNoMerge: whyNoMerge(review, rule, { userId: user?.id ?? null, repo, pull }),
    update: mayWrite && pull.state === 'open' && mayPush && isThere,
    review,
    approve: review && pull.state === 'open' && pull.author?.id !== user.id,
    reopen: isThere,
    revert: review && pull.mergeCommitSha !== null,
    deleteBranch: mayDelete,
  }
}

function whyNoMerge(
  mayWrite: boolean,
  rule: BranchRule | null,
  { userId, repo, pull }: OpenPull & { readonly userId: number | null },
): string | null {
  if (!mayWrite) return 'Those who may push to this repository can merge it.'
  const refusal = rule === null ? null : mayMove(rule, { userId, role: repo.role, way: 'merge' })
  return refusal === null ? null : `${pull.targetBranch} is protected: ${refusal}.`
}
