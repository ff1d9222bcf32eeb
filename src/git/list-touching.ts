import { Pace } from '../core/pace.ts'
import type { RepoPath } from '../core/repo-path.ts'
import type { Sha } from '../core/sha.ts'
import type { CommitWalk, Place } from './commit-walk.ts'
import { FolderTrees, type WalkParts } from './folder-trees.ts'
import { NewestFirst } from './newest-first.ts'
import type { FilterQuestion } from './path-sieve.ts'
import { TouchedNames } from './touched-names.ts'
import type { Patience } from './trace-entries.ts'

/** Of what was touched more often git tells sooner. */
const mostTouches = 100
const mostTrees = 400
const mostVisits = 400_000
/** Some milliseconds, in which nobody else is served. */
const mostAtOnce = 20_000
const ahead = 16

export interface Entry extends Patience {
  readonly commit: Sha
  readonly folder: RepoPath
  readonly name: string
}

/**
 * All commits that have changed a file or a folder, as `rev-list` lists them: of a merge that changed nothing of what one
 * parent has, only that parent's history counts. Null where git is to be asked.
 */
export async function listTouching(parts: WalkParts, entry: Entry): Promise<readonly Sha[] | null> {
  const list = new TouchingList(parts, entry)
  return list.isLong() ? null : list.run()
}

class TouchingList {
  readonly #walk: CommitWalk
  readonly #from: Place
  readonly #name: string
  readonly #asked: FilterQuestion
  readonly #trees: FolderTrees
  readonly #pace: Pace
  readonly #queue = new NewestFirst<Place>()
  readonly #met: MetPlaces
  #visits = 0

  constructor(parts: WalkParts, { commit, folder, name, patienceMs }: Entry) {
    this.#walk = parts.walk
    this.#from = parts.walk.place(commit)
    this.#name = name
    this.#asked = new TouchedNames(folder).askedFor(new Set([name]))
    this.#trees = new FolderTrees(parts, folder)
    this.#pace = new Pace(patienceMs)
    this.#met = new MetPlaces(parts.walk.graph?.size ?? 0)
  }

  /** By the filters of the main line alone, which takes next to no time. */
  isLong(): boolean {
    let touches = 0
    let steps = 0
    for (let place: Place | null = this.#from; typeof place === 'number' && steps < mostAtOnce; steps++) {
      if (this.#mayTouch(place) && ++touches > mostTouches) return true
      const parent = this.#walk.firstParent(place)
      if (parent === null) return false
      const passed = this.#walk.passBy(parent, this.#asked, { most: mostAtOnce })
      steps += passed.steps
      place = passed.place
    }
    return false
  }

  async run(): Promise<readonly Sha[] | null> {
    const touching: Sha[] = []
    await this.#meet(this.#from)
    for (let place = this.#queue.take(); place !== undefined; place = this.#queue.take()) {
      if (++this.#visits > mostVisits || this.#trees.count > mostTrees || (await this.#pace.isOver())) return null
      const parents = await this.#walk.parents(place)
      const [first] = parents
      if (first !== undefined && !this.#mayTouch(place)) {
        await this.#passBy(first)
        continue
      }
      const same = await this.#sameIn(place, parents)
      if (same === undefined) touching.push(this.#walk.sha(place))
      for (const parent of same === undefined ? parents : [same]) if (parent !== null) await this.#meet(parent)
    }
    return touching
  }

  #mayTouch(place: Place): boolean {
    return this.#walk.mayChange(place, this.#asked)
  }

  async #meet(place: Place): Promise<void> {
    if (this.#met.has(place)) return
    this.#met.add(place)
    this.#queue.add(place, await this.#walk.date(place))
  }

  /** Down the main line to the next that may have touched it, or to whose turn it is not yet. */
  async #passBy(from: Place): Promise<void> {
    const { newest } = this.#queue
    const { place, steps } = this.#walk.passBy(from, this.#asked, {
      most: mostAtOnce,
      endsAt: (one) => this.#met.has(one) || (newest !== null && this.#walk.dateAt(one) <= newest),
      passes: (one) => this.#met.add(one),
    })
    this.#visits += steps
    await this.#meet(place)
  }

  /** The first parent that has the same; null stands for a beginning that has nothing either. */
  async #sameIn(place: Place, parents: readonly Place[]): Promise<Place | null | undefined> {
    if (!this.#trees.has(place)) {
      await this.#trees.fetchAhead(place, { count: ahead, asked: this.#asked, rest: () => this.#pace.isOver() })
    }
    for (const parent of parents.length === 0 ? [null] : parents) {
      const changed = await this.#trees.changed(place, parent)
      if (!changed.has(this.#name)) return parent
    }
    return undefined
  }
}

/** A walk meets most commits of a long history: a set of them would take longer than the walk. */
class MetPlaces {
  readonly #inIndex: Uint8Array
  readonly #outside = new Set<Sha>()

  constructor(size: number) {
    this.#inIndex = new Uint8Array(size)
  }

  has(place: Place): boolean {
    return typeof place === 'string' ? this.#outside.has(place) : this.#inIndex[place] === 1
  }

  add(place: Place): void {
    if (typeof place === 'string') this.#outside.add(place)
    else this.#inIndex[place] = 1
  }
}
