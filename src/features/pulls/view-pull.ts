import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { atLeast } from '../../core/roles.ts'
import { findDivergence } from '../../git/merge-base.ts'
import { roleOf } from '../access/role-of.ts'
import { type BranchRule, rulesOf } from '../protection/branch-rule.ts'
import { mayMove } from '../protection/may-move.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { readVerdicts, type Verdict } from '../reviews/read-verdicts.ts'
import { latestStatuses } from '../statuses/read-statuses.ts'
import { type CombinedState, type CommitStatus, combinedState } from '../statuses/status.ts'
import { mayEdit } from '../threads/rights.ts'
import { findBranchTip } from './branch-tip.ts'
import { type Approvals, type Blocker, countApprovals, findBlockers } from './merge-blockers.ts'
import type { Pull } from './pull.ts'
import { type OpenPull, openPull, type PullRef } from './require-pull.ts'
import { showSource } from './show-source.ts'

/** A pull request with all that the frame of its pages and its merge box show. */
export interface PullView extends OpenPull {
  /** The newest of each check, and which of them have to pass. */
  readonly checks: readonly (CommitStatus & { readonly isRequired: boolean })[]
  /** Required, and nobody has reported yet. */
  readonly silent: readonly string[]
  /** Of all that have reported. */
  readonly checksState: CombinedState
  readonly blockers: readonly Blocker[]
  readonly verdicts: readonly Verdict[]
  readonly approvals: Approvals
  /** Commits of the target that the branch has not. */
  readonly behind: number
  readonly can: {
    readonly edit: boolean
    readonly manage: boolean
    /** Null for who may; else why not. */
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
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

export async function viewPull(app: Needs, actor: Actor, ref: PullRef): Promise<PullView> {
  const opened = await openPull(app, actor, ref, { to: 'read' })
  const { repo, pull } = opened
  const dir = repoDirectory(app.config, repo)
  const rule = (await rulesOf(app.db, repo.id))(pull.targetBranch)
  const [statuses, blockers, verdicts, { behind }] = await Promise.all([
    latestStatuses(app.db, repo.id, pull.headSha),
    findBlockers(app.db, repo, pull),
    readVerdicts(app.db, repo, pull),
    findDivergence(app, dir, pull.targetSha, pull.seenHead),
  ])
  const required = rule?.requiredChecks ?? []
  const known = new Set(statuses.map(({ context }) => context))
  return {
    ...opened,
    pull: await showSource(app, actor, pull),
    checks: statuses.map((one) => ({ ...one, isRequired: required.includes(one.context) })),
    silent: required.filter((name) => !known.has(name)),
    checksState: combinedState(statuses),
    blockers,
    verdicts,
    approvals: countApprovals(verdicts, rule),
    behind,
    can: await canOf(app, actor, opened, rule),
  }
}

async function canOf(
  app: Needs,
  actor: Actor,
  { repo, pull }: OpenPull,
  rule: BranchRule | null,
): Promise<PullView['can']> {
  const user = userOf(actor)
  const mayWrite = user !== null && !repo.isArchived
  const review = mayWrite && atLeast(repo.role, 'Developer')
  const { push, there } = await ofSource(app, actor, pull)
  return {
    edit: mayWrite && mayEdit(repo, user.id, pull),
    manage: review,
    whyNoMerge: whyNoMerge(review, rule, { userId: user?.id ?? null, repo, pull }),
    update: mayWrite && pull.state === 'open' && push && there,
    review,
    approve: review && pull.state === 'open' && pull.author?.id !== user.id,
    reopen: there,
    revert: review && pull.mergeCommitSha !== null,
    deleteBranch: there && push && pull.sourceBranch !== repo.defaultBranch,
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

/** Whether the branch is there, and whether somebody may push to it. */
async function ofSource(app: Needs, actor: Actor, pull: Pull): Promise<{ push: boolean; there: boolean }> {
  const source = pull.sourceRepo === null ? null : await findRepoById(app.db, pull.sourceRepo.id)
  if (source === null) return { push: false, there: false }
  const [role, tip] = await Promise.all([
    roleOf(app.db, actor, source),
    findBranchTip(app.db, source.id, pull.sourceBranch),
  ])
  return { push: role !== null && atLeast(role, 'Developer') && !source.isArchived, there: tip !== null }
}
