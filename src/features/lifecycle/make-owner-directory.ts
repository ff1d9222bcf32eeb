import { mkdir, open, rmdir } from 'node:fs/promises'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/handle.ts'
import { ownerDirectory, repositoriesRoot } from './owner-directory.ts'

/**
 * Before the row of an owner is committed; a directory that is there already, or is left behind by a crash in between,
 * does no harm. Returns how to take it back when there will be no owner after all.
 */
export async function makeOwnerDirectory(
  app: Pick<App, 'config' | 'db' | 'log'>,
  name: string,
): Promise<() => Promise<void>> {
  const directory = ownerDirectory(app.config, name)
  const made = await mkdir(directory, { recursive: true })
  // The entry must be on disk before the owner is: an owner without its directory is half an owner.
  const root = await open(repositoriesRoot(app.config))
  try {
    await root.sync()
  } finally {
    await root.close()
  }
  return made === undefined ? () => Promise.resolve() : () => takeBack(app, name, directory)
}

/** Somebody else may have got the same name at the same moment: then the directory is theirs. Never takes a full one. */
async function takeBack(app: Pick<App, 'db' | 'log'>, name: string, directory: string): Promise<void> {
  if (await isInUse(app.db, name)) return
  try {
    await rmdir(directory)
  } catch (error) {
    app.log.warn({ error: String(error), name }, 'the directory of an owner that was not made stays behind')
  }
  if (await isInUse(app.db, name)) await mkdir(directory, { recursive: true })
}

async function isInUse(reader: Reader, name: string): Promise<boolean> {
  const owner = reader.selectFrom('owners').select('id').where('directory', '=', name)
  return (await owner.executeTakeFirst()) !== undefined
}
