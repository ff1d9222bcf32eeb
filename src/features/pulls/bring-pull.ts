import type { App } from '../../app.ts'
import { isBranchName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { parseSha, type Sha } from '../../core/sha.ts'
import type { Tx } from '../../db/handle.ts'
import { checkMerge } from '../../git/check-merge.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findBranchTip } from './branch-tip.ts'
import { lookAtCommits } from './look-at-commits.ts'
import { findOpenRoute, openKeyOf, type Sight } from './store.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>

/** A pull request as another server tells of it. Its head is here. */
export interface ForeignPull {
  readonly head: Sha
  readonly state: 'open' | 'closed' | 'merged'
  /** As they say it, which may be anything. */
  readonly base: string
  readonly mergeSha: string | null
  readonly sourceBranch: string
  readonly targetBranch: string
  /** Its branch was in the same repository. */
  readonly isOwn: boolean
  readonly isDraft: boolean
  readonly mergedAt: number | null
}

/** What is known of it here, before it is written. */
export interface BroughtPull extends Omit<ForeignPull, 'base' | 'mergeSha'> {
  readonly sight: Sight
  readonly mergeSha: Sha | null
  /** Of an open one; null where nobody could find out. */
  readonly mergeable: boolean | null
  readonly conflicts: readonly string[]
}

/** Looks at what it changes, against what it was meant for. */
export async function lookAtForeign(app: Needs, repo: Repo, foreign: ForeignPull): Promise<BroughtPull> {
  const { base, mergeSha, ...pull } = foreign
  const dir = repoDirectory(app.config, repo)
  const sourceBranch = isBranchName(pull.sourceBranch) ? pull.sourceBranch : 'unknown'
  const targetBranch = isBranchName(pull.targetBranch) ? pull.targetBranch : repo.defaultBranch
  const tip = await findBranchTip(app.db, repo.id, targetBranch)
  const known = await commitHere(app, dir, base)
  // An open one is held against where its target is now, as it will be from now on.
  const target = (pull.state === 'open' ? (tip?.sha ?? known) : (known ?? tip?.sha)) ?? pull.head
  const sight = await lookAtCommits(app, dir, { head: pull.head, target })
  const merged = pull.state === 'open' && tip !== null ? await tryMerge(app, dir, sight) : nobodyKnows
  return { ...pull, sourceBranch, targetBranch, sight, mergeSha: await commitHere(app, dir, mergeSha ?? ''), ...merged }
}

const nobodyKnows = { mergeable: null, conflicts: [] }

async function tryMerge(
  app: Needs,
  dir: RepoDir,
  { head, target }: Sight,
): Promise<Pick<BroughtPull, 'mergeable' | 'conflicts'>> {
  const merged = await checkMerge(app, dir, { target, head })
  return {
    mergeable: merged.kind === 'clean',
    conflicts: merged.kind === 'conflict' ? merged.files.map(({ path }) => path) : [],
  }
}

/** Null for what is no commit of this repository. */
export async function commitHere(app: Pick<App, 'objects'>, dir: RepoDir, text: string): Promise<Sha | null> {
  const sha = parseSha(text)
  const info = sha === null ? null : await app.objects.info(dir, sha)
  return info?.type === 'commit' ? info.sha : null
}

/** Makes a thread that was brought a pull request. Its commits must be kept by their refs. */
export async function insertBrought(
  tx: Tx,
  thread: { readonly id: number; readonly repoId: number; readonly number: number; readonly createdAt: number },
  pull: BroughtPull,
): Promise<void> {
  const { id, repoId } = thread
  const { sourceBranch, targetBranch, sight } = pull
  const route = { sourceRepoId: repoId, sourceBranch, repoId, targetBranch }
  const isOpen = pull.state === 'open'
  // Of open ones there is one of each route: another one can be read and merged, and follows no branch.
  const isOwn = pull.isOwn && !(isOpen && (await findOpenRoute(tx, route)) !== null)
  const openKey = isOwn ? openKeyOf(route) : JSON.stringify(['elsewhere', repoId, thread.number])
  await tx
    .insertInto('pulls')
    .values({
      thread_id: id,
      repo_id: repoId,
      source_repo_id: isOwn ? repoId : null,
      source_branch: sourceBranch,
      target_branch: targetBranch,
      open_key: isOpen ? openKey : null,
      is_draft: isOpen && pull.isDraft ? 1 : 0,
      head_sha: pull.head,
      seen_head: pull.head,
      target_sha: sight.target,
      merge_base: sight.mergeBase,
      version: 1,
      additions: sight.additions,
      deletions: sight.deletions,
      changed_files: sight.changedFiles,
      commit_count: sight.commitCount,
      mergeable: pull.mergeable === null ? null : pull.mergeable ? 1 : 0,
      conflicts: JSON.stringify(pull.conflicts),
      merged_at: pull.mergedAt,
      merge_commit_sha: pull.mergeSha,
    })
    .execute()
  const version = { thread_id: id, number: 1, head_sha: pull.head, base_sha: sight.mergeBase, pusher_id: null }
  await tx
    .insertInto('pull_versions')
    .values({ ...version, created_at: thread.createdAt })
    .execute()
}
