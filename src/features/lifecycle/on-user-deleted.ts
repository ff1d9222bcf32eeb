import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import type { User } from '../../core/user.ts'
import { ownerDirectory, trashRoot } from './owner-directory.ts'

/**
 * Takes the user's directory with all repositories out of the way, just before the rows go. Moved in one step and
 * removed later by a job, so that a new account of the same name finds a clean place at once. A disk error is logged
 * and does not stop the deletion. Returns how to put it back if the rows stay after all.
 */
export async function onUserDeleted(app: Pick<App, 'config' | 'log'>, user: User): Promise<() => Promise<void>> {
  const from = ownerDirectory(app.config, user.username)
  const to = join(trashRoot(app.config), user.uuid)
  try {
    await mkdir(trashRoot(app.config), { recursive: true })
    await rename(from, to)
  } catch (error) {
    app.log.warn({ error: String(error), username: user.username }, 'on_user_deleted: could not move the directory')
    return () => Promise.resolve()
  }
  return () => rename(to, from)
}
