import type { App } from '../../../app.ts'
import { branchOf, parseRefName, tagOf } from '../../../core/ref-name.ts'
import type { Repo } from '../../../core/repo.ts'
import { atLeast } from '../../../core/roles.ts'
import { requireSha } from '../../../core/sha.ts'
import { refsContaining } from '../../../git/refs-containing.ts'
import { type BranchRule, rulesOf } from '../../protection/branch-rule.ts'
import { mayMove } from '../../protection/may-move.ts'
import { repoDirectory } from '../../repos/repo-directory.ts'
import { roleOfUser } from '../../reviews/role-of-user.ts'
import { findUserById } from '../../users/find-user.ts'
import type { LeasedPipeline } from '../lease.ts'
import type { LogWriter } from '../log-writer.ts'

type Needs = Pick<App, 'config' | 'db' | 'git'>
type Its = Pick<LeasedPipeline, 'ref' | 'commit_sha' | 'is_trusted' | 'variables_sealed' | 'variables_by'>

/**
 * Whether what runs has got past the protection of a branch: its commit, and the variables that it was given. With the
 * right name a variable is code (TAR_OPTIONS, MAKEFLAGS, WGETRC: no list has them all), so they have to come from
 * somebody who could have changed the branch itself.
 */
export async function isProtected(
  app: Needs,
  repo: Repo,
  pipeline: Its,
  log: Pick<LogWriter, 'say'>,
): Promise<boolean> {
  const rules = await rulesPassed(app, repo, pipeline)
  if (rules.length === 0) return false
  if (pipeline.variables_sealed === null || (await mayGive(app, repo, pipeline.variables_by, rules))) return true
  log.say(
    'Its variables were given by somebody who may not push to the protected branch: it gets no variables for protected branches',
  )
  return false
}

/**
 * Of the protected branches that have the commit. The name of the ref does not say so: whoever may push can put a tag on
 * any commit, and run a pipeline again that is older than the protection.
 */
async function rulesPassed(app: Needs, repo: Repo, pipeline: Its): Promise<readonly BranchRule[]> {
  const ref = parseRefName(pipeline.ref)
  if (ref === null || pipeline.is_trusted !== 1) return []
  const branch = branchOf(ref)
  if (branch === null && tagOf(ref) === null) return []
  const ruleOf = await rulesOf(app.db, repo.id)
  if (branch !== null && ruleOf(branch) === null) return []
  const within = branch === null ? 'refs/heads/' : ref
  const names = await refsContaining(app.git, repoDirectory(app.config, repo), requireSha(pipeline.commit_sha), [
    within,
  ])
  return names.flatMap((name) => {
    const found = parseRefName(name)
    const its = found === null ? null : branchOf(found)
    return (its === null ? null : ruleOf(its)) ?? []
  })
}

/** Maintainers write the rules and manage the variables: nothing is kept from them, even where nobody may push. */
async function mayGive(app: Needs, repo: Repo, userId: number | null, rules: readonly BranchRule[]): Promise<boolean> {
  const user = userId === null ? null : await findUserById(app.db, userId)
  const role = user === null ? null : await roleOfUser(app.db, user, repo)
  if (role === null || !atLeast(role, 'Developer')) return false
  return atLeast(role, 'Maintainer') || rules.some((rule) => mayMove(rule, { userId, role, way: 'push' }) === null)
}
