import type { App } from '../../app.ts'
import { matches, pathWork, skipsCi } from '../../ci/conditions.ts'
import type { Conditions } from '../../ci/plan.ts'
import { branchOf, type RefName, tagOf } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import { changedPaths } from '../../git/changed-paths.ts'
import { findMergeBase } from '../../git/merge-base.ts'
import { parseCommit } from '../../git/parse-commit.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { rulesOf } from '../protection/branch-rule.ts'
import { findBranchTip } from '../pulls/branch-tip.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { NewPipeline } from './create-pipeline.ts'
import { type CiConfig, detectConfig } from './detect-config.ts'

/** Somebody who pushes a whole mirror does not want a pipeline for each of its branches. */
const mostOfOnePush = 20

export interface PushPlan {
  readonly pipelines: readonly NewPipeline[]
  /** What the default branch now wants to be run by the clock; null when it did not move. */
  readonly schedules: readonly string[] | null
}

export interface MovedRef {
  readonly ref: RefName
  readonly before: Sha
  readonly after: Sha
  /** The commit that it points to now. */
  readonly peeled: Sha
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'objects'>

/** Which pipelines a push asks for. Looks at git, so it comes before the transaction that makes them. */
export async function planPush(
  app: Needs,
  repo: Repo,
  pusherId: number | null,
  moved: readonly MovedRef[],
): Promise<PushPlan> {
  const none: PushPlan = { pipelines: [], schedules: null }
  if (!app.config.CI_ENABLED) return none
  const dir = repoDirectory(app.config, repo)
  const pipelines: NewPipeline[] = []
  let schedules: readonly string[] | null = null
  // Many refs may stand at one commit.
  const configs = new Map<Sha, Promise<CiConfig>>()
  for (const change of moved) {
    const isNamed = branchOf(change.ref) !== null || tagOf(change.ref) !== null
    const isDefault = branchOf(change.ref) === repo.defaultBranch
    if (!isNamed || change.after === noSha || (pipelines.length >= mostOfOnePush && !isDefault)) continue
    const commit = await app.objects.read(dir, change.peeled)
    if (commit?.type !== 'commit') continue
    const found = configs.get(change.peeled) ?? detectConfig(app, dir, change.peeled)
    configs.set(change.peeled, found)
    const config = await found
    if (isDefault) schedules = schedulesOf(config)
    if (config.mode === 'none' || skipsCi(parseCommit(commit.data).message)) continue
    const base = asksForPaths(config) ? await baseOf(app, repo, dir, change) : null
    if (!(await wants(app, dir, config, { ...change, base }))) continue
    pipelines.push({
      mode: config.mode,
      trigger: 'push',
      ref: change.ref,
      sha: change.peeled,
      base,
      triggeredBy: pusherId,
      serialGroup: serialGroupOf(config, change.ref),
    })
  }
  return { pipelines, schedules }
}

/** A file that cannot be read gets its pipeline too: that is where its author sees what is wrong with it. */
export function conditionsOf(config: CiConfig): Conditions | null {
  return config.mode === 'easy' && 'file' in config.parsed ? config.parsed.file.when : null
}

/** Tags are one group: each is a ref of its own, and yet a release must not overtake another. */
export function serialGroupOf(config: CiConfig, ref: string): string | null {
  if (config.mode !== 'easy' || !('file' in config.parsed) || !config.parsed.file.isSerial) return null
  return ref.startsWith('refs/tags/') ? 'refs/tags/' : ref
}

export function schedulesOf(config: CiConfig): readonly string[] {
  return config.mode === 'easy' && 'file' in config.parsed ? config.parsed.file.schedule : []
}

interface ComparedRef extends MovedRef {
  readonly base: Sha | null
}

async function wants(app: Needs, dir: RepoDir, config: CiConfig, change: ComparedRef): Promise<boolean> {
  const conditions = conditionsOf(config)
  if (conditions === null) return true
  const { ref, base, peeled } = change
  const paths = conditions.path === null || base === null ? null : await changedPaths(app.git, dir, base, peeled)
  const named = { branch: branchOf(ref), tag: tagOf(ref) }
  return matches(conditions, { event: 'push', ...named, changedPaths: paths, work: pathWork() })
}

export function asksForPaths(config: CiConfig): boolean {
  if (config.mode !== 'easy' || !('file' in config.parsed)) return false
  const { when, plan } = config.parsed.file
  return when.path !== null || plan.jobs.some((job) => job.when.path !== null)
}

/**
 * Null where every path counts: nothing is known of what a new branch changes, and what a tag stood at before is not what
 * anybody wants to merge its commit into. What one piece of work changes is looked at as a whole: otherwise its last push,
 * of a document, would make good what the push before has broken.
 */
async function baseOf(app: Needs, repo: Repo, dir: RepoDir, { ref, before, peeled }: MovedRef): Promise<Sha | null> {
  const branch = branchOf(ref)
  if (branch === null || before === noSha || (await treeOf(app, dir, before)) === null) return null
  if (branch === repo.defaultBranch) return before
  // People push to it as to the default branch: it goes on and on.
  if ((await rulesOf(app.db, repo.id))(branch) !== null) return before
  const main = await findBranchTip(app.db, repo.id, repo.defaultBranch)
  const begin = main === null ? null : await findMergeBase(app.git, dir, main.sha, peeled)
  if (begin === null) return before
  // Where it has nothing of its own it follows the default branch, by merges too, and each push brings what is new there.
  return (await treeOf(app, dir, begin)) === (await treeOf(app, dir, peeled)) ? before : begin
}

/** Null for what is no commit, or not there any more. */
async function treeOf({ objects }: Needs, dir: RepoDir, sha: Sha): Promise<Sha | null> {
  const commit = await objects.read(dir, sha)
  return commit?.type === 'commit' ? parseCommit(commit.data).tree : null
}
