import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Release } from './release.ts'
import { findRelease } from './store.ts'

/** For whoever tells others of a release that was published. */
export function findPublishedRelease(app: Pick<App, 'db'>, repo: Repo, id: number): Promise<Release | null> {
  return findRelease(app.db, repo, { drafts: false }, { id })
}
