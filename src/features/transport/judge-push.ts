import type { App } from '../../app.ts'
import { userOf } from '../../core/actor.ts'
import { Pace } from '../../core/pace.ts'
import { branchOf, tagOf, whyConfusing } from '../../core/ref-name.ts'
import { noSha } from '../../core/sha.ts'
import { findHostileObject } from '../../git/find-hostile-object.ts'
import { isAncestor } from '../../git/is-ancestor.ts'
import type { Proposal, RefChange } from '../../git/receive-pack.ts'
import { type BranchRule, rulesOf } from '../protection/branch-rule.ts'
import { mayMove } from '../protection/may-move.ts'
import { tagGateOf } from '../protection/tag-rule.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { RefMove } from './move-refs.ts'

type Needs = Pick<App, 'config' | 'db' | 'git'>

const ours = ['refs/pull/', 'refs/replace/', 'refs/stithy/']

/**
 * The one gate for refs, whoever moves them and through whichever door: null when all may move, else a sentence for the
 * person who pushed, which names the ref that is in the way.
 */
export async function judgePush(app: Needs, move: RefMove, proposal: Proposal): Promise<string | null> {
  const [unusable] = proposal.unusable
  if (unusable !== undefined)
    return `${unusable} cannot be kept: a name must be UTF-8, and at most 255 bytes long with 250 between slashes`
  for (const change of proposal.changes) {
    const refusal = judgeName(move, change)
    if (refusal !== null) return refusal
  }
  // Protections are about who may move what: here it is only ever the server that is followed.
  if (move.way === 'mirror') return judgeObjects(app, move, proposal)
  return (
    (await judgeBranches(app, move, proposal)) ??
    (await judgeTags(app, move, proposal)) ??
    judgeObjects(app, move, proposal)
  )
}

function judgeName({ repo, way }: RefMove, { ref, before, after }: RefChange): string | null {
  // Git would delete whatever is there by now, of which who pushes knows nothing.
  if (before === noSha && after === noSha) return `${ref} has changed since you last fetched: fetch first`
  const isOurs = ours.some((prefix) => ref.startsWith(prefix))
  if (isOurs !== (way === 'keep')) return `${ref} is reserved: push to a branch`
  if (repo.mirrorOf !== null && way !== 'keep' && way !== 'mirror')
    return `This repository follows ${repo.mirrorOf}: push there`
  if (after === noSha) {
    // Where that is gone on the server that is followed, there is another in a moment.
    if (branchOf(ref) !== repo.defaultBranch || way === 'mirror') return null
    return `${repo.defaultBranch} is the default branch and cannot be deleted: choose another one first`
  }
  const name = branchOf(ref) ?? tagOf(ref)
  const wrong = name === null ? null : whyConfusing(name)
  return wrong === null ? null : `${ref} is not a valid name: "${name}" ${wrong}`
}

async function judgeBranches(app: Needs, move: RefMove, proposal: Proposal): Promise<string | null> {
  const branches = proposal.changes.flatMap((change) => {
    const name = branchOf(change.ref)
    return name === null ? [] : [{ name, change }]
  })
  if (branches.length === 0) return null
  const ruleOf = await rulesOf(app.db, move.repo.id)
  const pace = new Pace()
  for (const { name, change } of branches) {
    await pace.isOver()
    const rule = ruleOf(name)
    const refusal = rule === null ? null : await judgeProtected(app, move, { name, change, rule, proposal })
    if (refusal !== null) return refusal
  }
  return null
}

interface ProtectedMove {
  readonly name: string
  readonly change: RefChange
  readonly rule: BranchRule
  readonly proposal: Proposal
}

async function judgeProtected(app: Needs, move: RefMove, at: ProtectedMove): Promise<string | null> {
  const { name, change, rule, proposal } = at
  const way = move.way === 'merge' ? 'merge' : 'push'
  const refusal = mayMove(rule, { userId: userOf(move.actor)?.id ?? null, role: move.repo.role, way })
  if (refusal !== null) return `${name} is protected: ${refusal}`
  if (change.after === noSha) return rule.allowDelete ? null : `${name} is protected and cannot be deleted`
  if (change.before === noSha || rule.allowForcePush) return null
  const where = { dir: repoDirectory(app.config, move.repo), quarantine: proposal.quarantine }
  if (await isAncestor(app.git, where, change.before, change.after)) return null
  return `${name} is protected against force pushes: merge or rebase first`
}

async function judgeTags(app: Needs, { repo }: RefMove, { changes }: Proposal): Promise<string | null> {
  if (changes.every((change) => tagOf(change.ref) === null)) return null
  const gate = await tagGateOf(app.db, repo.id, repo.role)
  const pace = new Pace()
  for (const { ref, before, after } of changes) {
    await pace.isOver()
    const name = tagOf(ref)
    const act = before === noSha ? 'create' : after === noSha ? 'delete' : 'move'
    const refusal = name === null ? null : gate(name, act)
    if (refusal !== null) return refusal
  }
  return null
}

async function judgeObjects(app: Needs, { repo }: RefMove, proposal: Proposal): Promise<string | null> {
  if (proposal.quarantine === null || proposal.changes.every((change) => change.after === noSha)) return null
  return findHostileObject(app.git, repoDirectory(app.config, repo), proposal.quarantine)
}
