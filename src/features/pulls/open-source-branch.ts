import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, type Fault } from '../../core/errors.ts'
import { branchRef, type RefName } from '../../core/ref-name.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { mergeBlocked } from './blocker.ts'
import { findBranchTip } from './branch-tip.ts'
import type { Pull } from './pull.ts'
import { type OpenPull, openPull, type PullRef } from './require-pull.ts'

/** A pull request whose branch somebody is about to add to. */
export interface OpenSource extends OpenPull {
  /** The repository that the branch is in, as the gate has opened it for writing. */
  readonly source: OpenRepo
  readonly dir: RepoDir
  readonly branch: RefName
  /** Where the branch is that it is to be merged into. */
  readonly target: Sha
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** For those who may push to the branch that an open pull request comes from. */
export async function openSourceBranch(app: Needs, actor: KnownActor, ref: PullRef): Promise<OpenSource> {
  const { repo, pull } = await openPull(app, actor, ref, { to: 'write' })
  if (pull.state !== 'open') throw conflict('Only the branch of an open pull request can be brought up to date')
  if (pull.sourceRepo === null) throw conflict('The repository that it comes from is gone')
  const from = { owner: pull.sourceRepo.owner, repo: pull.sourceRepo.slug }
  const source = await requireRepo(app, actor, from, { role: 'Developer', scope: 'pulls:write' })
  const branch = branchRef(pull.sourceBranch)
  const target = await findBranchTip(app.db, repo.id, pull.targetBranch)
  if (branch === null || target === null) throw conflict(`${pull.targetBranch} is gone`)
  return { repo, pull, source, branch, target: target.sha, dir: repoDirectory(app.config, source) }
}

export function headChanged(pull: Pull): Fault {
  return mergeBlocked([{ code: 'head_changed', message: `The branch has moved: its head is ${pull.headSha} now.` }])
}
