import type { App } from '../../app.ts'
import { notFound } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { requireRevision } from './resolve-revision.ts'

/** The commit that a revision stands for; a tag can also name a folder or a file, which nothing can begin at. */
export async function requireCommit(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  repo: Repo,
  revision: string | undefined,
): Promise<Sha> {
  const { sha } = await requireRevision(app, repo, revision)
  const info = await app.objects.info(repoDirectory(app.config, repo), sha)
  if (info?.type !== 'commit') throw notFound('COMMIT')
  return sha
}
