import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { branchOf } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha } from '../../core/sha.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import { roleOf } from '../access/role-of.ts'
import { findRepoById } from '../repos/find-repo.ts'

/** Whoever pushes a hundred branches at once wants no hundred addresses. */
const mostBranches = 3

type Needs = Pick<App, 'config' | 'db'>

/**
 * What somebody reads in the terminal after a push: where a pull request of the branch is, or where to open one, and
 * after the first push where the repository is. `before` is the repository as it was when the push began.
 */
export async function tellPusher(
  app: Needs,
  actor: Actor,
  before: Repo,
  moved: readonly RefChange[],
): Promise<readonly string[]> {
  const repo = await findRepoById(app.db, before.id)
  if (repo === null) return []
  if (before.isEmpty) return repo.isEmpty ? [] : ['Your repository:', `  ${addressOf(app, repo)}`]
  const lines: string[] = []
  const told = moved.flatMap(({ ref, before: from, after }) => {
    const branch = after === noSha ? null : branchOf(ref)
    return branch === null || branch === repo.defaultBranch ? [] : [{ branch, isNew: from === noSha }]
  })
  for (const { branch, isNew } of told.slice(0, mostBranches)) {
    const open = await openPulls(app, actor, repo, branch)
    if (open.length > 0) lines.push(`Pull request for ${shown(branch)}:`, ...open.map((url) => `  ${url}`))
    else if (isNew)
      lines.push(`Open a pull request for ${shown(branch)}:`, `  ${await newPull(app, actor, repo, branch)}`)
  }
  return lines
}

/** Those from this branch, into whichever repository, as far as who pushes may see them. */
async function openPulls(app: Needs, actor: Actor, repo: Repo, branch: string): Promise<readonly string[]> {
  const rows = await app.db
    .selectFrom('pulls')
    .innerJoin('threads', 'threads.id', 'pulls.thread_id')
    .select(['threads.number', 'pulls.repo_id'])
    .where('pulls.source_repo_id', '=', repo.id)
    .where('pulls.source_branch', '=', branch)
    .where('pulls.open_key', 'is not', null)
    .orderBy('pulls.thread_id')
    .limit(mostBranches)
    .execute()
  const urls: string[] = []
  for (const { number, repo_id: id } of rows) {
    const target = id === repo.id ? repo : await findVisible(app, actor, id)
    if (target !== null) urls.push(`${addressOf(app, target)}/pulls/${number}`)
  }
  return urls
}

/** A branch of a fork is most often meant for where the fork came from. */
async function newPull(app: Needs, actor: Actor, repo: Repo, branch: string): Promise<string> {
  const origin = repo.forkOf === null ? null : await findVisible(app, actor, repo.forkOf)
  const target = origin ?? repo
  const source = target === repo ? branch : `${repo.owner}:${branch}`
  return `${addressOf(app, target)}/pulls/new?${new URLSearchParams({ target: target.defaultBranch, source }).toString()}`
}

async function findVisible(app: Needs, actor: Actor, id: number): Promise<Repo | null> {
  const repo = await findRepoById(app.db, id)
  return repo === null || (await roleOf(app.db, actor, repo)) === null ? null : repo
}

function addressOf(app: Needs, { owner, slug }: Repo): string {
  return `${app.config.BASE_URL}/${owner}/${slug}`
}

/** Some letters tell a terminal what to do. */
function shown(branch: string): string {
  return branch.replaceAll(/\p{C}/gu, '?')
}
