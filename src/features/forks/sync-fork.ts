import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import { makeMerge } from '../../git/make-merge.ts'
import { readRef } from '../../git/read-ref.ts'
import { requireRepo } from '../access/require-repo.ts'
import { findBranchTip } from '../pulls/branch-tip.ts'
import { type Branch, getBranch } from '../refs/list-refs.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { bringCommit } from '../transport/bring-commit.ts'
import { moveRefs } from '../transport/move-refs.ts'
import { signatureOf } from '../users/signature-of.ts'
import { divergeFrom } from './compare-upstream.ts'
import { findUpstream } from './find-upstream.ts'

export const syncMethods = ['fast-forward', 'merge'] as const
export type SyncMethod = (typeof syncMethods)[number]

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/**
 * Takes what is new in the default branch of where a fork came from into that of the fork. With commits of its own it is
 * not moved unless a merge is asked for.
 */
export async function syncFork(app: Needs, actor: KnownActor, ref: RepoRef, method: SyncMethod): Promise<Branch> {
  const fork = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:write' })
  const upstream = await findUpstream(app, actor, fork)
  if (upstream === null) throw conflict('It is no fork, or where it was forked from is gone')
  const branch = branchRef(fork.defaultBranch)
  const tip = await findBranchTip(app.db, upstream.id, upstream.defaultBranch)
  if (branch === null || tip === null) throw conflict(`There is nothing in ${nameOf(upstream)} yet`)
  const own = await readRef(repoDirectory(app.config, fork), branch)
  const sides = { upstream, fork, tip: tip.sha, own }
  const isMerge = await needsMerge(app, sides, method)
  if (isMerge !== null) {
    await bringCommit(app, { from: upstream, to: fork }, tip.sha)
    const after = isMerge && own !== null ? await mergeInto(app, actor, { ...sides, own }) : tip.sha
    await moveRefs(app, { actor, repo: fork, way: 'push' }, [{ ref: branch, before: own ?? noSha, after }])
  }
  return getBranch(app, actor, ref, fork.defaultBranch)
}

interface Sides {
  readonly upstream: Repo
  readonly fork: Repo
  readonly tip: Sha
  readonly own: Sha | null
}

/** Null where there is nothing new. What has to be refused is refused before anything is brought. */
async function needsMerge(
  app: Needs,
  { upstream, fork, tip, own }: Sides,
  method: SyncMethod,
): Promise<boolean | null> {
  if (own === null) return false
  const { ahead, behind } = await divergeFrom(app, { upstream, fork }, [tip, own])
  if (behind === 0) return null
  if (ahead > 0 && method === 'fast-forward') {
    const some = ahead === 1 ? '1 commit' : `${ahead} commits`
    throw conflict(`${fork.defaultBranch} has ${some} that ${nameOf(upstream)} has not: merge instead`)
  }
  return ahead > 0
}

async function mergeInto(
  app: Needs,
  actor: KnownActor,
  { upstream, fork, tip, own }: Sides & { readonly own: Sha },
): Promise<Sha> {
  const committer = signatureOf(app, actor.user)
  const message = `Merge branch '${upstream.defaultBranch}' of ${nameOf(upstream)}`
  const request = { target: own, head: tip, message, author: committer, committer }
  const made = await makeMerge(app, repoDirectory(app.config, fork), request)
  if (made.kind === 'made') return made.head
  const files = made.kind === 'conflict' ? made.files.map(({ path }) => path) : []
  const where = files.length === 0 ? 'They cannot be merged here' : `They conflict in ${shortList(files)}`
  throw conflict(`${where}: merge ${nameOf(upstream)} on your machine, and push`)
}

const mostNames = 3

function shortList(paths: readonly string[]): string {
  const others = paths.length - mostNames
  return paths.slice(0, mostNames).join(', ') + (others > 0 ? ` and ${others} more` : '')
}

function nameOf({ owner, slug }: Repo): string {
  return `${owner}/${slug}`
}
