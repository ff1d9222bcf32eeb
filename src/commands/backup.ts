import { setPriority } from 'node:os'
import { relative, resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { fileSize } from '../core/file-size.ts'
import { DataDirLock } from '../data-dir-lock.ts'
import { Points } from '../features/backup/points.ts'
import { pruneBackup } from '../features/backup/prune-backup.ts'
import { requireOwnSecret } from '../features/backup/require-own-secret.ts'
import { type BackupReport, takeBackup } from '../features/backup/take-backup.ts'
import { verifyPoint } from '../features/backup/verify-point.ts'
import { Git } from '../git/run-git.ts'
import { hasSecret, loadSecret, secretIsMissing } from '../secrets/load-secret.ts'
import { secretPrint } from '../secrets/secret-print.ts'
import { version } from '../version.ts'
import { requireDataDir, requireOwnUser } from './data-dir.ts'
import { explainBackup } from './explain-backup.ts'
import { parseFlags } from './parse-flags.ts'
import { showProgress } from './show-progress.ts'
import { StartError } from './start-error.ts'
import { systemClock } from './system-clock.ts'
import { UsageError } from './usage-error.ts'

const help = `stithy backup: write everything that Stithy keeps into a folder, while it runs

  stithy backup DIR             one more point in time; only what is new since the last one is written
  stithy backup DIR --keep 14   and forget all points but the newest 14
  stithy backup DIR --list      the points that can be restored
  stithy backup DIR --verify    read everything of the newest point (--at POINT: of another) and compare checksums

In it: the database, repositories, stored files, kept mails, secret.key and the SSH host key. Not in it: settings, which
are environment variables, and caches. Whoever can read DIR can read everything: it is made for its owner alone (mode 0700),
and belongs on another disk or machine. Exit code 1 when something is missing or damaged. To go back: stithy restore DIR.
`

const flags = {
  keep: { type: 'string' },
  at: { type: 'string' },
  list: { type: 'boolean' },
  verify: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function backup(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, flags, 2)
  if (values.help === true) return say(help)
  const asksToVerify = positionals.length === 2 && positionals[0] === 'verify'
  if (positionals.length === 2 && !asksToVerify) throw new UsageError(`"${positionals[1] ?? ''}" is an extra argument`)
  const folder = positionals.at(-1)
  if (folder === undefined) throw new UsageError('backup needs a folder: stithy backup DIR')
  const points = new Points(resolve(folder))
  if (values.list === true) return say(`${(await points.list()).join('\n')}\n`)
  if (values.verify === true || asksToVerify) return verify(points, values.at ?? null)
  if (values.at !== undefined) throw new UsageError('--at goes with --verify')
  return write(points, keepOf(values.keep))
}

function keepOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--keep needs a number of points, at least 1')
  return Number(text)
}

async function write(points: Points, keep: number | null): Promise<number> {
  const config = readConfig()
  requireOwnUser(config)
  requireDataDir(config)
  const inside = relative(config.DATA_DIR, points.directory)
  if (inside === '' || !inside.startsWith('..')) {
    throw new UsageError('the backup would lie inside of DATA_DIR: choose a folder outside, best on another disk')
  }
  const lock = takeLock(config)
  // Behind everybody who waits for an answer; every git that we start is, too.
  setPriority(10)
  const began = performance.now()
  const { progress, end } = showProgress()
  try {
    if (!hasSecret(config.SECRET_KEY, config.DATA_DIR)) throw secretIsMissing(config.DATA_DIR)
    const secret = secretPrint(loadSecret(config.SECRET_KEY, config.DATA_DIR))
    await requireOwnSecret(config, secret)
    await points.prepare()
    const git = new Git(config.PATH)
    const report = await takeBackup({ config, git, clock: systemClock, version, secretPrint: secret, progress }, points)
    const pruned = await pruneBackup(points, report.point, keep)
    end()
    const gone = pruned.points === 0 ? '' : `, ${pruned.points} older forgotten`
    say(`${tell(report)}, in ${((performance.now() - began) / 1000).toFixed(1)} s${gone}\n`)
    const code = warn(report, pruned.heldBack)
    for (const name of pruned.unreadable) {
      process.stderr.write(
        `stithy: BROKEN: points/${name}.manifest. Remove it: as long as it is there, no file is removed\n`,
      )
    }
    return pruned.unreadable.length > 0 ? 1 : code
  } catch (error) {
    end()
    throw explainBackup(config, error)
  } finally {
    lock.release()
  }
}

function takeLock(config: Config): DataDirLock {
  let lock: DataDirLock | null
  try {
    lock = DataDirLock.takeForBackup(config.DATA_DIR)
  } catch (error) {
    throw explainBackup(config, error)
  }
  if (lock === null) throw new StartError(`another backup of ${config.DATA_DIR} is running`)
  return lock
}

function tell({ point, newBytes, bytes }: BackupReport): string {
  const rows = [...point.tables.values()].reduce((sum, table) => sum + table.rows, 0)
  const what = `${point.repos.size} repositories, ${point.plain.length} files and ${rows} rows`
  return `${point.name}: ${what}, ${fileSize(newBytes)} new of ${fileSize(bytes)}`
}

/** The rest is safe; whoever reads the exit code comes to look. */
function warn({ point }: BackupReport, heldBack: number): number {
  const damaged = [...point.repos.values()].filter(({ damage }) => damage !== null)
  for (const { home, uuid, damage } of damaged) {
    process.stderr.write(`stithy: DAMAGED, not all of it could be saved: repositories/${home}/${uuid}.git: ${damage}\n`)
  }
  for (const { kind, name } of point.lost) process.stderr.write(`stithy: MISSING: ${kind} ${name}\n`)
  if (damaged.length + point.lost.length === 0) return 0
  process.stderr.write('stithy: everything else was saved; "stithy doctor" says more\n')
  if (heldBack > 0)
    process.stderr.write(`stithy: older points that are the last to have it whole were not forgotten: ${heldBack}\n`)
  return 1
}

async function verify(points: Points, at: string | null): Promise<number> {
  const { progress, end } = showProgress()
  const point = await points.choose(at).catch((error: unknown) => {
    throw explainBackup(readConfig(), error)
  })
  const bad = await verifyPoint(points.directory, point, progress)
  end()
  if (bad.length === 0) return say(`${point.name}: whole\n`)
  for (const { sha256, why } of bad) process.stderr.write(`stithy: ${why}: files/${sha256.slice(0, 2)}/${sha256}\n`)
  process.stderr.write('stithy: remove what has changed, and run the backup again: it writes what is missing anew\n')
  say(`${point.name}: NOT WHOLE, ${bad.length} files are missing or changed\n`)
  return 1
}

function say(text: string): number {
  process.stdout.write(text)
  return 0
}
