import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { ownerDirectory, trashRoot } from './owner-directory.ts'

/**
 * Takes an owner's directory with all repositories out of the way, just before the rows go. Moved in one step and
 * removed later by a job, so that a new owner of the same name finds a clean place at once. A disk error is logged and
 * does not stop the deletion. Returns how to put it back if the rows stay after all.
 */
export async function moveOwnerAway(
  app: Pick<App, 'config' | 'log'>,
  owner: { readonly uuid: string; readonly directory: string },
  about: { readonly hook: string; readonly fields: Readonly<Record<string, unknown>> },
): Promise<() => Promise<void>> {
  const from = ownerDirectory(app.config, owner.directory)
  const to = join(trashRoot(app.config), owner.uuid)
  try {
    await mkdir(trashRoot(app.config), { recursive: true })
    await rename(from, to)
  } catch (error) {
    app.log.warn({ error: String(error), ...about.fields }, `${about.hook}: could not move the directory`)
    return () => Promise.resolve()
  }
  return () => rename(to, from)
}
