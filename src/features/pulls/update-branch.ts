import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { Sha } from '../../core/sha.ts'
import type { Made } from '../../git/made.ts'
import { makeMerge } from '../../git/make-merge.ts'
import { makeRebase } from '../../git/make-rebase.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { bringCommit } from '../transport/bring-commit.ts'
import { moveRefs } from '../transport/move-refs.ts'
import { signatureOf } from '../users/signature-of.ts'
import { mergeBlocked } from './blocker.ts'
import { conflictIn } from './merge-blockers.ts'
import { headChanged, openSourceBranch } from './open-source-branch.ts'
import type { Pull } from './pull.ts'
import { refreshPull } from './refresh-pull.ts'
import type { PullRef } from './require-pull.ts'
import { findPullById } from './store.ts'

export interface BranchUpdate {
  readonly method?: 'merge' | 'rebase' | undefined
  readonly headSha?: string | undefined
}

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** Takes what is new in the target into the branch that a pull request comes from, for those who may push there. */
export async function updateBranch(app: Needs, actor: KnownActor, ref: PullRef, input: BranchUpdate): Promise<Pull> {
  const { repo, pull, source, branch, target, dir } = await openSourceBranch(app, actor, ref)
  if (input.headSha !== undefined && input.headSha.toLowerCase() !== pull.headSha) throw headChanged(pull)
  await bringCommit(app, { from: repo, to: source }, target)
  const made = await make(app, dir, { actor, pull, target }, input)
  if (made.kind === 'nothing') return pull
  if (made.kind === 'conflict') throw mergeBlocked([conflictIn(made.files.map(({ path }) => path))])
  if (made.kind !== 'made') throw mergeBlocked([conflictIn([])])
  const change = { ref: branch, before: pull.headSha, after: made.head }
  const purpose = { kind: 'update', threadId: pull.id, headSha: made.head } as const
  if (made.head !== pull.headSha) await moveRefs(app, { actor, repo: source, way: 'push', purpose }, [change])
  const after = await findPullById(app.db, pull.id)
  return after === null ? pull : refreshPull(app, repo, after)
}

interface Sides {
  readonly actor: KnownActor
  readonly pull: Pull
  readonly target: Sha
}

function make(app: Needs, dir: RepoDir, { actor, pull, target }: Sides, { method }: BranchUpdate): Promise<Made> {
  const committer = signatureOf(app, actor.user)
  if (method === 'rebase') return makeRebase(app, dir, { target, head: pull.headSha, committer })
  // The same as merging the pull request, with the sides exchanged.
  const message = `Merge branch '${pull.targetBranch}' into ${pull.sourceBranch}`
  return makeMerge(app, dir, { target: pull.headSha, head: target, message, author: committer, committer })
}
