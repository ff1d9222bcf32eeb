import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import { Fault } from '../../core/errors.ts'
import { repositoriesRoot } from '../lifecycle/owner-directory.ts'

/**
 * For a database with nothing in it. Where files of an earlier one lie beside it, it is the wrong one: people would find
 * an empty forge, and what no row knows of is swept by and by.
 */
export async function requireNoFiles(config: Config): Promise<void> {
  const what = (await hasRepositories(config)) ? 'repositories' : (await hasBlobs(config)) ? 'stored files' : null
  if (what === null) return
  const database = config.DATABASE_URL === null ? join(config.DATA_DIR, 'stithy.db') : 'DATABASE_URL'
  throw unfit(
    `DATA_DIR ${config.DATA_DIR} holds ${what}, but the database (${database}) is empty. Set DATABASE_URL to the one that they ` +
      'belong to, or restore a backup. To begin anew, move "repositories" and "blobs" out of DATA_DIR',
  )
}

/** The other way round: the disk of the files is not there, and what is written now would lie below where it belongs. */
export async function requireRepositories({ config, db }: Pick<App, 'config' | 'db'>): Promise<void> {
  const pushedTo = db.selectFrom('repos').select('id').where('is_empty', '=', 0).limit(1)
  if ((await pushedTo.executeTakeFirst()) === undefined) return
  if ((await namesIn(repositoriesRoot(config))).length > 0) return
  throw unfit(
    `The database has repositories, but DATA_DIR ${config.DATA_DIR} has none: is its disk mounted? If they are lost, ` +
      'restore a backup; "stithy doctor" makes empty folders, so that everything else can be used',
  )
}

async function hasRepositories(config: Config): Promise<boolean> {
  const root = repositoriesRoot(config)
  for (const owner of await namesIn(root)) {
    if ((await namesIn(join(root, owner))).some((name) => name.endsWith('.git'))) return true
  }
  return false
}

async function hasBlobs(config: Config): Promise<boolean> {
  return (await namesIn(join(config.DATA_DIR, 'blobs'))).some((name) => /^[0-9a-f]{2}$/.test(name))
}

function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}

function unfit(message: string): Fault {
  return new Fault('unavailable', message, { code: 'INTERNAL_ERROR' })
}
