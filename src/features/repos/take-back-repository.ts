import type { App } from '../../app.ts'
import { removeRepository } from '../../git/repository-folder.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { undoUnlessCommitted } from '../lifecycle/undo-unless-committed.ts'

/** After a new repository could not be written down: its folder goes, unless it was written down all the same. */
export function takeBackRepository(
  app: Pick<App, 'db' | 'log'>,
  error: unknown,
  { uuid, dir }: { readonly uuid: string; readonly dir: RepoDir },
): Promise<void> {
  return undoUnlessCommitted(app, error, {
    isCommitted: async () => {
      const row = app.db.selectFrom('repos').select('id').where('uuid', '=', uuid)
      return (await row.executeTakeFirst()) !== undefined
    },
    undo: () => removeRepository(dir),
  })
}
