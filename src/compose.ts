import { mkdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'
import { composeRunner, runsPipelines } from './compose-runner.ts'
import type { Config } from './config.ts'
import { nothingHappens, type Passing } from './core/checkpoint.ts'
import type { Clock } from './core/clock.ts'
import { FirstComers } from './core/first-comers.ts'
import type { Log } from './core/log.ts'
import { Places } from './core/places.ts'
import { Promises } from './core/promises.ts'
import { Turns } from './core/turns.ts'
import { rateLimits } from './features/access/rate-limits.ts'
import { sharedRateLimits } from './features/access/shared-rate-limits.ts'
import { RowsByDay } from './features/admin/rows-by-day.ts'
import { LanguageCounts } from './features/contents/language-counts.ts'
import { ImportRuns } from './features/imports/import-runs.ts'
import { repositoriesRoot } from './features/lifecycle/owner-directory.ts'
import { createMailer } from './features/mail/mailer.ts'
import { PasswordHasher } from './features/passwords/password-hasher.ts'
import { isWorkerAlive, ownWorkerName } from './features/pipelines/run/worker-name.ts'
import { PutBack } from './features/repos/put-back.ts'
import { SessionLookup } from './features/sessions/session-lookup.ts'
import { SessionTokens } from './features/sessions/session-tokens.ts'
import { signOnPath } from './features/single-sign-on/sign-on-path.ts'
import { requireRepositories } from './features/soundness/require-own-files.ts'
import { TokenLookup } from './features/tokens/token-lookup.ts'
import { AuthorCounts } from './git/author-counts.ts'
import { History } from './git/history.ts'
import { writeHooks } from './git/hook-folder.ts'
import { Kept } from './git/kept.ts'
import { Launches } from './git/launches.ts'
import { ObjectStore } from './git/object-store.ts'
import { PackCache } from './git/pack-cache.ts'
import { requireGit } from './git/require-git.ts'
import { Git } from './git/run-git.ts'
import { presentRecords } from './http/api/forms/present-records.ts'
import type { Phase } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import { createServer } from './http/server.ts'
import { NotificationStreams } from './http/sse/notification-streams.ts'
import { Markup } from './markup/markup.ts'
import { OpenIdConnect } from './oidc/oidc.ts'
import { openBlobs } from './open-blobs.ts'
import { openRecords, type Wanted } from './open-records.ts'
import { programAt } from './program-at.ts'
import { InventoryThread } from './sbom/inventory-thread.ts'
import { defaultLimits, type SshLimits } from './ssh/limits.ts'
import { SshServer } from './ssh/ssh-server.ts'
import { version } from './version.ts'
import { WebAuthn } from './webauthn/webauthn.ts'
import { defaultWorkLimits, type WorkLimits } from './work-limits.ts'
import { jobRunners } from './worker/handlers.ts'
import { HookCourier } from './worker/hook-courier.ts'
import { startHousekeeping } from './worker/housekeeping.ts'
import { JobLoop } from './worker/job-loop.ts'
import { mendAfterCrash } from './worker/mend-after-crash.ts'

export interface Outside {
  readonly clock: Clock
  readonly log: Log
  readonly passing?: Passing
  /** Others than the usual ones: tests do not wait for minutes. */
  readonly sshLimits?: SshLimits
  readonly workLimits?: WorkLimits
  /** What starts git for several services in one process; its end is not theirs. */
  readonly launches?: Launches
}

/** The parts that every command needs: database (up to date), keys, and what stands on them. */
export interface Core {
  readonly app: App
  readonly close: () => Promise<void>
}

export async function composeCore(
  config: Config,
  { clock, log, passing = nothingHappens, launches: shared, workLimits = defaultWorkLimits }: Outside,
  database: Wanted = 'any',
): Promise<Core> {
  await requireGit(new Git(config.PATH, shared))
  mkdirSync(repositoriesRoot(config), { recursive: true })
  const { blobs, close: closeBlobs } = await openBlobs(config, { log, passing })
  const { db, keys } = await openRecords(config, { clock, log, passing }, database, programAt('db/checkpoint-worker'))
  const sessionTokens = new SessionTokens(keys.jwt, clock)
  const mailer = createMailer(config, passing)
  const launches = shared ?? new Launches(programAt('git/launcher'))
  const git = new Git(config.PATH, launches)
  const objects = new ObjectStore(git)
  const kept = new Kept()
  const history = new History(git, kept, objects)
  const packs = new PackCache(config.LOCAL_DIR, ownWorkerName(), (name) => !isWorkerAlive(name))
  const markup = new Markup(programAt('markup/worker'))
  const inventories = new InventoryThread(programAt('sbom/worker'), version)
  const app: App = {
    config,
    db,
    clock,
    log,
    passing,
    keys,
    limits: db.dialect === 'postgres' ? sharedRateLimits({ config, db, log }) : rateLimits(config),
    passwords: new PasswordHasher(),
    git,
    objects,
    history,
    authors: new AuthorCounts(git, history),
    languages: new LanguageCounts(git, kept, objects),
    kept,
    packs,
    imports: new ImportRuns(),
    turns: {
      archive: new Turns(workLimits.turns.archive),
      copy: new Turns(workLimits.turns.copy),
      fetch: new Turns(workLimits.turns.fetch),
      form: new Turns(workLimits.turns.form),
      patch: new Turns(workLimits.turns.patch),
      push: new Turns(workLimits.turns.push),
      question: new Turns(workLimits.turns.question),
      search: new Turns(workLimits.turns.search),
      upkeep: new Turns(workLimits.turns.upkeep),
    },
    paces: workLimits.paces,
    unreadBytes: workLimits.unreadBytes,
    firstLookMs: workLimits.firstLookMs,
    streamPlaces: new Places(),
    markup,
    inventories,
    hooks: writeHooks(config.DATA_DIR),
    mailer,
    blobs,
    promises: new Promises(),
    sessionTokens,
    sessionLookup: new SessionLookup({ config, db, clock, log, sessionTokens }),
    refreshes: new FirstComers(),
    tokenLookup: new TokenLookup({ config, db, clock, log }),
    webauthn: new WebAuthn(programAt('webauthn/ceremonies')),
    oidc: openIdConnect(config),
    rowsByDay: new RowsByDay(db, clock),
    records: presentRecords(config),
  }
  return {
    app,
    close: async () => {
      mailer.close()
      objects.close()
      if (shared === undefined) launches.close()
      packs.close()
      closeBlobs()
      await Promise.all([markup.close(), inventories.close()])
      await db.close()
    },
  }
}

/** Null where it is not set. */
function openIdConnect(config: Config): OpenIdConnect | null {
  const { BASE_URL: base, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config
  if (issuer === null || clientId === null) return null
  const redirectUri = `${base}${signOnPath}/callback`
  return new OpenIdConnect(programAt('oidc/relying-party'), { issuer, clientId, clientSecret, redirectUri })
}

export interface Service {
  readonly app: App
  readonly server: FastifyInstance
  /** Null where SSH is off. */
  readonly ssh: SshServer | null
  /** Ready to serve: `/healthz` says so. */
  start(): Promise<void>
  /** From now on `/healthz` says that it is going; everything else goes on. */
  sayGoodbye(): void
  /** Takes nothing new, ends what is under way, lets go of everything. */
  stop(): Promise<void>
}

/** The whole service in one process: HTTP, SSH and background jobs. */
export async function composeService(config: Config, outside: Outside, assetsFolder: string): Promise<Service> {
  const core = await withFiles(await composeCore(config, outside))
  const { app } = core
  const metrics = createMetrics()
  let phase: Phase = 'starting'
  const streams = new NotificationStreams(app)
  const server = createServer(app, { metrics, phase: () => phase, assetsFolder, streams })
  const ssh = config.SSH_ENABLED ? new SshServer(app, outside.sshLimits ?? defaultLimits) : null
  const jobs = new JobLoop(app, jobRunners, { finished: metrics.jobFinished })
  const courier = new HookCourier(app)
  const runner = runsPipelines(config) ? composeRunner(app) : null
  const putBack = new PutBack(app.db.dialect)
  const stopHousekeeping = startHousekeeping(app, putBack)
  const sayGoodbye = (): void => {
    phase = 'draining'
    streams.stop()
  }
  return {
    app,
    server,
    ssh,
    start: async () => {
      await server.listen({ host: config.HOST, port: config.PORT })
      await mendAfterCrash(app, putBack)
      jobs.start()
      courier.start()
      runner?.start()
      streams.start()
      if (ssh !== null) {
        await ssh.listen(config.SSH_HOST, config.SSH_PORT)
        const address = `ssh://git@${new URL(config.BASE_URL).hostname}:${ssh.port}`
        app.log.info({ address, host_key: ssh.hostKeyFingerprint }, 'SSH is listening')
      }
      phase = 'serving'
    },
    sayGoodbye,
    stop: async () => {
      sayGoodbye()
      stopHousekeeping()
      await Promise.all([server.close(), ssh?.close()])
      await app.imports.stop()
      await Promise.all([jobs.stop(), courier.stop(), runner?.stop()])
      await core.close()
    },
  }
}

/** Background jobs alone, beside `serve` processes on the same PostgreSQL. */
export async function composeWorker(
  config: Config,
  outside: Outside,
): Promise<{ start(): void; stop(): Promise<void> }> {
  const core = await withFiles(await composeCore(config, outside, 'existing'))
  const jobs = new JobLoop(core.app, jobRunners, { finished: () => undefined })
  const courier = new HookCourier(core.app)
  const runner = runsPipelines(config) ? composeRunner(core.app) : null
  return {
    start: () => {
      jobs.start()
      courier.start()
      runner?.start()
    },
    stop: async () => {
      await Promise.all([jobs.stop(), courier.stop(), runner?.stop()])
      await core.close()
    },
  }
}

async function withFiles(core: Core): Promise<Core> {
  try {
    await requireRepositories(core.app)
    return core
  } catch (error) {
    await core.close()
    throw error
  }
}
