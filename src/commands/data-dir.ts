import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { isHalfRestored } from '../features/backup/restore-marker.ts'
import { repositoriesRoot, trashRoot } from '../features/lifecycle/owner-directory.ts'
import { StartError } from './start-error.ts'

/** For commands that may begin a Stithy: makes the folder, for its owner alone. Half a restore is nothing to begin with. */
export function makeDataDir(config: Config): void {
  if (isHalfRestored(config)) {
    throw new StartError(`DATA_DIR ${config.DATA_DIR} holds half a restore: run "stithy restore" again, it starts over`)
  }
  makeEmptyDataDir(config)
  makeFolder(repositoriesRoot(config), { setting: 'DATA_DIR', path: config.DATA_DIR })
  makeUsable({ setting: 'LOCAL_DIR', path: config.LOCAL_DIR })
  keepPrivate(config)
}

/** The folder itself, usable by us. */
export function makeEmptyDataDir(config: Pick<Config, 'DATA_DIR'>): void {
  makeUsable({ setting: 'DATA_DIR', path: config.DATA_DIR })
}

interface Named {
  readonly setting: 'DATA_DIR' | 'LOCAL_DIR'
  readonly path: string
}

function makeUsable(folder: Named): void {
  const { setting, path } = folder
  makeFolder(path, folder)
  if (!statSync(path).isDirectory()) throw new StartError(`${setting} ${path} is a file, and has to be a folder`)
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = isCode(error, 'EROFS') ? ': the disk is read-only' : ' by this user'
    throw new StartError(`${setting} ${path} cannot be written to${why}`)
  }
}

/**
 * For commands that somebody runs beside a service: what root leaves in the folder of another user, that user's service
 * cannot read, and fails at it some day.
 */
export function requireOwnUser(config: Config): void {
  if (process.getuid?.() !== 0) return
  const owner = ownerOf(repositoriesRoot(config)) ?? ownerOf(config.DATA_DIR)
  if (owner === null || owner === 0 || ownerOfNews(config) === owner) return
  throw new StartError(
    `DATA_DIR ${config.DATA_DIR} belongs to the user id ${owner}, and what root leaves there the service could not read: run this as that user (docs/OPERATIONS.md, "Installing", has the command)`,
  )
}

function ownerOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.uid ?? null
}

/** Not always ours: a file server may make somebody else of root. Where nothing can be written nothing is left, either. */
function ownerOfNews(config: Config): number | null {
  const probe = join(config.DATA_DIR, `.owner-${process.pid}`)
  try {
    writeFileSync(probe, '', { flag: 'wx' })
    return ownerOf(probe)
  } catch {
    return ownerOf(config.DATA_DIR)
  } finally {
    rmSync(probe, { force: true })
  }
}

/** For commands that work on one: without it they say so, and make nothing. */
export function requireDataDir(config: Config): void {
  const { DATA_DIR } = config
  const mark = config.DATABASE_URL === null ? 'stithy.db' : 'secret.key'
  const needed = config.DATABASE_URL === null || config.SECRET_KEY === null
  if (needed && !existsSync(join(DATA_DIR, mark))) {
    const isElsewhere = config.DATABASE_URL === null && existsSync(repositoriesRoot(config))
    const hint = isElsewhere
      ? ': it has no stithy.db. If its database is a PostgreSQL, set DATABASE_URL as for serve'
      : ''
    throw new StartError(`There is no Stithy in ${DATA_DIR} (DATA_DIR)${hint}`)
  }
  makeDataDir(config)
}

/** One level after the other: Node's own way to make them all never ends in a place such as /proc. */
function makeFolder(path: string, wanted: Named): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path), wanted)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (isCode(error, 'EEXIST')) return
    throw new StartError(`${wanted.setting} ${wanted.path} cannot be made: ${whyNot(error)}`)
  }
}

/** What an earlier start, or a copy by hand, left open to others on the machine. */
function keepPrivate(config: Config): void {
  const files = readdirSync(config.DATA_DIR).filter((name) => /^(stithy\.db|serve\.lock)/.test(name))
  for (const path of [
    ...files.map((name) => join(config.DATA_DIR, name)),
    repositoriesRoot(config),
    trashRoot(config),
  ]) {
    try {
      const { mode } = statSync(path)
      if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
    } catch (error) {
      // Gone, or somebody else's: then its modes are theirs to choose.
      if (!isCode(error, 'ENOENT') && !isCode(error, 'EPERM')) throw error
    }
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of the path is a file',
  ENOENT: 'no folder can be made there',
  ENOSPC: 'the disk is full',
}

function whyNot(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? String(error)
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
