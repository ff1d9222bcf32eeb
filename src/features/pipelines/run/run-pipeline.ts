import { Fault } from '../../../core/errors.ts'
import { requireSha } from '../../../core/sha.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { findRepoById } from '../../repos/find-repo.ts'
import { type Ending, endPipeline } from '../end-pipeline.ts'
import type { LeasedPipeline } from '../lease.ts'
import { LogWriter } from '../log-writer.ts'
import type { GateResult } from '../pipeline.ts'
import type { AbortReason } from './abort-reason.ts'
import { executeEasy } from './execute-easy.ts'
import { executePower } from './execute-power.ts'
import { gate } from './gate.ts'
import { isProtected } from './is-protected.ts'
import type { JobOutcome } from './job-book.ts'
import { resolveAll, type Vars } from './resolve-all.ts'
import { Over, Refused, type Run } from './run.ts'
import type { RunnerApp } from './runner-app.ts'
import { forgetArtifacts } from './save-artifacts.ts'
import { StageBook } from './stage-book.ts'
import { type Validated, validate } from './validate.ts'

/** A second worker takes up what the first has lost; after that something is wrong with the pipeline, not with them. */
const mostAttempts = 2

/** Takes a pipeline through its five stages, in their order, to its one end. */
export async function runPipeline(app: RunnerApp, pipeline: LeasedPipeline, signal: AbortSignal): Promise<void> {
  const repo = await findRepoById(app.db, pipeline.repo_id)
  if (repo === null) return
  const log = new LogWriter(app, pipeline)
  const run: Run = { app, repo, pipeline, log, signal, isProtected: await isProtected(app, repo, pipeline, log) }
  const book = new StageBook(run)
  const found: { sbom: GateResult | null } = { sbom: null }
  try {
    const ending = await goThrough(run, book, found)
    await end(run, book, { ...ending, sbom: found.sbom })
  } catch (error) {
    const over = signal.aborted ? new Over(reasonOf(signal)) : error
    if (over instanceof Over) {
      await letGo(run, over.reason)
      return
    }
    const isTold = over instanceof Refused || over instanceof Fault
    if (!isTold) app.log.error({ pipeline: pipeline.uuid, error: textOf(over) }, 'a pipeline broke')
    const message = isTold ? over.message : 'Something went wrong in the runner itself'
    await end(run, book, { status: 'error', error: message, sbom: found.sbom })
  }
}

async function goThrough(run: Run, book: StageBook, found: { sbom: GateResult | null }): Promise<Ending> {
  const { app, log, pipeline } = run
  if (pipeline.attempts > mostAttempts) throw new Refused('Two workers were lost while they ran this pipeline')
  if (pipeline.attempts > 1) log.say('The worker that ran this pipeline was lost: it begins again')
  await forgetArtifacts(run)
  const validated = await book.enter('static_validation', () => validate(run))
  if (app.config.CI_SBOM_ENABLED) {
    await book.enter('sbom_gate', async () => {
      found.sbom = await gate(run)
      if (found.sbom.result === 'FAIL') throw new Refused('The SBOM gate refused the commit')
    })
  } else book.skip('sbom_gate')
  const vars = await book.enter('variable_resolution', () => resolveAll(run))
  const outcome = await book.enter(
    'execution',
    () => execute(run, validated, vars),
    (result) => result !== 'success',
  )
  return { status: outcome, error: null }
}

function execute(run: Run, validated: Validated, vars: Vars): Promise<JobOutcome> {
  return validated.mode === 'easy' ? executeEasy(run, validated.plan, vars) : executePower(run, validated.entry, vars)
}

async function end(run: Run, book: StageBook, ending: Ending): Promise<void> {
  const { app, repo, pipeline, log } = run
  await log.flush()
  await app.passing('pipeline.report')
  const stages = book.close()
  const ended = { ...pipeline, sha: requireSha(pipeline.commit_sha) }
  await inTransaction(app, (tx) => endPipeline(app, tx, { repo, pipeline: ended }, { ...ending, stages }))
  await app.passing('pipeline.ended')
}

/** A process that stops on purpose was not lost: whoever takes it up next begins as the first. */
async function letGo({ app, pipeline }: Run, reason: AbortReason): Promise<void> {
  if (reason !== 'stopping') return
  await inTransaction(app, async (tx) => {
    await tx
      .updateTable('pipelines')
      .set((eb) => ({ status: 'pending' as const, lease: null, lease_until: null, attempts: eb('attempts', '-', 1) }))
      .where('id', '=', pipeline.id)
      .where('lease', '=', pipeline.lease)
      .execute()
    await tx.notify('pipelines', String(pipeline.id))
  })
}

function reasonOf(signal: AbortSignal): AbortReason {
  return signal.reason === 'stopping' ? 'stopping' : 'lost'
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
