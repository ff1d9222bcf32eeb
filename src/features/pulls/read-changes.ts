import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { Repo } from '../../core/repo.ts'
import { type Commit, readCommits } from '../commits/list-commits.ts'
import { type DiffOptions, diffBetween, type FileDiff } from '../diffs/get-diff.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { Pull } from './pull.ts'
import { openPull, type PullRef } from './require-pull.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** What a pull request changes, file by file, since its branches went apart. */
export function diffOfPull(
  app: Pick<App, 'config' | 'git' | 'kept' | 'objects'>,
  repo: Repo,
  pull: Pull,
  options: DiffOptions,
): Promise<readonly FileDiff[]> {
  const from = pull.mergeBase ?? pull.targetSha
  return diffBetween(app, repoDirectory(app.config, repo), { from, to: pull.seenHead }, options)
}

/** Its commits, the newest first. Of a merged one, those that it brought. */
export async function listPullCommits(
  app: Needs,
  actor: Actor,
  ref: PullRef,
  page: PageRequest,
): Promise<Page<Commit>> {
  const { repo, pull } = await openPull(app, actor, ref, { to: 'read' })
  return commitsOfPull(app, repo, pull, page)
}

export async function commitsOfPull(
  app: Pick<App, 'config' | 'history' | 'objects'>,
  repo: Repo,
  pull: Pull,
  page: PageRequest,
): Promise<Page<Commit>> {
  const dir = repoDirectory(app.config, repo)
  const window = { skip: offsetOf(page), count: page.perPage }
  const shas = await app.history.page(dir, pull.seenHead, { notIn: pull.targetSha }, window)
  return { ...page, total: pull.commitCount, items: await readCommits(app, dir, shas) }
}
