import type { Repo } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import type { OwnedFiles, Ownership } from '../code-owners/find-owned-files.ts'
import { findDoubtfulOwners, findOwnersNamed } from '../code-owners/owners-named.ts'
import type { BranchRule } from '../protection/branch-rule.ts'
import { findLastPusher } from '../reviews/last-pusher.ts'
import { readVerdicts, type Verdict } from '../reviews/read-verdicts.ts'
import type { Person } from '../threads/thread.ts'
import type { Blocker } from './blocker.ts'
import type { Pull } from './pull.ts'

const mostNamed = 3

/** What is to be merged, with what git had to be asked for. */
export interface Candidate {
  readonly repo: Repo
  readonly pull: Pull
  /** Whose files it changes (`lookAtOwners`); null where nobody had to know. */
  readonly owned: Ownership | null
}

export interface Approvals {
  readonly given: number
  readonly required: number
}

/** Files that somebody has to approve, or has approved, because they own them. */
export interface OwnersStand extends Omit<OwnedFiles, 'approvals' | 'owners'> {
  /** Those of the owners who can approve, as the list names them. */
  readonly asked: readonly string[]
  /** The same as people; nobody where the list gives an address that nobody has proven to be theirs. */
  readonly people: readonly number[]
  readonly approvedBy: readonly Person[]
  /** How many approvals are missing. */
  readonly missing: number
}

export interface ReviewStand {
  readonly verdicts: readonly Verdict[]
  /** Those that count for merging, and how many a rule asks for. */
  readonly approvals: Approvals
  /** Empty where no rule asks for them. */
  readonly owners: readonly OwnersStand[]
  readonly blockers: readonly Blocker[]
}

/** What reviewers have said of it, and what of that is in the way. */
export async function lookAtReviews(
  reader: Reader,
  candidate: Candidate,
  rule: BranchRule | null,
): Promise<ReviewStand> {
  const { repo, pull } = candidate
  const verdicts = await readVerdicts(reader, repo, pull)
  const isLastAsked = rule?.requireLastPushApproval === true
  const pusher = isLastAsked ? await findLastPusher(reader, pull) : null
  const approved = verdicts.filter(
    ({ state, stale, counts }) => counts && state === 'approved' && !(stale && rule?.dismissStaleApprovals === true),
  )
  const given = approved.filter(({ user }) => user.id !== pusher?.id)
  const approvals = { given: given.length, required: rule?.requiredApprovals ?? 0 }
  const owners = rule?.requireCodeOwnerApproval === true ? await standOfOwners(reader, candidate, given, pusher) : []
  const blockers = [
    ...ofChanges(verdicts),
    ...ofApprovals(pull, approvals, given.length < approved.length ? pusher : null),
    ...(isLastAsked ? ofLastPush(approvals, given, pusher) : []),
    ...(rule?.requireCodeOwnerApproval === true ? ofOwners(candidate, owners) : []),
  ]
  return { verdicts, approvals, owners, blockers }
}

function ofChanges(verdicts: readonly Verdict[]): readonly Blocker[] {
  const against = verdicts.filter(({ state, counts }) => counts && state === 'changes_requested')
  if (against.length === 0) return []
  const names = against.map(({ user }) => user.username).join(', ')
  const message = `${names} asked for changes. They can approve, or their review can be dismissed.`
  return [{ code: 'changes_requested', message }]
}

function ofApprovals(pull: Pull, { given, required }: Approvals, ignored: Person | null): readonly Blocker[] {
  const missing = required - given
  if (missing <= 0) return []
  const needed = `${missing} more ${missing === 1 ? 'approval is' : 'approvals are'} needed for ${pull.targetBranch}.`
  const why = ignored === null ? '' : ` The approval of ${ignored.username}, who pushed last, does not count.`
  return [{ code: 'approvals_missing', message: `${needed}${why}` }]
}

/** Whoever gives an approval that is missing has seen the last push: that need not be said as well. */
function ofLastPush(
  { given, required }: Approvals,
  approvals: readonly Verdict[],
  pusher: Person | null,
): readonly Blocker[] {
  if (given < required || approvals.some(({ stale }) => !stale)) return []
  const message =
    pusher === null
      ? 'Somebody has to approve what was pushed last.'
      : `${pusher.username} pushed last. Somebody else has to approve that.`
  return [{ code: 'last_push_unapproved', message }]
}

