import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { rulesOf } from '../protection/branch-rule.ts'
import { createRef } from './create-ref.ts'
import type { Branch } from './list-refs.ts'
import { parseNewName } from './parse-new-name.ts'
import { requireCommit } from './require-commit.ts'

/** A branch that begins at a branch, tag or commit: at the default branch unless said otherwise. */
export async function createBranch(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>,
  actor: Actor,
  ref: RepoRef,
  input: { readonly name: string; readonly from: string | undefined },
): Promise<Branch> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:write' })
  const branch = parseNewName('name', input.name, branchRef)
  const sha = await requireCommit(app, repo, input.from)
  await createRef(app, { actor, repo, way: 'push' }, { noun: 'BRANCH', name: input.name, ref: branch, sha })
  const ruleOf = await rulesOf(app.db, repo.id)
  const isDefault = input.name === repo.defaultBranch
  return { name: input.name, isDefault, sha, isProtected: ruleOf(input.name) !== null }
}
