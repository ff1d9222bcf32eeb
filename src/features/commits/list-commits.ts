import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { emptyPage, offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { type CommitData, parseCommit } from '../../git/parse-commit.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { HistoryFilter } from '../../git/walk-history.ts'
import { requireRepo } from '../access/require-repo.ts'
import { requireRevision } from '../refs/resolve-revision.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

export interface Commit extends CommitData {
  readonly sha: Sha
}

type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects'>

/** The history of a branch, tag or commit, newest first. An empty repository has none, which is not an error. */
export async function listCommits(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  input: { readonly revision: string | undefined; readonly filter: HistoryFilter; readonly page: PageRequest },
): Promise<Page<Commit>> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  if (repo.isEmpty && input.revision === undefined) return emptyPage(input.page)
  const { sha } = await requireRevision(app, repo, input.revision)
  const dir = repoDirectory(app.config, repo)
  const window = { skip: offsetOf(input.page), count: input.page.perPage }
  const [shas, total] = await Promise.all([
    app.history.page(dir, sha, input.filter, window),
    app.history.count(dir, sha, input.filter),
  ])
  return { ...input.page, total, items: await readCommits(app, dir, shas) }
}

export function readCommits(app: Pick<App, 'objects'>, dir: RepoDir, shas: readonly Sha[]): Promise<readonly Commit[]> {
  return Promise.all(shas.map((sha) => readCommit(app, dir, sha)))
}

export async function readCommit(app: Pick<App, 'objects'>, dir: RepoDir, sha: Sha): Promise<Commit> {
  const object = await app.objects.read(dir, sha)
  if (object === null || object.type !== 'commit') throw new Error(`${sha} is not a commit of ${dir}`)
  return { sha, ...parseCommit(object.data) }
}
