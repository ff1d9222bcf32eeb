import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { ownerDirectory, trashRoot } from './owner-directory.ts'
import { undoUnlessCommitted } from './undo-unless-committed.ts'

/**
 * Takes an owner's directory with all repositories out of the way, just before the rows go. Moved in one step and
 * removed later by a job, so that a new owner of the same name finds a clean place at once. A disk error is logged and
 * does not stop the deletion. Returns what to do when the rows were not deleted: it is put back if they
 * are there indeed.
 */
export async function moveOwnerAway(
  app: Pick<App, 'config' | 'db' | 'log'>,
  owner: { readonly uuid: string; readonly directory: string },
  about: { readonly hook: string; readonly fields: Readonly<Record<string, unknown>> },
): Promise<(error: unknown) => Promise<void>> {
  const from = ownerDirectory(app.config, owner.directory)
  const to = join(trashRoot(app.config), owner.uuid)
  try {
    await mkdir(trashRoot(app.config), { recursive: true })
    await rename(from, to)
  } catch (error) {
    app.log.warn({ error: String(error), ...about.fields }, `${about.hook}: could not move the directory`)
    return () => Promise.resolve()
  }
  return (error) =>
    undoUnlessCommitted(app, error, {
      isCommitted: async () => {
        const row = app.db.selectFrom('owners').select('id').where('uuid', '=', owner.uuid)
        return (await row.executeTakeFirst()) === undefined
      },
      undo: () => rename(to, from),
    })
}
