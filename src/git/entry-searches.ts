import { Fault } from '../core/errors.ts'
import { Turns } from '../core/turns.ts'
import { ChangedNames } from './changed-names.ts'
import type { CommitWalks } from './commit-walks.ts'
import { FolderChanges } from './folder-changes.ts'
import type { Git, RepoDir } from './run-git.ts'
import { type Traced, traceEntries, type Wanted } from './trace-entries.ts'

/** Nobody waits for it: they look again. */
const searchMs = 30_000
/** Whoever looks at a hundred states of a wide folder has nobody else wait for all of them. */
const limits = { atOnce: 1, each: 1, waiting: 32, eachWaiting: 4, patienceMs: 2 * searchMs }

/**
 * Finds the last commits that touched entries of a folder which is too wide, or touched too often, to be read: a git tells
 * what was changed. One at a time in the whole process.
 */
export class EntrySearches {
  readonly #walks: CommitWalks
  readonly #turns = new Turns(limits)

  constructor(walks: CommitWalks) {
    this.#walks = walks
  }

  /** Null where the index does not know enough for it. Whoever gets no turn has found nothing yet. */
  async search(git: Git, dir: RepoDir, wanted: Wanted): Promise<Traced | null> {
    try {
      return await this.#turns.run(dir, () => this.#trace(git, dir, wanted))
    } catch (error) {
      if (error instanceof Fault && error.kind === 'unavailable') return { found: new Map(), isWhole: false }
      throw error
    }
  }

  async #trace(git: Git, dir: RepoDir, wanted: Wanted): Promise<Traced | null> {
    const names = new ChangedNames(git, dir, wanted.path)
    try {
      return await this.#walks.in(dir, (walk) =>
        traceEntries(walk, new FolderChanges(walk, names), { ...wanted, patienceMs: searchMs }),
      )
    } finally {
      names.close()
    }
  }
}
