import { interpolate, type RunFacts } from '../../../ci/easy/interpolate.ts'
import { isOfContainer } from '../../../ci/isolation/engine.ts'
import type { Box } from '../../../ci/isolation/isolation.ts'
import type { Secrets } from '../../../ci/mask-secrets.ts'
import type { PlannedJob } from '../../../ci/plan.ts'
import { findArtifacts, unpackArtifacts } from './bring-artifacts.ts'
import { type Cache, cacheFile, findCache, restoreCache, saveCache } from './carry-cache.ts'
import type { JobBook } from './job-book.ts'
import { baseEnv, ownEnv } from './job-env.ts'
import { JobOutput } from './job-output.ts'
import { openBox, withSideFolder } from './open-box.ts'
import type { Origin } from './origin-of.ts'
import type { Run } from './run.ts'
import { runFacts } from './run-facts.ts'
import { saveArtifacts } from './save-artifacts.ts'
import { sayLimit, sayTimeOver } from './say-limit.ts'
import { type TimeLimit, timeLimit } from './time-limit.ts'

interface JobCall {
  readonly job: PlannedJob
  readonly position: number
  readonly origin: Origin
  readonly env: Readonly<Record<string, string>>
  readonly secrets: Secrets
  /** Names of the jobs that are to leave something for others. */
  readonly leaving: ReadonlySet<string>
}

interface Ending {
  readonly status: 'success' | 'failed' | 'timed_out'
  readonly exitCode: number | null
  /** The one that it ended in, where it did not come to its end. */
  readonly step?: number
}

/** One job, and once more where it fails and is to be tried again: nothing of the attempt before is left then. */
export async function runJob(run: Run, book: JobBook, call: JobCall): Promise<void> {
  const { job, position } = call
  const attempts = job.retries + 1
  for (let attempt = 1; attempt <= attempts; attempt++) {
    run.signal.throwIfAborted()
    if (attempt === 1) await book.note(position, 'running')
    else await book.noteAttempt(position, { number: attempt, of: attempts })
    const env = { ...call.env, CI_JOB_ATTEMPT: String(attempt) }
    const again = { ...call, env, attempt, isLast: attempt === attempts }
    const isOver = await withSideFolder(run, position, (folder) => runInBox(run, book, { ...again, folder }))
    if (isOver) return
  }
}

interface Attempt extends JobCall {
  readonly folder: string
  readonly attempt: number
  /** However it ends, that is how the job has ended. */
  readonly isLast: boolean
}

/**
 * A job in a box of its own: its files, its steps one after the other, and what it leaves. False where it failed and is
 * not over yet.
 */
async function runInBox(run: Run, book: JobBook, call: Attempt): Promise<boolean> {
  const { app } = run
  const { job, position, folder } = call
  const facts = runFacts(run, call.origin, call.env)
  const cache = await findCache(run, { job, facts, folder })
  const stored = cache?.stored ?? null
  const handed = await findArtifacts(run, { job, position, leaving: call.leaving, folder })
  const readOnly = [
    ...(stored === null ? [] : [{ from: stored, at: cacheFile }]),
    ...handed.map(({ stored: from, at }) => ({ from, at })),
  ]
  const services = await Promise.all(
    job.services.map(async (service) => ({ ...service, env: await fill(service.env, facts) })),
  )
  const box = await openBox(run, { ...job, services, position, readOnly }).catch((error: unknown) => {
    if (isOfContainer(error)) return error
    throw error
  })
  if ('message' in box) {
    run.signal.throwIfAborted()
    run.log.say(box.message, position)
    if (!call.isLast) return tryAgain(run, call)
    await book.note(position, 'failed')
    return true
  }
  // From here on it is the job's own time.
  const limit = timeLimit(run.signal, job.timeoutS ?? app.config.CI_TIMEOUT_S)
  try {
    if (cache !== null) await restoreCache(run, box, { cache, position, signal: limit.signal })
    const isComplete = await unpackArtifacts(run, box, { handed, position, signal: limit.signal })
    const ending = isComplete
      ? await runSteps(run, book, { ...call, limit, box, facts })
      : withoutFiles(run, call, limit)
    run.signal.throwIfAborted()
    if (ending.status === 'failed' && !call.isLast) return tryAgain(run, call, ending.step)
    await keepFiles(run, box, { job, position, cache: ending.status === 'success' ? cache : null })
    await book.note(position, ending.status, ending.exitCode)
    return true
  } finally {
    limit.clear()
    await box.close()
  }
}

/** Said where it failed: what that step writes next is of another attempt. */
function tryAgain(run: Run, { job, position, attempt }: Attempt, step?: number): false {
  run.log.say(`Attempt ${attempt} of ${job.retries + 1} failed: it is tried again`, position, step)
  return false
}

function withoutFiles(run: Run, { job, position }: JobCall, limit: TimeLimit): Ending {
  if (!limit.hasRunOut()) return { status: 'failed', exitCode: null }
  sayTime(run, job, { position, step: null })
  return { status: 'timed_out', exitCode: null }
}

/** For what is left to do when the job's own time may be over. */
const keepingSeconds = 600

async function keepFiles(
  run: Run,
  box: Box,
  { job, position, cache }: { readonly job: PlannedJob; readonly position: number; readonly cache: Cache | null },
): Promise<void> {
  const limit = timeLimit(run.signal, keepingSeconds)
  const at = { position, signal: limit.signal }
  try {
    if (job.artifacts !== null) await saveArtifacts(run, box, { job: job.name, ...job.artifacts, ...at })
    if (cache !== null) await saveCache(run, box, { cache, ...at })
  } finally {
    limit.clear()
  }
}

async function runSteps(
  run: Run,
  book: JobBook,
  call: JobCall & { readonly box: Box; readonly facts: RunFacts; readonly limit: TimeLimit },
): Promise<Ending> {
  const { job, position, box, limit } = call
  const output = new JobOutput(run, position, call.secrets)
  for (const [index, step] of job.steps.entries()) {
    await book.noteStep(position, index, 'running')
    const env = {
      ...baseEnv(),
      ...call.env,
      ...(await fill(step.env, call.facts)),
      ...ownEnv(run, call.origin),
      CI_JOB_NAME: job.name,
    }
    const exit = await box.run({
      argv: ['/bin/sh', '-e', '-c', step.run],
      env,
      signal: limit.signal,
      onOutput: (stream, chunk) => output.write(stream, chunk, index),
    })
    output.end()
    run.signal.throwIfAborted()
    if (limit.hasRunOut()) {
      sayTime(run, job, { position, step: index })
      await book.noteStep(position, index, 'timed_out', exit.code)
      return { status: 'timed_out', exitCode: exit.code }
    }
    if (exit.limit !== null) sayLimit(run, exit.limit, { position, step: index })
    if (exit.code !== 0) {
      await book.noteStep(position, index, 'failed', exit.code)
      return { status: 'failed', exitCode: exit.code, step: index }
    }
    await book.noteStep(position, index, 'success', 0)
  }
  return { status: 'success', exitCode: 0 }
}

async function fill(env: Readonly<Record<string, string>>, facts: RunFacts): Promise<Record<string, string>> {
  const entries = Object.entries(env).map(async ([key, value]) => [key, await interpolate(value, facts)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

function sayTime(
  run: Run,
  { timeoutS }: PlannedJob,
  at: { readonly position: number; readonly step: number | null },
): void {
  if (timeoutS === null) sayTimeOver(run, run.app.config.CI_TIMEOUT_S, 'CI_TIMEOUT_S', at)
  else sayTimeOver(run, timeoutS, 'timeout', at)
}
