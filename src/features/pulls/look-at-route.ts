import type { App } from '../../app.ts'
import { alreadyExists, invalidField } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { bringObjects } from '../../git/bring-objects.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { requireTip } from './find-source.ts'
import { lookAtCommits } from './look-at-commits.ts'
import type { Sight } from './store.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>

/** The numbers of a pull request that is to be; throws when it would make no sense. */
export async function lookAtRoute(
  app: Needs,
  repo: Repo,
  source: { readonly repo: Repo; readonly branch: string },
  targetBranch: string,
): Promise<Sight> {
  const head = (await requireTip(app.db, source.repo, source.branch, 'source_branch')).sha
  const target = (await requireTip(app.db, repo, targetBranch, 'target_branch')).sha
  await bringHead(app, { from: source.repo, to: repo }, head, target)
  const sight = await lookAtCommits(app, repoDirectory(app.config, repo), { head, target })
  if (sight.mergeBase === null) {
    throw unrelated(targetBranch)
  }
  if (sight.commitCount === 0)
    throw invalidField('source_branch', 'no_commits', `has nothing that ${targetBranch} lacks`)
  return sight
}

/** Takes over what only a fork has. */
async function bringHead(
  app: Pick<App, 'config' | 'git' | 'history' | 'objects'>,
  route: { readonly from: Repo; readonly to: Repo },
  head: Sha,
  target: Sha,
): Promise<void> {
  const to = repoDirectory(app.config, route.to)
  if (route.from.id === route.to.id || (await app.objects.info(to, head)) !== null) return
  await bringObjects(app.git, { from: repoDirectory(app.config, route.from), to }, head, [target])
}

export function unrelated(targetBranch: string): Error {
  return invalidField('source_branch', 'unrelated', `has no history in common with ${targetBranch}`)
}

export function taken(number: number | null): Error {
  const which = number === null ? 'A pull request' : `#${number}`
  return alreadyExists('PULL', 'source_branch', `${which} is open for these branches already`)
}
