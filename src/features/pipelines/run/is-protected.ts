import type { App } from '../../../app.ts'
import { branchOf, parseRefName, tagOf } from '../../../core/ref-name.ts'
import type { Repo } from '../../../core/repo.ts'
import { requireSha } from '../../../core/sha.ts'
import { refsContaining } from '../../../git/refs-containing.ts'
import { rulesOf } from '../../protection/branch-rule.ts'
import { repoDirectory } from '../../repos/repo-directory.ts'
import type { LeasedPipeline } from '../lease.ts'

/**
 * Whether what runs has got past the protection of a branch. The name of the ref does not say so: whoever may push can
 * put a tag on any commit, and run a pipeline again that is older than the protection. Its commit does: it is in the
 * branch, or for a tag in some branch, that is protected.
 */
export async function isProtected(
  app: Pick<App, 'config' | 'db' | 'git'>,
  repo: Repo,
  pipeline: Pick<LeasedPipeline, 'ref' | 'commit_sha' | 'is_trusted'>,
): Promise<boolean> {
  const ref = parseRefName(pipeline.ref)
  if (ref === null || pipeline.is_trusted !== 1) return false
  const branch = branchOf(ref)
  if (branch === null && tagOf(ref) === null) return false
  const ruleOf = await rulesOf(app.db, repo.id)
  if (branch !== null && ruleOf(branch) === null) return false
  const within = branch === null ? 'refs/heads/' : ref
  const names = await refsContaining(app.git, repoDirectory(app.config, repo), requireSha(pipeline.commit_sha), [
    within,
  ])
  return names.some((name) => {
    const found = parseRefName(name)
    const its = found === null ? null : branchOf(found)
    return its !== null && ruleOf(its) !== null
  })
}
