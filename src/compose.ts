import { mkdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import type { Clock } from './core/clock.ts'
import type { Log } from './core/log.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { rateLimits } from './features/access/rate-limits.ts'
import { repositoriesRoot } from './features/lifecycle/owner-directory.ts'
import { restoreOrphanedFiles } from './features/lifecycle/purge-files.ts'
import { createMailer } from './features/mail/mailer.ts'
import { PasswordHasher } from './features/passwords/password-hasher.ts'
import { SessionLookup } from './features/sessions/session-lookup.ts'
import { SessionTokens } from './features/sessions/session-tokens.ts'
import { TokenLookup } from './features/tokens/token-lookup.ts'
import { reconcilePushes } from './features/transport/reconcile-pushes.ts'
import { writeHooks } from './git/hook-folder.ts'
import { Kept } from './git/kept.ts'
import { ObjectStore } from './git/object-store.ts'
import { Git } from './git/run-git.ts'
import { History } from './git/walk-history.ts'
import type { Phase } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import { createServer } from './http/server.ts'
import { Markup } from './markup/markup.ts'
import { releaseAllJobs } from './outbox/jobs.ts'
import { deriveKeys } from './secrets/keys.ts'
import { loadSecret } from './secrets/load-secret.ts'
import { jobRunners } from './worker/handlers.ts'
import { startHousekeeping } from './worker/housekeeping.ts'
import { JobLoop } from './worker/job-loop.ts'

/** Beside this file, whether it runs from source or from the build, which gives it the other ending. */
const markupProgram = new URL(
  import.meta.url.endsWith('.ts') ? 'markup/worker.ts' : 'markup/worker.js',
  import.meta.url,
)

export interface Outside {
  readonly clock: Clock
  readonly log: Log
}

/** The parts that every command needs: database (up to date), keys, and what stands on them. */
export interface Core {
  readonly app: App
  readonly close: () => Promise<void>
}

export async function composeCore(config: Config, { clock, log }: Outside): Promise<Core> {
  mkdirSync(repositoriesRoot(config), { recursive: true })
  const keys = deriveKeys(loadSecret(config.SECRET_KEY, config.DATA_DIR))
  const { db, admin } = openDatabase(config.DATABASE_URL, config.DATA_DIR, clock, log)
  const applied = await migrate(admin, db.dialect)
  if (applied.length > 0) log.info({ applied }, 'the database was brought up to date')
  const sessionTokens = new SessionTokens(keys.jwt, clock)
  const mailer = createMailer(config)
  const git = new Git(config.PATH)
  const objects = new ObjectStore(git)
  const markup = new Markup(markupProgram)
  const app: App = {
    config,
    db,
    clock,
    log,
    keys,
    limits: rateLimits(config),
    passwords: new PasswordHasher(),
    git,
    objects,
    history: new History(git),
    kept: new Kept(),
    markup,
    hooks: writeHooks(config.DATA_DIR),
    mailer,
    sessionTokens,
    sessionLookup: new SessionLookup({ db, clock, log, sessionTokens }),
    tokenLookup: new TokenLookup({ db, clock, log }),
  }
  return {
    app,
    close: async () => {
      mailer.close()
      objects.close()
      await markup.close()
      await db.close()
    },
  }
}

export interface Service {
  readonly app: App
  readonly server: FastifyInstance
  /** Ready to serve: `/healthz` says so. */
  start(): Promise<void>
  /** Takes nothing new, ends what is under way, lets go of everything. */
  stop(): Promise<void>
}

/** The whole service in one process: HTTP and background jobs. */
export async function composeService(config: Config, outside: Outside, assetsFolder: string): Promise<Service> {
  const core = await composeCore(config, outside)
  const { app } = core
  const metrics = createMetrics()
  let phase: Phase = 'starting'
  const server = createServer(app, metrics, () => phase, assetsFolder)
  const jobs = new JobLoop(app, jobRunners, { finished: metrics.jobFinished })
  const stopHousekeeping = startHousekeeping(app)
  return {
    app,
    server,
    start: async () => {
      const restored = await restoreOrphanedFiles(app)
      if (restored.length > 0) app.log.warn({ restored }, 'directories of owners that were not deleted were put back')
      const reconciled = await reconcilePushes(app)
      if (reconciled > 0) app.log.warn({ reconciled }, 'pushes that were cut off were brought to their end')
      // On SQLite there is no other process: whoever ran a job is gone. On PostgreSQL its lease tells.
      if (app.db.dialect === 'sqlite') await releaseAllJobs(app)
      jobs.start()
      await server.listen({ host: config.HOST, port: config.PORT })
      phase = 'serving'
    },
    stop: async () => {
      phase = 'draining'
      stopHousekeeping()
      await server.close()
      await jobs.stop()
      await core.close()
    },
  }
}

/** Background jobs alone, beside `serve` processes on the same PostgreSQL. */
export async function composeWorker(
  config: Config,
  outside: Outside,
): Promise<{ start(): void; stop(): Promise<void> }> {
  const core = await composeCore(config, outside)
  const jobs = new JobLoop(core.app, jobRunners, { finished: () => undefined })
  return {
    start: () => jobs.start(),
    stop: async () => {
      await jobs.stop()
      await core.close()
    },
  }
}
