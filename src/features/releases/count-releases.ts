import type { App } from '../../app.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { sightOf } from './require-release.ts'
import { countVisible } from './store.ts'

/** As many as the reader would find in the list. */
export function countReleases(app: Pick<App, 'db'>, repo: OpenRepo): Promise<number> {
  return countVisible(app.db, repo, sightOf(repo))
}
