import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { createRef } from '../refs/create-ref.ts'
import { deleteBranchAt } from '../refs/delete-ref.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { Pull } from './pull.ts'
import { openPull, type PullRef } from './require-pull.ts'
import { isInUse } from './source-branch.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** Deletes the branch of a pull request that is over, while it ends where that did: nobody's later work goes with it. */
export async function deleteSourceBranch(app: Needs, actor: KnownActor, ref: PullRef): Promise<Pull> {
  const { pull } = await openPull(app, actor, ref, { to: 'write' })
  const source = sourceOf(pull)
  if (await isInUse(app.db, pull)) throw conflict(`Another pull request is open for ${pull.sourceBranch}`)
  await deleteBranchAt(app, actor, source, { name: pull.sourceBranch, sha: pull.headSha })
  return pull
}

/** Brings it back where it was. */
export async function restoreSourceBranch(app: Needs, actor: KnownActor, ref: PullRef): Promise<Pull> {
  const { pull } = await openPull(app, actor, ref, { to: 'write' })
  const { sourceBranch: name, headSha: sha } = pull
  const repo = await requireRepo(app, actor, sourceOf(pull), { role: 'Developer', scope: 'repo:write' })
  const branch = branchRef(name)
  if (branch === null || (await app.objects.info(repoDirectory(app.config, repo), sha)) === null) {
    throw conflict(`What ${name} ended in is not there any more`)
  }
  await createRef(app, { actor, repo, way: 'push' }, { noun: 'BRANCH', name, ref: branch, sha })
  return pull
}

function sourceOf({ state, sourceRepo }: Pull): RepoRef {
  if (state === 'open') throw conflict('It is still open: merge or close it first')
  if (sourceRepo === null) throw notFound('BRANCH')
  return { owner: sourceRepo.owner, repo: sourceRepo.slug }
}
