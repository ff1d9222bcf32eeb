import type { Repo } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { type BranchRule, rulesOf } from '../protection/branch-rule.ts'
import { countOpenTalks } from '../reviews/count-open-talks.ts'
import { latestStatuses } from '../statuses/read-statuses.ts'
import { hasFailed } from '../statuses/status.ts'
import type { Blocker } from './blocker.ts'
import { type BranchTip, findBranchTip } from './branch-tip.ts'
import { type Candidate, lookAtReviews, type ReviewStand } from './look-at-reviews.ts'
import { readMergeSettings, whyNotMethod } from './merge-settings.ts'
import type { MergeInput, MergeMethod, Pull } from './pull.ts'

/** Without a method nobody has chosen one yet: some is allowed always. */
type Expected = Pick<MergeInput, 'headSha' | 'targetBranch'> & { readonly method?: MergeMethod | undefined }

type Asked = Expected & { readonly allChecks?: boolean }

/** Everything that is known to be in the way, the most basic first. What git makes of it shows only in trying. */
export async function findBlockers(
  reader: Reader,
  candidate: Candidate,
  expected: Asked = {},
): Promise<readonly Blocker[]> {
  return (await lookAtMerge(reader, candidate, expected)).blockers
}

/** The same with what reviewers have said, for whoever shows both. */
export async function lookAtMerge(reader: Reader, candidate: Candidate, expected: Asked = {}): Promise<ReviewStand> {
  const { repo, pull } = candidate
  const rule = (await rulesOf(reader, repo.id))(pull.targetBranch)
  const stand = await lookAtReviews(reader, candidate, rule)
  if (pull.state === 'merged') {
    return { ...stand, blockers: [{ code: 'already_merged', message: 'It is merged already.' }] }
  }
  if (pull.state === 'closed') {
    return { ...stand, blockers: [{ code: 'closed', message: 'It is closed. Open it again first.' }] }
  }
  const tip = await findBranchTip(reader, repo.id, pull.targetBranch)
  const blockers = [
    ...(repo.mirrorOf === null ? [] : [ofOther(repo.mirrorOf)]),
    ...ofItself(pull, expected),
    ...(tip === null ? [targetGone(pull)] : ofBranches(pull, tip, rule)),
    ...(await ofMethod(reader, repo, expected)),
    ...stand.blockers,
    ...(rule?.requireResolvedConversations === true ? await ofTalks(reader, pull) : []),
    ...(await ofChecks(reader, repo, pull, { rule, all: expected.allChecks === true })),
  ]
  return { ...stand, blockers }
}

/** Its branches are made what they are there. */
function ofOther(url: string): Blocker {
  return { code: 'mirror', message: `This repository follows ${url}: it has to be merged there.` }
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

function ofBranches(pull: Pull, tip: BranchTip, rule: BranchRule | null): readonly Blocker[] {
  const { targetBranch } = pull
  if (pull.commitCount === 0) {
    return [{ code: 'no_commits', message: `${targetBranch} has all of its commits already.` }]
  }
  if (pull.mergeable === false) return [conflictIn(pull.conflicts)]
  if (rule?.requireUpToDate !== true || isUpToDate(pull, tip)) return []
  return [{ code: 'not_up_to_date', message: `The branch is not up to date with ${targetBranch}. Update it first.` }]
}

/** Only of commits that were looked at: of others nobody knows. */
function isUpToDate({ headSha, seenHead, targetSha, mergeBase }: Pull, tip: BranchTip): boolean {
  return seenHead === headSha && targetSha === tip.sha && mergeBase === targetSha
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

async function ofTalks(reader: Reader, pull: Pull): Promise<readonly Blocker[]> {
  const open = await countOpenTalks(reader, pull.id)
  if (open === 0) return []
  const message =
    open === 1
      ? '1 conversation is not resolved. Resolve it first.'
      : `${open} conversations are not resolved. Resolve them first.`
  return [{ code: 'conversations_unresolved', message }]
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