/**
 * Who of the owners has approved. Where none of them can, because they are unknown, may not review, wrote it or pushed
 * last, nobody is waited for: it would be for ever. An address that somebody has not proven yet is waited for.
 */
async function standOfOwners(
  reader: Reader,
  { repo, pull, owned }: Candidate,
  approvals: readonly Verdict[],
  pusher: Person | null,
): Promise<readonly OwnersStand[]> {
  if (owned === null || 'unknown' in owned || owned.files.length === 0) return []
  const names = [...new Set(owned.files.flatMap(({ owners }) => owners))]
  const approvers = approvals.map(({ user }) => user)
  const people = await findOwnersNamed(
    reader,
    repo,
    names,
    approvers.map(({ id }) => id),
  )
  const doubtful = await findDoubtfulOwners(reader, repo, names)
  const cannot = new Set([pull.author?.id, pusher?.id])
  const able = (name: string): readonly number[] => (people.get(name) ?? []).filter((id) => !cannot.has(id))
  const stands = owned.files.flatMap(({ owners, approvals: needed, count, paths }) => {
    const asked = owners.filter((name) => able(name).length > 0)
    if (asked.length === 0) {
      const unproven = owners.filter((name) => doubtful.has(name))
      const nobody = { people: [], approvedBy: [], missing: needed }
      return unproven.length === 0 ? [] : [{ asked: unproven, count, paths, ...nobody }]
    }
    const ids = [...new Set(asked.flatMap(able))]
    // More than there are would be waited for for ever.
    const most = Math.min(needed, ids.length)
    const approvedBy = approvers.filter(({ id }) => ids.includes(id)).slice(0, most)
    return [{ asked, people: ids, count, paths, approvedBy, missing: most - approvedBy.length }]
  })
  const groups = Map.groupBy(stands, ({ asked, approvedBy, missing }) =>
    JSON.stringify([asked, approvedBy.map(({ id }) => id), missing]),
  )
  return [...groups.values()].map(together)
}

/** Of files that ask the same people. */
function together(stands: readonly OwnersStand[]): OwnersStand {
  const [{ asked, people, approvedBy, missing } = { asked: [], people: [], approvedBy: [], missing: 0 }] = stands
  const paths = stands.flatMap((one) => one.paths).slice(0, mostNamed)
  return { asked, people, approvedBy, missing, paths, count: stands.reduce((sum, { count }) => sum + count, 0) }
}

function ofOwners({ owned }: Candidate, owners: readonly OwnersStand[]): readonly Blocker[] {
  const code = 'owner_approvals_missing'
  // The rule came after the look. The next one finds out.
  if (owned === null) return [{ code, message: 'Owners of the changed files have to approve it. Try again.' }]
  if ('unknown' in owned) {
    return [
      { code, message: `Nobody can tell whose files are changed: ${owned.unknown}. Mend that, or lift the rule.` },
    ]
  }
  const missing = owners.filter((one) => one.missing > 0)
  if (missing.length === 0) return []
  const said = missing.slice(0, mostNamed).map((one) => {
    const verb = one.count === 1 ? 'needs' : 'need'
    if (one.people.length === 0) {
      const whose = one.asked.length === 1 ? 'that address' : 'any of these addresses'
      return `${filesOf(one)} ${verb} the approval of ${anyOf(one.asked)}, and nobody has confirmed ${whose}.`
    }
    if (one.missing === 1 && one.approvedBy.length === 0)
      return `${filesOf(one)} ${verb} the approval of ${anyOf(one.asked)}.`
    const more = one.approvedBy.length === 0 ? '' : ' more'
    const approvals = one.missing === 1 ? 'approval' : 'approvals'
    return `${filesOf(one)} ${verb} ${one.missing}${more} ${approvals} of ${anyOf(one.asked)}.`
  })
  const others = missing.slice(mostNamed).reduce((sum, { count }) => sum + count, 0)
  if (others > 0) said.push(`${others === 1 ? '1 file needs' : `${others} files need`} that of other owners.`)
  return [{ code, message: said.join(' ') }]
}

function filesOf({ paths: [first = ''], count }: OwnersStand): string {
  const others = count - 1
  return others === 0 ? first : `${first} and ${others === 1 ? '1 other file' : `${others} other files`}`
}

function anyOf(names: readonly string[]): string {
  const others = names.length - mostNamed
  return [...names.slice(0, mostNamed), ...(others > 0 ? [`${others} others`] : [])].join(' or ')
}
