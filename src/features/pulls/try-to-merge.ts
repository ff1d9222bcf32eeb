import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { branchRef, type RefName } from '../../core/ref-name.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import type { Tx } from '../../db/handle.ts'
import type { Made } from '../../git/made.ts'
import { readRef } from '../../git/read-ref.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { takePointedFiles } from '../lfs/take-pointed-files.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { holdThread } from '../threads/keep-thread.ts'
import { judgePush } from '../transport/judge-push.ts'
import { moveRefs } from '../transport/move-refs.ts'
import { type Blocker, mergeBlocked } from './blocker.ts'
import type { Candidate } from './look-at-reviews.ts'
import { makeResult } from './make-result.ts'
import { conflictIn, findBlockers, targetGone } from './merge-blockers.ts'
import { Overtaken } from './overtaken.ts'
import type { MergeInput, Pull } from './pull.ts'
import { findPullById } from './store.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

export interface Attempt extends Candidate {
  readonly actor: KnownActor
  readonly repo: OpenRepo
  /** What is kept with the result, so that the same call has the same answer. */
  readonly request: string
}

/** Makes the commits, and moves the target to them if nothing has changed since. Returns where the target is then. */
export async function tryToMerge(app: Needs, attempt: Attempt, input: MergeInput): Promise<Sha> {
  const { actor, repo, pull, request } = attempt
  const ref = branchRef(pull.targetBranch)
  const target = ref === null ? null : await readRef(repoDirectory(app.config, repo), ref)
  if (ref === null || target === null) throw mergeBlocked([targetGone(pull)])
  // Git is ahead of what is written down: a push, or perhaps this very merge by somebody else, is about to be settled.
  if (target !== pull.targetSha) throw new Overtaken()
  const made = await makeResult(app, repo, { pull, target, by: actor.user }, input)
  if (made.kind !== 'made') throw mergeBlocked([whyNot(made, pull)])
  await takeForksFiles(app, attempt, target)
  await app.passing('merge.made')
  const purpose = {
    kind: 'merge',
    threadId: pull.id,
    targetRef: ref,
    headSha: pull.headSha,
    targetSha: target,
    mergeSha: made.head,
    request,
  } as const
  const claim = (tx: Tx): Promise<void> => claimMerge(tx, attempt, input)
  const changes = [{ ref, before: target, after: made.head }, ...(await deletions(app, attempt, input))]
  try {
    await moveRefs(app, { actor, repo, way: 'merge', purpose, claim }, changes)
  } catch (error) {
    const lost = error instanceof Fault && error.kind === 'conflict' && error.code === 'CONFLICT'
    throw lost ? new Overtaken() : error
  }
  return made.head
}

/** What the commits of a fork point to is there before anybody can fetch them from the target. */
async function takeForksFiles(app: Needs, { repo, pull }: Attempt, target: Sha): Promise<void> {
  if (pull.sourceRepo === null || pull.sourceRepo.id === repo.id) return
  const source = await findRepoById(app.db, pull.sourceRepo.id)
  if (source !== null) await takePointedFiles(app, { from: source, to: repo }, { head: pull.headSha, known: [target] })
}

/**
 * The last word, in the transaction that opens the journal: from here on nobody else can merge it, and everything that
 * was found in order is still so. A merge whose refs have moved and whose effects are not written yet holds the journal.
 */
async function claimMerge(tx: Tx, { repo, pull, owned }: Attempt, input: MergeInput): Promise<void> {
  const thread = await holdThread(tx, pull.id)
  const now = thread === null ? null : await findPullById(tx, pull.id)
  if (now === null || now.headSha !== pull.headSha || now.targetBranch !== pull.targetBranch) throw new Overtaken()
  // Whose files these are was found for this head and this target, from which alone the branch moves.
  const blockers = await findBlockers(tx, { repo, pull: now, owned }, input)
  if (blockers.length > 0) throw new Overtaken()
}

function whyNot(made: Exclude<Made, { kind: 'made' }>, pull: Pull): Blocker {
  switch (made.kind) {
    case 'conflict':
      return conflictIn(made.files.map(({ path }) => path))
    case 'nothing':
      return { code: 'no_commits', message: `${pull.targetBranch} has all of its changes already.` }
    case 'unrelated':
      return { code: 'conflict', message: `It has no history in common with ${pull.targetBranch}.` }
    case 'too-large':
      return { code: 'conflict', message: 'It is too large to be merged here. Merge it on your machine, and push.' }
    case 'refused':
      return { code: 'conflict', message: `The result would hold what cannot be pushed: ${made.why}` }
  }
}

/** The source branch goes together with the merge, where it may be deleted; else it stays. */
async function deletions(app: Needs, attempt: Attempt, input: MergeInput): Promise<readonly RefChange[]> {
  const { actor, repo, pull } = attempt
  const ref: RefName | null = input.deleteBranch === true ? branchRef(pull.sourceBranch) : null
  if (ref === null || pull.sourceRepo?.id !== repo.id) return []
  const change = { ref, before: pull.headSha, after: noSha }
  const proposal = { changes: [change], unusable: [], quarantine: null, gitProcess: null }
  for (const way of ['push', 'merge'] as const) {
    if ((await judgePush(app, { actor, repo, way }, proposal)) !== null) return []
  }
  return [change]
}
