import { Fault } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { type BranchRule, rulesOf } from '../protection/branch-rule.ts'
import { readVerdicts, type Verdict } from '../reviews/read-verdicts.ts'
import { latestStatuses } from '../statuses/read-statuses.ts'
import { hasFailed } from '../statuses/status.ts'
import { findBranchTip } from './branch-tip.ts'
import { readMergeSettings, whyNotMethod } from './merge-settings.ts'
import type { MergeInput, MergeMethod, Pull } from './pull.ts'

export type BlockerCode =
  | 'already_merged'
  | 'closed'
  | 'draft'
  | 'conflict'
  | 'head_changed'
  | 'target_changed'
  | 'no_commits'
  | 'checks_pending'
  | 'checks_failed'
  | 'approvals_missing'
  | 'changes_requested'
  | 'protected'
  | 'method_not_allowed'

/** Something that is in the way of merging, and in a sentence what would unblock it. */
export interface Blocker {
  readonly code: BlockerCode
  readonly message: string
}

export function mergeBlocked(blockers: readonly [Blocker, ...Blocker[]]): Fault {
  const details = blockers.map(({ code, message }) => ({ field: 'merge', code, message }))
  return new Fault('conflict', blockers[0].message, { code: 'MERGE_BLOCKED', details })
}

/** Without a method nobody has chosen one yet: some is allowed always. */
type Expected = Pick<MergeInput, 'headSha' | 'targetBranch'> & { readonly method?: MergeMethod | undefined }

/** Everything that is known to be in the way, the most basic first. What git makes of it shows only in trying. */
export async function findBlockers(
  reader: Reader,
  repo: Repo,
  pull: Pull,
  expected: Expected & { readonly allChecks?: boolean } = {},
): Promise<readonly Blocker[]> {
  if (pull.state === 'merged') return [{ code: 'already_merged', message: 'It is merged already.' }]
  if (pull.state === 'closed') return [{ code: 'closed', message: 'It is closed. Open it again first.' }]
  const rule = (await rulesOf(reader, repo.id))(pull.targetBranch)
  const isTargetThere = (await findBranchTip(reader, repo.id, pull.targetBranch)) !== null
  return [
    ...ofItself(pull, expected),
    ...(isTargetThere ? ofBranches(pull) : [targetGone(pull)]),
    ...(await ofMethod(reader, repo, expected)),
    ...(await ofReviews(reader, repo, pull, rule)),
    ...(await ofChecks(reader, repo, pull, { rule, all: expected.allChecks === true })),
  ]
}

function ofItself(pull: Pull, { headSha, targetBranch }: Expected): readonly Blocker[] {
  const found: Blocker[] = []
  if (pull.isDraft) found.push({ code: 'draft', message: 'It is a draft. Mark it as ready first.' })
  if (headSha !== undefined && headSha.toLowerCase() !== pull.headSha) {
    const message = `The branch has moved: its head is ${pull.headSha} now. Look at what is new first.`
    found.push({ code: 'head_changed', message })
  }
  if (targetBranch !== undefined && targetBranch !== pull.targetBranch) {
    const message = `It goes into ${pull.targetBranch} now, no more into ${targetBranch}.`
    found.push({ code: 'target_changed', message })
  }
  return found
}

function ofBranches(pull: Pull): readonly Blocker[] {
  if (pull.commitCount === 0) {
    return [{ code: 'no_commits', message: `${pull.targetBranch} has all of its commits already.` }]
  }
  return pull.mergeable === false ? [conflictIn(pull.conflicts)] : []
}

export function targetGone({ targetBranch }: Pull): Blocker {
  return { code: 'conflict', message: `${targetBranch} is gone. Choose another branch to merge into.` }
}

async function ofMethod(reader: Reader, repo: Repo, { method }: Expected): Promise<readonly Blocker[]> {
  const message = method === undefined ? null : whyNotMethod(await readMergeSettings(reader, repo.id), method)
  return message === null ? [] : [{ code: 'method_not_allowed', message }]
}

export function conflictIn(files: readonly string[]): Blocker {
  if (files.length === 0) return { code: 'conflict', message: 'Git cannot merge these two branches.' }
  const which = files.length > 3 ? `${files.length} files` : files.join(', ')
  const message = `${which} changed on both sides. Bring the branch up to date and resolve the conflicts there.`
  return { code: 'conflict', message }
}

async function ofReviews(reader: Reader, repo: Repo, pull: Pull, rule: BranchRule | null): Promise<readonly Blocker[]> {
  const verdicts = (await readVerdicts(reader, repo, pull)).filter(({ counts }) => counts)
  const found: Blocker[] = []
  const against = verdicts.filter(({ state }) => state === 'changes_requested').map(({ user }) => user.username)
  if (against.length > 0) {
    const message = `${against.join(', ')} asked for changes. They can approve, or their review can be dismissed.`
    found.push({ code: 'changes_requested', message })
  }
  const { given, required } = countApprovals(verdicts, rule)
  const missing = required - given
  if (missing > 0) {
    const message = `${missing} more ${missing === 1 ? 'approval is' : 'approvals are'} needed for ${pull.targetBranch}.`
    found.push({ code: 'approvals_missing', message })
  }
  return found
}

export interface Approvals {
  readonly given: number
  readonly required: number
}

/** Those that count for merging, and how many a rule asks for. */
export function countApprovals(verdicts: readonly Verdict[], rule: BranchRule | null): Approvals {
  const given = verdicts.filter(
    ({ state, stale, counts }) => counts && state === 'approved' && !(stale && rule?.dismissStaleApprovals === true),
  )
  return { given: given.length, required: rule?.requiredApprovals ?? 0 }
}

async function ofChecks(
  reader: Reader,
  repo: Repo,
  pull: Pull,
  { rule, all }: { readonly rule: BranchRule | null; readonly all: boolean },
): Promise<readonly Blocker[]> {
  const required = rule?.requiredChecks ?? []
  if (required.length === 0 && !all) return []
  const latest = new Map((await latestStatuses(reader, repo.id, pull.headSha)).map((one) => [one.context, one.state]))
  const wanted = all ? [...new Set([...required, ...latest.keys()])] : required
  const failed = wanted.filter((name) => hasFailed(latest.get(name) ?? 'pending'))
  const waiting = wanted.filter((name) => (latest.get(name) ?? 'pending') === 'pending')
  const found: Blocker[] = []
  if (failed.length > 0) found.push({ code: 'checks_failed', message: `${failed.join(', ')} failed.` })
  if (waiting.length > 0) found.push({ code: 'checks_pending', message: `${waiting.join(', ')} has not reported yet.` })
  return found
}
