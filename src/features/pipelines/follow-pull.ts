import type { App } from '../../app.ts'
import { matches, pathWork, skipsCi } from '../../ci/conditions.ts'
import type { Repo } from '../../core/repo.ts'
import { parseSha, type Sha } from '../../core/sha.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changedPaths } from '../../git/changed-paths.ts'
import { parseCommit } from '../../git/parse-commit.ts'
import { rulesOf } from '../protection/branch-rule.ts'
import { findPullById } from '../pulls/find-pull.ts'
import { keepVersions } from '../pulls/keep-versions.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { pipelineContext } from '../statuses/status.ts'
import { lockThreads } from '../threads/keep-thread.ts'
import { createPipeline } from './create-pipeline.ts'
import { type CiConfig, detectConfig } from './detect-config.ts'
import { asksForPaths, conditionsOf, serialGroupOf } from './plan-push.ts'
import { withdrawStale } from './withdraw-stale.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'kept' | 'keys' | 'log' | 'objects' | 'passing'>

/**
 * The job after a pull request was opened, went on or came to an end. What it does not offer any more is not to be run.
 * From a fork it gets a pipeline that waits to be let run; from a branch of this repository only where the push itself
 * made none.
 */
export async function followPull(app: Needs, threadId: number): Promise<void> {
  const pull = await findPullById(app.db, threadId)
  const repo = pull === null ? null : await findRepoById(app.db, pull.repoId)
  if (pull === null || repo === null) return
  await withdrawStale(app, repo, threadId)
  if (!app.config.CI_ENABLED || pull.state !== 'open' || repo.isArchived) return
  // Whatever comes from the server that is followed runs when somebody here says so: a sync may have brought the head.
  if (repo.mirrorOf !== null && pull.sourceRepo?.id === repo.id) return
  await keepVersions(app, repo, pull)
  const dir = repoDirectory(app.config, repo)
  const commit = await app.objects.read(dir, pull.headSha)
  if (commit?.type !== 'commit' || skipsCi(parseCommit(commit.data).message)) return
  const config = await detectConfig(app, dir, pull.headSha)
  if (config.mode === 'none') return
  const { mode } = config
  const base = pull.mergeBase ?? pull.targetSha
  const part = await partToRun(app, repo, config, { base, head: pull.headSha, branch: pull.targetBranch })
  if (part === null) return
  const isForeign = pull.sourceRepo?.id !== repo.id
  const ref = `refs/pull/${pull.number}/head`
  const compared = await basesThatCover(app, repo, config, { base, head: pull.headSha })
  await inTransaction(app, async (tx) => {
    // Whoever closes it or pushes waits for us, and withdraws what we make; or we see that they did.
    await lockThreads(tx, repo.id)
    const now = await findPullById(tx, threadId)
    if (now?.state !== 'open' || now.headSha !== pull.headSha) return
    const same = tx
      .selectFrom('pipelines')
      .select('id')
      .where('repo_id', '=', repo.id)
      .where('commit_sha', '=', pull.headSha)
      // What was withdrawn is asked for again.
      .where((eb) => eb.or([eb('status', '<>', 'canceled'), eb('error', 'is', null)]))
    const its = isForeign ? same.where('thread_id', '=', threadId) : same
    // Into another branch it may have been a change of other files.
    const covering = its
      .where((eb) => eb.or([eb('only_jobs', 'is', null), eb('only_jobs', '<>', '[]')]))
      .where((eb) => eb.or([eb('base_sha', 'is', null), eb('base_sha', 'in', [...compared])]))
    const before = part === 'no job' ? its : covering
    if ((await before.limit(1).executeTakeFirst()) !== undefined) return
    // The last of them is the check of the commit: it must not leave out what another has found to be broken.
    const isFirst = (await same.limit(1).executeTakeFirst()) === undefined
    await createPipeline(app, tx, repo, {
      mode,
      trigger: 'pull_request',
      ref,
      sha: pull.headSha,
      base: isFirst ? base : null,
      triggeredBy: pull.author?.id ?? null,
      serialGroup: serialGroupOf(config, ref),
      onlyJobs: part === 'no job' && isFirst ? [] : undefined,
      pull: { threadId, fork: isForeign ? (pull.sourceRepo?.id ?? 'gone') : null },
    })
  })
}

/** As many different ones are looked at; past that the pipeline is run once more. */
const mostBases = 20

/**
 * What pipelines of this commit may have counted changes from, so that they saw all that it changes here. One that saw
 * less, as of a push to a protected branch that brought a document, has left out jobs that this is for.
 */
async function basesThatCover(
  app: Needs,
  repo: Repo,
  config: CiConfig,
  { base, head }: { readonly base: Sha; readonly head: Sha },
): Promise<ReadonlySet<Sha>> {
  const rows = await app.db
    .selectFrom('pipelines')
    .select('base_sha')
    .distinct()
    .where('repo_id', '=', repo.id)
    .where('commit_sha', '=', head)
    .where('base_sha', 'is not', null)
    .limit(mostBases)
    .execute()
  const covering = new Set([base])
  const others = rows.flatMap(({ base_sha: sha }) => parseSha(sha ?? '') ?? []).filter((sha) => sha !== base)
  if (others.length === 0) return covering
  const dir = repoDirectory(app.config, repo)
  if (!asksForPaths(config)) return new Set([base, ...others])
  const wanted = await changedPaths(app.git, dir, base, head)
  for (const other of others) {
    if ((await app.objects.info(dir, other))?.type !== 'commit') continue
    const seen = await changedPaths(app.git, dir, other, head)
    // Where there are more than can be told, every path counted.
    const all = seen === null ? null : new Set(seen)
    if (all === null || wanted?.every((path) => all.has(path)) === true) covering.add(other)
  }
  return covering
}

interface Offer {
  readonly base: Sha
  readonly head: Sha
  /** Where it is to be merged. */
  readonly branch: string
}

/**
 * Null: there is no pipeline for it. Where the check is required, a change of other files than those the pipeline is for
 * gets one that has nothing to do: without any, nobody could merge it.
 */
async function partToRun(
  app: Needs,
  repo: Repo,
  config: CiConfig,
  { base, head, branch }: Offer,
): Promise<'all' | 'no job' | null> {
  const conditions = conditionsOf(config)
  if (conditions === null) return 'all'
  const happening = { event: 'pull_request', branch, tag: null, changedPaths: null, work: pathWork() } as const
  if (!matches(conditions, happening)) return null
  if (conditions.path === null) return 'all'
  const paths = await changedPaths(app.git, repoDirectory(app.config, repo), base, head)
  if (matches(conditions, { ...happening, changedPaths: paths })) return 'all'
  const rule = (await rulesOf(app.db, repo.id))(branch)
  return rule?.requiredChecks.includes(pipelineContext) === true ? 'no job' : null
}
