import type { Selectable } from 'kysely'
import type { App } from '../../app.ts'
import { usualOnNewCommit } from '../../ci/easy/read-on-new-commit.ts'
import type { OnNewCommit } from '../../ci/plan.ts'
import { branchOf, parseRefName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { parseSha, requireSha } from '../../core/sha.ts'
import type { Reader } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { rulesOf } from '../protection/branch-rule.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { detectConfig } from './detect-config.ts'
import { endPipeline } from './end-pipeline.ts'
import { shortRef } from './short-ref.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'keys' | 'log' | 'objects'>
type Row = Selectable<Schema['pipelines']>

/** More than that wait for one branch only where somebody wants it so. */
const atOnce = 100

/**
 * The job after a pipeline was made for a newer commit: what was made for earlier ones of the same branch or pull request
 * tells nobody anything any more. The default branch and protected ones keep theirs: each of their commits counts.
 */
export async function withdrawOvertaken(app: Needs, pipelineId: number): Promise<void> {
  const newer = await app.db.selectFrom('pipelines').selectAll().where('id', '=', pipelineId).executeTakeFirst()
  const repo = newer === undefined ? null : await findRepoById(app.db, newer.repo_id)
  if (newer === undefined || repo === null || !isOfNewCommit(newer)) return
  const place = await placeOf(app, repo, newer)
  if (place === null) return
  const open = await overtakenBy(app.db, newer, place)
  if (open.length === 0) return
  const wanted = await wishOf(app, repo, newer)
  const statuses = wanted === 'cancel' ? ['created', 'pending', 'running'] : ['created', 'pending']
  for (const older of wanted === 'keep' ? [] : open) {
    if (!(await looksAtAllOf(app, repo, newer, older))) continue
    await inTransaction(app, async (tx) => {
      const still = tx.selectFrom('pipelines').select('status').where('id', '=', older.id)
      // Whoever begins it at this moment waits for us, or we see that they have.
      const row = await (app.db.dialect === 'postgres' ? still.forUpdate() : still).executeTakeFirst()
      if (row === undefined || !statuses.includes(row.status)) return
      const pipeline = { ...older, sha: requireSha(older.commit_sha), lease: null }
      const error = `A newer commit of ${place.name} has a pipeline: #${newer.number}`
      await endPipeline(app, tx, { repo, pipeline }, { status: 'canceled', error })
    })
  }
}

/** What somebody asks for by hand, and the same commit once more, overtakes nothing. */
function isOfNewCommit({ trigger_event: trigger, retry_of: retryOf }: Row): boolean {
  return (trigger === 'push' || trigger === 'pull_request') && retryOf === null
}

interface Place {
  /** For people. */
  readonly name: string
  /** Of pushes, in full; null where commits of others are offered. */
  readonly ref: string | null
  readonly threadIds: readonly number[]
}

/** The piece of work that it is of, which has pushes to its branch and pull requests; null where every commit counts. */
async function placeOf(app: Needs, repo: Repo, newer: Row): Promise<Place | null> {
  if (newer.thread_id !== null) {
    const pull = await app.db
      .selectFrom('pulls')
      .innerJoin('threads', 'threads.id', 'pulls.thread_id')
      .select(['threads.number', 'pulls.source_branch', 'pulls.source_repo_id'])
      .where('pulls.thread_id', '=', newer.thread_id)
      .executeTakeFirst()
    if (pull === undefined) return null
    const isOurs = newer.is_trusted === 1 && pull.source_repo_id === repo.id
    const ref = isOurs && (await isPassing(app, repo, pull.source_branch)) ? `refs/heads/${pull.source_branch}` : null
    return { name: `pull request #${pull.number}`, ref, threadIds: [newer.thread_id] }
  }
  const name = parseRefName(newer.ref)
  const branch = name === null ? null : branchOf(name)
  if (branch === null || !(await isPassing(app, repo, branch))) return null
  const pulls = await app.db
    .selectFrom('pulls')
    .select('thread_id')
    .where('repo_id', '=', repo.id)
    .where('source_repo_id', '=', repo.id)
    .where('source_branch', '=', branch)
    .where('open_key', 'is not', null)
    .execute()
  return { name: shortRef(newer.ref), ref: newer.ref, threadIds: pulls.map((row) => row.thread_id) }
}

/** A branch that people work on and then merge. */
async function isPassing(app: Needs, repo: Repo, branch: string): Promise<boolean> {
  return branch !== repo.defaultBranch && (await rulesOf(app.db, repo.id))(branch) === null
}

function overtakenBy(reader: Reader, newer: Row, { ref, threadIds }: Place): Promise<readonly Row[]> {
  return reader
    .selectFrom('pipelines')
    .selectAll()
    .where('status', 'in', ['created', 'pending', 'running'])
    .where('repo_id', '=', newer.repo_id)
    .where('id', '<', newer.id)
    .where('commit_sha', '<>', newer.commit_sha)
    .where((eb) =>
      eb.or([
        ...(ref === null ? [] : [eb.and([eb('ref', '=', ref), eb('trigger_event', '=', 'push')])]),
        ...(threadIds.length === 0 ? [] : [eb('thread_id', 'in', threadIds)]),
      ]),
    )
    .orderBy('id')
    .limit(atOnce)
    .execute()
}

/** What the file of the newer commit says; one that cannot be read says nothing. */
async function wishOf(app: Needs, repo: Repo, newer: Row): Promise<OnNewCommit> {
  const config = await detectConfig(app, repoDirectory(app.config, repo), requireSha(newer.commit_sha))
  return config.mode === 'easy' && 'file' in config.parsed ? config.parsed.file.onNewCommit : usualOnNewCommit
}

/** Not where it counts changes from a commit that has those of the earlier one: jobs for their files would run for neither. */
async function looksAtAllOf(app: Needs, repo: Repo, newer: Row, older: Row): Promise<boolean> {
  const base = parseSha(newer.base_sha ?? '')
  if (base === null) return true
  return !(await app.history.isAncestor(repoDirectory(app.config, repo), requireSha(older.commit_sha), base))
}
