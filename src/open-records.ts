import type { Config } from './config.ts'
import type { Passing } from './core/checkpoint.ts'
import type { Clock } from './core/clock.ts'
import { Fault } from './core/errors.ts'
import type { Log } from './core/log.ts'
import type { Db } from './db/handle.ts'
import { isEmptyDatabase, migrate, newerMigrations } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { acceptSecret } from './features/secret-key/accept-secret.ts'
import { hasPrint, requireSameSecret } from './features/secret-key/require-same-secret.ts'
import { requireNoFiles } from './features/soundness/require-own-files.ts'
import { deriveKeys, type Keys } from './secrets/keys.ts'
import { hasSecret, loadSecret, secretIsMissing } from './secrets/load-secret.ts'

/**
 * `existing`: a database without our tables is an error, not a beginning. `empty`: one with them is. `rekeyed`: the key
 * that it was written with is lost, and the present one takes its place.
 */
export type Wanted = 'any' | 'existing' | 'empty' | 'rekeyed'

interface Outside {
  readonly clock: Clock
  readonly log: Log
  readonly passing: Passing
}

/** The database, up to date, and the keys to what is secret in it: one is of no use without the other. */
export async function openRecords(
  config: Config,
  outside: Outside,
  wanted: Wanted,
  checkpointer: URL,
): Promise<{ readonly db: Db; readonly keys: Keys }> {
  const { log } = outside
  const { db, admin } = openDatabase(config.DATABASE_URL, config.DATA_DIR, { ...outside, checkpointer })
  try {
    const isEmpty = await isEmptyDatabase(admin, db.dialect)
    requireFit(wanted, isEmpty)
    if (isEmpty) await requireNoFiles(config)
    const applied = await migrate(admin, db.dialect, outside.passing)
    if (applied.length > 0) log.info({ applied }, 'the database was brought up to date')
    if (!isEmpty && !(await isInUse(db))) await requireNoFiles(config)
    // In this order: whoever starts beside us has made the key before there was anything in the database.
    const needsSecret = wanted !== 'rekeyed' && ((await hasPrint(db)) || (await isInUse(db)))
    if (needsSecret && !hasSecret(config.SECRET_KEY, config.DATA_DIR)) throw secretIsMissing(config.DATA_DIR)
    const secret = loadSecret(config.SECRET_KEY, config.DATA_DIR)
    const keys = deriveKeys(secret)
    if (wanted === 'rekeyed') await acceptSecret({ db, keys }, secret)
    else await requireSameSecret({ db, keys, secret }, config)
    const newer = await newerMigrations(admin)
    if (newer.length > 0) log.warn({ newer }, 'a newer version has been at work on the database: upgrade this one soon')
    return { db, keys }
  } catch (error) {
    await db.close()
    throw error
  }
}

function requireFit(wanted: Wanted, isEmpty: boolean): void {
  const unfit =
    wanted === 'existing' && isEmpty
      ? 'The database has no Stithy in it yet: run "stithy migrate" first'
      : wanted === 'empty' && !isEmpty
        ? 'The database has a Stithy in it already'
        : null
  if (unfit !== null) throw new Fault('unavailable', unfit, { code: 'INTERNAL_ERROR' })
}

async function isInUse(db: Db): Promise<boolean> {
  return (await db.selectFrom('owners').select('id').limit(1).executeTakeFirst()) !== undefined
}
