import { mkdirSync } from 'node:fs'
import type { App } from './app.ts'
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
import { Markup } from './markup/markup.ts'
import { OpenIdConnect } from './oidc/oidc.ts'
import { openBlobs } from './open-blobs.ts'
import { openRecords, type Wanted } from './open-records.ts'
import { programAt } from './program-at.ts'
import { InventoryThread } from './sbom/inventory-thread.ts'
import type { SshLimits } from './ssh/limits.ts'
import { version } from './version.ts'
import { WebAuthn } from './webauthn/webauthn.ts'
import { defaultWorkLimits, type WorkLimits } from './work-limits.ts'

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

/** For whoever serves repositories: refused where they are not there. */
export async function composeWithFiles(config: Config, outside: Outside, database?: Wanted): Promise<Core> {
  const core = await composeCore(config, outside, database)
  try {
    await requireRepositories(core.app)
    return core
  } catch (error) {
    await core.close()
    throw error
  }
}
