import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { readHead } from '../../git/repository-folder.ts'
import { alignHead } from './align-head.ts'
import { findRepoById } from './find-repo.ts'
import { repoDirectory } from './repo-directory.ts'

type Needs = Pick<App, 'config' | 'db'>

/**
 * Whether a clone of each repository checks out the branch that pages show first. The row is right: it is what people
 * chose. Returns the repositories that were mended.
 */
export async function checkHeads(app: Needs): Promise<readonly string[]> {
  const ids = await app.db.selectFrom('repos').select('id').orderBy('id').execute()
  const mended: string[] = []
  for (const { id } of ids) {
    const repo = await findRepoById(app.db, id)
    if (repo === null || (await isRight(app, repo)) || (await isBusy(app, repo))) continue
    // Where it cannot be written, whoever looks into the repository next says why.
    await alignHead(app, repo).catch(() => undefined)
    if (await isRight(app, repo)) mended.push(`${repo.owner}/${repo.slug}`)
  }
  return mended
}

async function isRight(app: Needs, repo: Repo): Promise<boolean> {
  return (await readHead(repoDirectory(app.config, repo))) === `ref: refs/heads/${repo.defaultBranch}`
}

/** The first push chooses the branch, and is about to say so. */
async function isBusy(app: Needs, repo: Repo): Promise<boolean> {
  const entry = app.db.selectFrom('push_journal').select('id').where('repo_id', '=', repo.id)
  return (await entry.executeTakeFirst()) !== undefined
}
