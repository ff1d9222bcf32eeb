import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeCore } from '../compose.ts'
import { composeRunner } from '../compose-runner.ts'
import { readLocalConfig } from '../config.ts'
import { systemActor } from '../core/actor.ts'
import { permit } from '../features/access/permit.ts'
import { createUser } from '../features/admin/create-user.ts'
import { followLog, type LogEvent } from '../features/pipelines/follow-log.ts'
import type { LogLine } from '../features/pipelines/log-line.ts'
import type { PipelineDetail } from '../features/pipelines/pipeline.ts'
import { startLocal } from '../features/pipelines/start-local.ts'
import { createLogger } from '../logger.ts'
import { randomText } from '../secrets/token-text.ts'
import { asksForHelp, parseFlags } from './parse-flags.ts'
import { systemClock } from './system-clock.ts'
import { UsageError } from './usage-error.ts'

const help = `stithy ci run: run the pipeline of the working directory here, with the server's own engine

  stithy ci run [--variable KEY=VALUE]…     exit code 1 unless it succeeds

Takes the files as they are, committed or not, without what .gitignore names. Settings such as CI_EXECUTOR are those of
the server (stithy serve --help). Everything that it makes, artifacts and caches included, is removed when it is over.
`

const ownName = 'local'

export async function ci([verb, ...args]: readonly string[]): Promise<number> {
  if (verb === undefined) return usage()
  if (verb !== 'run') {
    if (asksForHelp([verb], help)) return 0
    throw new UsageError(`"stithy ci" can run: there is no "${verb}"`)
  }
  const { values } = parseFlags(args, {
    variable: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h' },
  })
  if (values.help === true) {
    process.stdout.write(help)
    return 0
  }
  const variables = Object.fromEntries((values.variable ?? []).map(parseVariable))
  const dataDir = await mkdtemp(join(tmpdir(), 'stithy-ci-'))
  try {
    return await runIn(dataDir, variables)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A whole service without its doors, on a folder that goes when it is over: so nothing here differs from the server. */
async function runIn(dataDir: string, variables: Readonly<Record<string, string>>): Promise<number> {
  const core = await composeCore(readLocalConfig(dataDir), { clock: systemClock, log: createLogger('error') })
  const runner = composeRunner(core.app)
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const actor = permit(systemActor, 'admin', null)
    const account = { username: ownName, email: 'local@localhost', password: randomText(40), isAdmin: false }
    const user = await createUser(core.app, actor, account)
    const started = await startLocal(core.app, user, { folder: process.cwd(), variables })
    runner.start()
    const ref = { owner: ownName, repo: started.repo.slug }
    const follow = await followLog(core.app, systemActor, ref, { id: started.id })
    return tell(await print(follow({ lastSeen: 0, signal: stop.signal })))
  } finally {
    await runner.stop()
    await core.close()
  }
}

/** How it ended; null where somebody did not want to wait for that. */
async function print(events: AsyncIterable<LogEvent>): Promise<PipelineDetail | null> {
  const printer = new JobPrinter()
  for await (const event of events) {
    if (event.kind === 'line') printer.line(event.line)
    else printer.jobs(event.pipeline.jobs)
    if (event.kind === 'ended') return event.pipeline
  }
  return null
}

function usage(): number {
  process.stderr.write(help)
  return 2
}

function parseVariable(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`--variable needs KEY=VALUE, not "${text}"`)
  return [text.slice(0, at), text.slice(at + 1)]
}

function tell(pipeline: PipelineDetail | null): number {
  if (pipeline === null) {
    say('interrupted')
    return 130
  }
  say('')
  for (const { name, status, startedAt, finishedAt } of pipeline.jobs) {
    const took = startedAt === null || finishedAt === null ? '' : `  ${((finishedAt - startedAt) / 1000).toFixed(1)} s`
    say(`${status.padEnd(10)}${name}${took}`)
  }
  say(pipeline.error === null ? `pipeline: ${pipeline.status}` : `pipeline: ${pipeline.status}: ${pipeline.error}`)
  return pipeline.status === 'success' ? 0 : 1
}

/** Jobs run side by side: each line says whose it is, unless there is only one. */
class JobPrinter {
  #names: ReadonlyMap<number, string> = new Map()
  /** A line may come before its job is known: it waits, and all that follow it. */
  #waiting: LogLine[] = []

  line(line: LogLine): void {
    const isUnknown = line.job !== null && !this.#names.has(line.job)
    if (isUnknown || this.#waiting.length > 0) this.#waiting.push(line)
    else this.#print(line)
  }

  jobs(jobs: PipelineDetail['jobs']): void {
    this.#names = new Map(jobs.map(({ position, name }) => [position, name]))
    for (const line of this.#waiting.splice(0)) this.#print(line)
  }

  #print({ job, text }: LogLine): void {
    const name = job === null || this.#names.size < 2 ? undefined : this.#names.get(job)
    say(name === undefined ? text : `[${name}] ${text}`)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
