import { createHash, randomBytes } from 'node:crypto'
import type { Box } from '../../../ci/isolation/isolation.ts'
import { powerCommand } from '../../../ci/power/power-command.ts'
import { listCaches, saveCache } from './carry-cache.ts'
import { JobBook, type JobOutcome } from './job-book.ts'
import { baseEnv, ownEnv } from './job-env.ts'
import { openBox, withSideFolder } from './open-box.ts'
import { originOf } from './origin-of.ts'
import { PowerReports } from './power-reports.ts'
import type { Vars } from './resolve-all.ts'
import type { Run } from './run.ts'
import { saveArtifacts } from './save-artifacts.ts'
import { sayLimit, sayTimeOver } from './say-limit.ts'
import { type TimeLimit, timeLimit } from './time-limit.ts'

const at = { node: '/svc/node', runtime: '/svc/runtime.mjs', caches: '/svc/caches' }
/** A module asks for a cache while it runs: all that it may ask for have to lie ready. */
const mostCaches = 20

/** The fourth stage of the power mode: the repository's own module runs, and says which jobs and steps it has. */
export async function executePower(run: Run, entry: string, vars: Vars): Promise<JobOutcome> {
  const { app } = run
  const book = new JobBook(run)
  await book.open([])
  const inTurn = (folder: string): Promise<JobOutcome> =>
    app.jobTurns.run(String(run.repo.id), () => runInBox(run, book, { entry, vars, folder }))
  return withSideFolder(run, null, inTurn)
}

interface BoxRun {
  readonly entry: string
  readonly vars: Vars
  readonly folder: string
}

async function runInBox(run: Run, book: JobBook, { entry, vars, folder }: BoxRun): Promise<JobOutcome> {
  const { app } = run
  run.signal.throwIfAborted()
  const limit = timeLimit(run.signal, app.config.CI_TIMEOUT_S)
  const caches = await listCaches(run, folder, mostCaches)
  const readOnly = [
    { from: app.power.node, at: at.node },
    { from: app.power.runtime, at: at.runtime },
    ...caches.map(({ key, stored }) => ({ from: stored, at: `${at.caches}/${nameOf(key)}` })),
  ]
  const box = await openBox(run, { position: null, image: null, packages: [], services: [], readOnly, history: 1 })
  try {
    return await runModule(run, book, { box, limit, entry, vars, hasCaches: caches.length > 0 })
  } finally {
    limit.clear()
    await box.close()
  }
}

interface ModuleRun {
  readonly box: Box
  readonly limit: TimeLimit
  readonly entry: string
  readonly vars: Vars
  readonly hasCaches: boolean
}

async function runModule(run: Run, book: JobBook, call: ModuleRun): Promise<JobOutcome> {
  const { box, limit, vars } = call
  const nonce = randomBytes(24).toString('hex')
  const reports = new PowerReports(run, book, { nonce, secrets: vars.secrets })
  const own = ownEnv(run, await originOf(run))
  const command = powerCommand({
    node: at.node,
    runtime: at.runtime,
    entry: `/workspace/${call.entry}`,
    nonce,
    env: { ...baseEnv(), ...vars.env, ...own },
    variables: Object.keys(vars.env),
    caches: call.hasCaches ? at.caches : null,
  })
  const exit = await box.run({
    ...command,
    signal: limit.signal,
    onOutput: (stream, chunk) => reports.take(stream, chunk),
  })
  run.signal.throwIfAborted()
  const isOver = limit.hasRunOut()
  const nowhere = { position: null, step: null }
  if (isOver) sayTimeOver(run, run.app.config.CI_TIMEOUT_S, 'CI_TIMEOUT_S', nowhere)
  else if (exit.limit !== null) sayLimit(run, exit.limit, nowhere)
  await reports.end(isOver ? 'timed_out' : 'failed')
  await keep(run, box, reports, limit)
  if (isOver) return 'timed_out'
  return exit.code === 0 ? 'success' : 'failed'
}

/** What the module wanted kept, once nothing changes it any more. */
async function keep(run: Run, box: Box, reports: PowerReports, { signal }: TimeLimit): Promise<void> {
  for (const { job, position, paths, expireInS } of reports.artifacts) {
    await saveArtifacts(run, box, { job, position, paths, expireInS, signal })
  }
  for (const { key, paths, position } of reports.caches) {
    await saveCache(run, box, { cache: { key, paths, stored: null }, position, signal })
  }
}

/** As the runtime looks for it. */
function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
