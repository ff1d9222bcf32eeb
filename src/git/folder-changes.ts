import type { ChangedNames } from './changed-names.ts'
import type { CommitWalk, Place } from './commit-walk.ts'
import { type Ahead, type FolderStates, listAhead } from './folder-states.ts'

/** What commits changed in a folder, by asking a git for it: for folders that are too wide, or histories too long, to read. */
export class FolderChanges implements FolderStates {
  readonly isExhausted = false
  readonly areWhole = false
  readonly #walk: CommitWalk
  readonly #names: ChangedNames
  /** Against the first parent each, asked for ahead. */
  readonly #told = new Map<Place, Promise<ReadonlySet<string>>>()

  constructor(walk: CommitWalk, names: ChangedNames) {
    this.#walk = walk
    this.#names = names
  }

  has(place: Place): boolean {
    return this.#told.has(place)
  }

  async fetchAhead(from: Place, ahead: Ahead): Promise<void> {
    for (const [place, parent] of await listAhead(this.#walk, from, ahead)) {
      if (parent === undefined || this.has(place)) continue
      const told = this.#ask(place, parent)
      // Whoever asked for it ahead may never look at it.
      told.catch(() => undefined)
      this.#told.set(place, told)
    }
  }

  async changed(place: Place, parent: Place | null): Promise<ReadonlySet<string> | null> {
    if (parent === null) return null
    const [first] = await this.#walk.parents(place)
    const told = first === parent ? this.#told.get(place) : undefined
    this.#told.delete(place)
    return told ?? this.#ask(place, parent)
  }

  #ask(place: Place, parent: Place): Promise<ReadonlySet<string>> {
    return this.#names.between(this.#walk.sha(place), this.#walk.sha(parent))
  }
}
