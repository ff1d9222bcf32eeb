import type { App } from '../../app.ts'
import type { RepoPath } from '../../core/repo-path.ts'
import type { OpenRevision } from '../contents/open-revision.ts'
import { type Commit, readCommit } from './list-commits.ts'

/** The last commit that touched what stands at a path; of a name that git cannot be asked about, the revision's own. */
export async function lastCommit(
  app: Pick<App, 'history' | 'objects'>,
  { dir, revision, path }: Pick<OpenRevision, 'dir' | 'revision'> & { readonly path: RepoPath },
): Promise<Commit> {
  const [sha = revision.sha] =
    path === '' ? [] : await app.history.page(dir, revision.sha, { path }, { skip: 0, count: 1 })
  return readCommit(app, dir, sha)
}
