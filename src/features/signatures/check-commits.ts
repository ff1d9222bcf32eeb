import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import type { Commit } from '../commits/list-commits.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { checkSignatures, type SignatureCheck } from './check-signatures.ts'

/** The same for commits of a repository that the gate has opened. */
export function checkCommits(
  app: Pick<App, 'config' | 'db' | 'kept' | 'objects'>,
  repo: OpenRepo,
  commits: readonly Commit[],
): Promise<ReadonlyMap<Sha, SignatureCheck>> {
  const signable = commits.map(({ sha, committer }) => ({ sha, email: committer.email }))
  return checkSignatures(app, repoDirectory(app.config, repo), signable)
}
