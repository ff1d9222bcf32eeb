import type { App } from '../../app.ts'
import { second } from '../../core/clock.ts'
import type { Dialect } from '../../db/handle.ts'
import { Patience } from '../lifecycle/patience.ts'
import { restoreOrphanedFiles } from '../lifecycle/purge-files.ts'
import { findLostRepositories } from './find-lost-repositories.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'log'>

/** Longer than anybody is between moving a folder and beginning to write down why. */
const longestMove = 10 * second

/** Directories that were being moved when a process died. On PostgreSQL another process may be moving them right now. */
export class PutBack {
  readonly #trash: Patience
  readonly #lost: Patience

  constructor(dialect: Dialect) {
    const wait = dialect === 'sqlite' ? 0 : longestMove
    this.#trash = new Patience(wait)
    this.#lost = new Patience(wait)
  }

  /** Deleted by half. */
  async trash(app: Needs): Promise<void> {
    const restored = await restoreOrphanedFiles(app, this.#trash)
    if (restored.length > 0) app.log.warn({ restored }, 'directories of owners that were not deleted were put back')
  }

  /** Given away by half. Looks at every repository, so it comes by seldom. */
  async lost(app: Needs): Promise<void> {
    const found = await findLostRepositories(app, this.#lost)
    if (found.length > 0) app.log.warn({ found }, 'repositories that were changing hands were put where they belong')
  }
}
