import { resolve } from 'node:path'
import { composeCore } from '../compose.ts'
import { type Config, readConfig } from '../config.ts'
import { DataDirLock } from '../data-dir-lock.ts'
import { FileStore } from '../features/backup/file-store.ts'
import type { Point } from '../features/backup/manifest.ts'
import { Points } from '../features/backup/points.ts'
import { clearHalfRestored, requireEmptyFolder } from '../features/backup/prepare-place.ts'
import { requireEmptyDatabase, requireReadable, restoreDatabase } from '../features/backup/restore-database.ts'
import { restorePlainFiles, restoreRepositories } from '../features/backup/restore-files.ts'
import { markRestore, unmarkRestore } from '../features/backup/restore-marker.ts'
import { revokedSince } from '../features/backup/revoked-since.ts'
import { type Settled, type Settling, settleRestored } from '../features/backup/settle-restored.ts'
import { verifyPoint } from '../features/backup/verify-point.ts'
import { Git } from '../git/run-git.ts'
import { createLogger } from '../logger.ts'
import { secretPrint } from '../secrets/secret-print.ts'
import { makeEmptyDataDir } from './data-dir.ts'
import { explainBackup } from './explain-backup.ts'
import { parseFlags } from './parse-flags.ts'
import { runChecks } from './run-checks.ts'
import { showProgress } from './show-progress.ts'
import { StartError } from './start-error.ts'
import { systemClock } from './system-clock.ts'
import { UsageError } from './usage-error.ts'

const help = `stithy restore: restore a backup into an empty DATA_DIR and an empty database

  stithy restore DIR                 the newest point
  stithy restore DIR --at POINT      another: as "stithy backup DIR --list" shows them, or the beginning of one
  stithy restore DIR --keep-sessions people stay signed in; by default all sessions, and mailed links, are ended
  stithy restore DIR --revoke-tokens end all personal access tokens, too
  stithy restore DIR --resume        mails, webhook deliveries and pipelines that were waiting go on; by default they
                                     are held, because they may have been sent or run since

Where to is what DATA_DIR and DATABASE_URL say, whichever database the backup was made from: a backup of SQLite goes into
PostgreSQL, and vice versa. All checksums are compared first, and "stithy doctor" runs at the end. A restore
that is cut off can be run again; until it has ended, serve refuses to start.
`

const flags = {
  at: { type: 'string' },
  'keep-sessions': { type: 'boolean' },
  'revoke-tokens': { type: 'boolean' },
  resume: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function restore(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, flags, 1)
  if (values.help === true) return say(help)
  const [folder] = positionals
  if (folder === undefined) throw new UsageError('restore needs a folder: stithy restore DIR')
  const config = readConfig()
  const { progress, end } = showProgress()
  try {
    const points = new Points(resolve(folder))
    const point = await points.choose(values.at ?? null)
    makeEmptyDataDir(config)
    const lock = DataDirLock.take(config.DATA_DIR)
    const revoked = await bringBack(config, points, point, progress)
    end()
    const code = await settle(config, point, {
      point: point.name,
      revoked,
      keepSessions: values['keep-sessions'] === true,
      revokeTokens: values['revoke-tokens'] === true,
      resume: values.resume === true,
    })
    lock.release()
    return code
  } catch (error) {
    end()
    throw explainBackup(config, error)
  }
}

/** Everything that can be refused is refused before the first byte is written. */
async function bringBack(
  config: Config,
  points: Points,
  point: Point,
  progress: (said: string) => void,
): Promise<Settling['revoked']> {
  const store = new FileStore(points.directory)
  const log = createLogger('warn')
  const needs = { config, clock: systemClock, log, progress }
  requireReadable(point)
  requireSecret(config, point)
  await requireEmptyFolder(config)
  await requireEmptyDatabase(needs, point)
  const bad = await verifyPoint(points.directory, point, progress)
  if (bad.length > 0) {
    const choose = 'choose another point (--at), or another copy of the backup'
    throw new StartError(
      `${bad.length} files of ${point.name} are missing or have changed, nothing was written: ${choose}`,
    )
  }
  const newest = (await points.list()).at(-1) ?? point.name
  const revoked = await revokedSince(store, point, newest === point.name ? point : await points.read(newest))
  await clearHalfRestored(config)
  await markRestore(config)
  const files = { config, git: new Git(config.PATH), store, progress }
  await restorePlainFiles(files, point)
  const lost = await restoreRepositories(files, point)
  await restoreDatabase(needs, store, point)
  for (const [uuid, refs] of lost) {
    process.stderr.write(
      `stithy: DAMAGED when it was saved: ${uuid}.git lacks ${refs.length} refs: ${refs.join(', ')}\n`,
    )
  }
  return revoked
}

/** Encrypted things open with the secret that they were encrypted with, and with no other. */
function requireSecret({ SECRET_KEY }: Config, point: Point): void {
  const hasFile = point.plain.some(({ kind, name }) => kind === 'key' && name === 'secret.key')
  if (SECRET_KEY !== null && secretPrint(SECRET_KEY) !== point.header.secretPrint) {
    throw new StartError(
      `SECRET_KEY is not the one that the backup was made with: ${hasFile ? 'unset it, the right one is in the backup' : 'set it to that one'}`,
    )
  }
  if (SECRET_KEY === null && !hasFile) {
    throw new StartError(
      'this backup was made with SECRET_KEY in the environment: set it to the same, it is not in the backup',
    )
  }
}

async function settle(config: Config, point: Point, settling: Settling): Promise<number> {
  const core = await composeCore(config, { clock: systemClock, log: createLogger('warn') }, 'existing')
  try {
    const settled = await settleRestored(core.app, settling)
    const findings = await runChecks(core.app, (line) => say(`${line}\n`))
    await unmarkRestore(config)
    tell(settled, settling)
    say(`Restored ${point.name}: ${point.repos.size} repositories and ${point.plain.length} files\n`)
    return findings.length === 0 && point.lost.length === 0 ? 0 : 1
  } finally {
    await core.close()
  }
}

function tell({ sessions, tokens, mails, deliveries, pipelines }: Settled, { keepSessions, resume }: Settling): void {
  if (!keepSessions) say(`sessions: ${sessions} ended, everybody signs in again\n`)
  if (tokens > 0) say(`tokens and keys: ${tokens} revoked\n`)
  if (resume) return
  say(
    `held: ${mails} mails (at /admin/jobs), ${deliveries} webhook deliveries (to be redelivered), ${pipelines} pipelines\n`,
  )
}

function say(text: string): number {
  process.stdout.write(text)
  return 0
}
