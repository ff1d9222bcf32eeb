import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { branchRef, tagRef } from '../../core/ref-name.ts'
import type { RepoRef } from '../../core/repo.ts'
import { noSha, type Sha, shortSha } from '../../core/sha.ts'
import { readRef } from '../../git/read-ref.ts'
import { requireRepo } from '../access/require-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { moveRefs } from '../transport/move-refs.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>

export function deleteBranch(app: Needs, actor: Actor, ref: RepoRef, name: string): Promise<void> {
  return deleteRef(app, actor, ref, { noun: 'BRANCH', name })
}

export interface BranchAt {
  readonly name: string
  readonly sha: Sha
}

/** Only while it ends in this commit. */
export function deleteBranchAt(app: Needs, actor: Actor, ref: RepoRef, { name, sha }: BranchAt): Promise<void> {
  return deleteRef(app, actor, ref, { noun: 'BRANCH', name, sha })
}

export function deleteTag(app: Needs, actor: Actor, ref: RepoRef, name: string): Promise<void> {
  return deleteRef(app, actor, ref, { noun: 'TAG', name })
}

/** The gate decides, as it does when a push deletes it: the default branch stays, and so does what is protected. */
async function deleteRef(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  what: { readonly noun: 'BRANCH' | 'TAG'; readonly name: string; readonly sha?: Sha },
): Promise<void> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:write' })
  const name = what.noun === 'BRANCH' ? branchRef(what.name) : tagRef(what.name)
  const before = name === null ? null : await readRef(repoDirectory(app.config, repo), name)
  if (name === null || before === null) throw notFound(what.noun)
  if (what.sha !== undefined && before !== what.sha) {
    throw conflict(`${what.name} has moved on: it ends in ${shortSha(before)} now`)
  }
  await moveRefs(app, { actor, repo, way: 'push' }, [{ ref: name, before, after: noSha }])
}
