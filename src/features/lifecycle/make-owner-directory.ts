import { mkdir, open, rmdir } from 'node:fs/promises'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/handle.ts'
import { ownerDirectory, repositoriesRoot } from './owner-directory.ts'

const mostTries = 10

/**
 * Before the row of an owner is committed; a directory that is there already, or is left behind by a crash in between,
 * does no harm. Returns how to take it back when there will be no owner after all.
 */
export async function makeOwnerDirectory(
  app: Pick<App, 'config' | 'db' | 'log'>,
  name: string,
): Promise<() => Promise<void>> {
  const directory = ownerDirectory(app.config, name)
  const isNew = await makeIfMissing(directory)
  // The entry must be on disk before the owner is: an owner without its directory is half an owner.
  const root = await open(repositoriesRoot(app.config))
  try {
    await root.sync()
  } finally {
    await root.close()
  }
  return isNew ? () => takeBack(app, name, directory) : () => Promise.resolve()
}

/**
 * Whether it was missing. A recursive `mkdir` that finds something looks once more what that is, and fails when somebody
 * takes it back in between: then it is made anew.
 */
async function makeIfMissing(directory: string): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return (await mkdir(directory, { recursive: true })) !== undefined
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!isGone || tries === mostTries) throw error
    }
  }
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
