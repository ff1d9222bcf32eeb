import { CommitGraphs } from './commit-graphs.ts'
import { CommitWalk, TooFar } from './commit-walk.ts'
import type { ObjectStore } from './object-store.ts'
import type { RepoDir } from './run-git.ts'

/** Begins walks through the commits of repositories, over git's own indexes of them. */
export class CommitWalks {
  readonly #objects: ObjectStore
  readonly #graphs = new CommitGraphs()

  constructor(objects: ObjectStore) {
    this.#objects = objects
  }

  /** Null where the walk went too far: git has to be asked. */
  async in<T>(dir: RepoDir, act: (walk: CommitWalk) => Promise<T>): Promise<T | null> {
    try {
      return await act(new CommitWalk(this.#objects, dir, await this.#graphs.of(dir)))
    } catch (error) {
      // An index that is broken inside leads beyond its end: git says what there is to say.
      if (error instanceof TooFar || error instanceof RangeError) return null
      throw error
    }
  }
}
