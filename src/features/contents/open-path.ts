import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { RepoPath } from '../../core/repo-path.ts'
import { openPlace } from '../commits/open-history.ts'
import { type FoundEntry, requireEntry } from './find-entry.ts'
import type { OpenRevision } from './open-revision.ts'

export interface OpenPath extends OpenRevision {
  readonly path: RepoPath
  readonly entry: FoundEntry
}

/** What a page shows: `where` is a ref and a path in one, as they stand in its address; '' is the default branch. */
export async function openPath(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  where: string,
): Promise<OpenPath> {
  const open = await openPlace(app, actor, ref, { where, mayBeGone: true })
  return { ...open, entry: await requireEntry(app, open.dir, open.revision.sha, open.path) }
}
