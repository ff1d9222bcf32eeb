import type { KnownActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { Sha } from '../../core/sha.ts'
import { readRef } from '../../git/read-ref.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { type ChangeCommit, type ChangeNeeds, commitChange } from '../commits/commit-change.ts'
import { readCommit } from '../commits/list-commits.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findBranchTip } from './branch-tip.ts'
import type { Pull } from './pull.ts'
import { openPull, type PullRef } from './require-pull.ts'

const mostNames = 50

/**
 * Takes back what a merged pull request brought: one commit on a new branch that begins where its target is now, for
 * another pull request. By those who may push.
 */
export async function revertPull(app: ChangeNeeds, actor: KnownActor, ref: PullRef): Promise<ChangeCommit> {
  const { repo, pull } = await openPull(app, actor, ref, { to: 'write', role: 'Developer' })
  if (pull.mergeCommitSha === null) throw conflict('Only what was merged can be reverted')
  if ((await findBranchTip(app.db, repo.id, pull.targetBranch)) === null) {
    throw conflict(`${pull.targetBranch} is gone: there is nothing to revert it in`)
  }
  const dir = repoDirectory(app.config, repo)
  return commitChange(app, actor, repo, {
    branch: pull.targetBranch,
    newBranch: await freeName(dir, `revert-${pull.number}`),
    from: pull.mergeCommitSha,
    to: await stateBefore(app, dir, pull, pull.mergeCommitSha),
    message: `Revert "${pull.title}"\n\nReverts #${pull.number}, which was merged as ${pull.mergeCommitSha}.`,
  })
}

/** Where the target was before it was merged here; of what came by a push, what the merge or the branch began with. */
async function stateBefore(app: ChangeNeeds, dir: RepoDir, pull: Pull, merged: Sha): Promise<Sha | null> {
  if (pull.mergeRequest !== null) return pull.targetSha
  const { parents } = await readCommit(app, dir, merged)
  const [first = null] = parents
  return parents.length > 1 || pull.mergeBase === merged ? first : (pull.mergeBase ?? first)
}

/** Somebody may have reverted it before. */
async function freeName(dir: RepoDir, name: string): Promise<string> {
  for (let count = 1; count <= mostNames; count++) {
    const free = count === 1 ? name : `${name}-${count}`
    const ref = branchRef(free)
    if (ref !== null && (await readRef(dir, ref)) === null) return free
  }
  throw conflict(`There are ${mostNames} branches called ${name} already: delete some of them first`)
}
