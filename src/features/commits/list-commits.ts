import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import { emptyPage, offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import type { HistoryFilter } from '../../git/history-filter.ts'
import { type CommitData, parseCommit } from '../../git/parse-commit.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { requireRepo } from '../access/require-repo.ts'
import { inTime } from '../contents/in-time.ts'
import { requireRevision } from '../refs/resolve-revision.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

export interface Commit extends CommitData {
  readonly sha: Sha
}

type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects'>

/**
 * The history of a branch, tag or commit, newest first. An empty repository has none, which is not an error. How many
 * commits there are is waited for as long as `countMs`, where that is said.
 */
export async function listCommits(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  input: {
    readonly revision: string | undefined
    readonly filter: HistoryFilter
    readonly page: PageRequest
    readonly countMs?: number
  },
): Promise<Page<Commit>> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  if (repo.isEmpty && input.revision === undefined) return emptyPage(input.page)
  const { sha } = await requireRevision(app, repo, input.revision)
  const dir = repoDirectory(app.config, repo)
  const { filter, countMs } = input
  const { perPage } = input.page
  const skip = offsetOf(input.page)
  const counted = app.history.count(dir, sha, filter)
  // Whoever may not hear how many there are asks for one more, to know whether any follow.
  const [found, total] = await Promise.all([
    app.history.page(dir, sha, filter, { skip, count: countMs === undefined ? perPage : perPage + 1 }),
    countMs === undefined ? counted : inTime(counted, countMs),
  ])
  const items = await readCommits(app, dir, found.slice(0, perPage))
  if (total !== null) return { ...input.page, total, items }
  return { ...input.page, total: skip + found.length, isAtLeast: found.length > perPage, items }
}

export function readCommits(app: Pick<App, 'objects'>, dir: RepoDir, shas: readonly Sha[]): Promise<readonly Commit[]> {
  return Promise.all(shas.map((sha) => readCommit(app, dir, sha)))
}

export async function readCommit(app: Pick<App, 'objects'>, dir: RepoDir, sha: Sha): Promise<Commit> {
  const object = await app.objects.readCommit(dir, sha)
  if (object === null) throw notFound('COMMIT')
  if (object.type !== 'commit') throw new Error(`${sha} is not a commit of ${dir}`)
  return { sha, ...parseCommit(object.data) }
}
