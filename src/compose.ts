import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'
import { IsolationChoice } from './ci/isolation/choose-isolation.ts'
import type { Config } from './config.ts'
import { nothingHappens, type Passing } from './core/checkpoint.ts'
import type { Clock } from './core/clock.ts'
import { Fault } from './core/errors.ts'
import { FirstComers } from './core/first-comers.ts'
import type { Log } from './core/log.ts'
import { Places } from './core/places.ts'
import { Promises } from './core/promises.ts'
import { Turns } from './core/turns.ts'
import { rateLimits } from './features/access/rate-limits.ts'
import { sharedRateLimits } from './features/access/shared-rate-limits.ts'
import { BlobFiles } from './features/blobs/blob-files.ts'
import { BucketBlobs } from './features/blobs/bucket-blobs.ts'
import { LanguageCounts } from './features/contents/language-counts.ts'
import { ImportRuns } from './features/imports/import-runs.ts'
import { repositoriesRoot } from './features/lifecycle/owner-directory.ts'
import { createMailer } from './features/mail/mailer.ts'
import { PasswordHasher } from './features/passwords/password-hasher.ts'
import { isWorkerAlive, ownWorkerName } from './features/pipelines/run/worker-name.ts'
import { PutBack } from './features/repos/put-back.ts'
import { SessionLookup } from './features/sessions/session-lookup.ts'
import { SessionTokens } from './features/sessions/session-tokens.ts'
import { requireRepositories } from './features/soundness/require-own-files.ts'
import { TokenLookup } from './features/tokens/token-lookup.ts'
import { AuthorCounts } from './git/author-counts.ts'
import { writeHooks } from './git/hook-folder.ts'
import { Kept } from './git/kept.ts'
import { Launches } from './git/launches.ts'
import { ObjectStore } from './git/object-store.ts'
import { PackCache } from './git/pack-cache.ts'
import { requireGit } from './git/require-git.ts'
import { Git } from './git/run-git.ts'
import { History } from './git/walk-history.ts'
import { presentRecords } from './http/api/forms/present-records.ts'
import type { Phase } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import { createServer } from './http/server.ts'
import { NotificationStreams } from './http/sse/notification-streams.ts'
import { Markup } from './markup/markup.ts'
import { openRecords, type Wanted } from './open-records.ts'
import { Bucket } from './s3/bucket.ts'
import { InventoryThread } from './sbom/inventory-thread.ts'
import { defaultLimits, type SshLimits } from './ssh/limits.ts'
import { SshServer } from './ssh/ssh-server.ts'
import { version } from './version.ts'
import { defaultWorkLimits, type WorkLimits } from './work-limits.ts'
import { jobRunners } from './worker/handlers.ts'
import { HookCourier } from './worker/hook-courier.ts'
import { startHousekeeping } from './worker/housekeeping.ts'
import { JobLoop } from './worker/job-loop.ts'
import { mendAfterCrash } from './worker/mend-after-crash.ts'
import { PipelineRunner } from './worker/pipeline-runner.ts'

/** Beside this file, whether it runs from source or from the build, which gives it the other ending. */
function programAt(name: string): URL {
  return new URL(`${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
}

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
  const bucket = bucketOf(config)
  if (bucket !== null) await requireUsable(bucket.bucket, log)
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
  const disk = new BlobFiles(config.DATA_DIR, log, passing)
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
    streamPlaces: new Places(),
    markup,
    inventories,
    hooks: writeHooks(config.DATA_DIR),
    mailer,
    blobs: bucket === null ? disk : new BucketBlobs({ ...bucket, dataDir: config.DATA_DIR, disk, log, passing }),
    promises: new Promises(),
    sessionTokens,
    sessionLookup: new SessionLookup({ db, clock, log, sessionTokens }),
    refreshes: new FirstComers(),
    tokenLookup: new TokenLookup({ db, clock, log }),
    records: presentRecords(config),
  }
  return {
    app,
    close: async () => {
      mailer.close()
      objects.close()
      if (shared === undefined) launches.close()
      packs.close()
      bucket?.bucket.close()
      await Promise.all([markup.close(), inventories.close()])
      await db.close()
    },
  }
}

/** Null where files are kept on this machine. That the settings come together was looked at when they were read. */
function bucketOf(config: Config): { readonly bucket: Bucket; readonly prefix: string } | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION: region, S3_PREFIX: prefix } = config
  if (S3_ENDPOINT === null || S3_BUCKET === null || S3_ACCESS_KEY === null || S3_SECRET_KEY === null) return null
  const credentials = { accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY, region }
  return { bucket: new Bucket({ url: new URL(S3_ENDPOINT), bucket: S3_BUCKET, credentials }), prefix }
}

/** Wrong keys or a missing bucket stop the start; a storage that is out of reach for now does not. */
async function requireUsable(bucket: Bucket, log: Log): Promise<void> {
  const why = await bucket.whyUnusable().catch((error: unknown) => {
    log.error({ error: String(error) }, 'the object storage is out of reach')
    return null
  })
  if (why !== null) throw new Fault('unavailable', `${why}: look at S3_…`, { code: 'INTERNAL_ERROR' })
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

/** A process that only serves makes pipelines all the same: a push says what they are, whoever runs them. */
function runsPipelines(config: Config): boolean {
  return config.CI_ENABLED && config.CI_RUNNER_ENABLED
}

/** What isolates jobs is found out when the first one comes: a server that only serves does not pay for it. */
export function composeRunner(app: App): PipelineRunner {
  return new PipelineRunner(app, {
    boxes: isolationOf(app.config),
    workerName: ownWorkerName(),
    power: {
      node: process.execPath,
      runtime: fileURLToPath(new URL('ci/power/runtime.mjs', import.meta.url)),
      analyzer: programAt('ci/power/analyze-thread'),
    },
  })
}

/** For whoever wants to know before the first job does. */
export async function tellIsolation(config: Config): Promise<string> {
  try {
    return `Pipelines run in a ${(await isolationOf(config).isolation()).kind}`
  } catch (error) {
    if (error instanceof Fault) return `Pipelines do not run here. ${error.message}`
    throw error
  }
}

function isolationOf(config: Config): IsolationChoice {
  return new IsolationChoice(config.CI_EXECUTOR, {
    folder: join(config.LOCAL_DIR, 'ci', 'boxes'),
    dataDir: config.DATA_DIR,
    localDir: config.LOCAL_DIR,
    env: config.ENGINE_ENV,
    defaultImage: config.CI_DEFAULT_IMAGE,
    graceMs: 5000,
  })
}
