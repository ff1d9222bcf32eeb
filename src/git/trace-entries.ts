import { Pace } from '../core/pace.ts'
import type { RepoPath } from '../core/repo-path.ts'
import type { Sha } from '../core/sha.ts'
import { andThen, type Soon } from '../core/soon.ts'
import type { CommitWalk, Place } from './commit-walk.ts'
import type { FolderStates } from './folder-states.ts'
import { NewestFirst } from './newest-first.ts'
import type { FilterQuestion } from './path-sieve.ts'
import { itself, TouchedNames } from './touched-names.ts'

const mostVisits = 400_000
/** Names that are looked for in the filters of commits, in all: what takes longer is for git. */
const mostLooks = 20_000_000
/** Nobody else is served while so many are looked for. */
const looksAtOnce = 20_000
const firstAhead = 8
/** For them the states behind their changes need not be read. */
const fewNames = 4
/** What was known before a push lies behind the few commits that it brought. */
const mostNew = 200
const mostAhead = 64
/** The clock costs more than one. */
const stepsAtOnce = 8

export interface Wanted {
  readonly commit: Sha
  readonly path: RepoPath
  readonly names: readonly string[]
  /** What is known already of the same folder at an older commit. */
  readonly knownAt?: ((commit: Sha) => Promise<ReadonlyMap<string, Sha>> | null) | undefined
}

/** What is not found by then is for git to find. */
export interface Patience {
  readonly patienceMs: number
}

export interface Traced {
  readonly found: ReadonlyMap<string, Sha>
  /** Whoever is missing was never there. Otherwise it was not found soon enough. */
  readonly isWhole: boolean
}

/**
 * The last commit that touched each entry of a folder, as `rev-list -1` finds it: from a commit to the first parent that
 * has the same entry, until none has. Goes for all of them together.
 */
export async function traceEntries(walk: CommitWalk, states: FolderStates, wanted: Wanted & Patience): Promise<Traced> {
  const trace = new Trace(walk, states, wanted)
  const isWhole = await trace.run(wanted)
  return { found: trace.found, isWhole }
}

class Trace {
  readonly found = new Map<string, Sha>()
  readonly #walk: CommitWalk
  readonly #touched: TouchedNames
  readonly #states: FolderStates
  readonly #pace = new Pace()
  readonly #start: Place
  /** Where names have got to, and which they are. */
  readonly #pending = new Map<Place, Set<string>>()
  readonly #queue = new NewestFirst<Place>()
  readonly #patienceMs: number
  /** What lies far apart differs in more names: where many are looked for, each state is held against the one before it. */
  readonly #isFromStart: boolean
  #visits = 0
  #ahead: number
  #readingMs = 0

  constructor(walk: CommitWalk, states: FolderStates, { commit, path, names, patienceMs }: Wanted & Patience) {
    this.#walk = walk
    this.#states = states
    this.#touched = new TouchedNames(path)
    this.#start = walk.place(commit)
    this.#patienceMs = patienceMs
    this.#isFromStart = states.areWhole && names.length <= fewNames
    // What may have changed a single file has nearly always done so.
    this.#ahead = Math.min(firstAhead, names.length)
  }

  /** False where it was given up. */
  async run({ names, knownAt }: Wanted): Promise<boolean> {
    await this.#send(this.#start, names)
    for (let place = this.#queue.take(); place !== undefined; place = this.#queue.take()) {
      const wanted = this.#pending.get(place) ?? new Set<string>()
      this.#pending.delete(place)
      if (++this.#visits > mostVisits || this.#touched.looks > mostLooks) return false
      if (this.#visits > 1 && this.#visits < mostNew) {
        const known = knownAt?.(this.#walk.sha(place)) ?? null
        if (known !== null) this.#take(wanted, await known)
      }
      if (wanted.size === 0) continue
      const going = this.#goOn(place, wanted)
      if (!(going instanceof Promise ? await going : going)) return false
    }
    return true
  }

  #take(wanted: Set<string>, known: ReadonlyMap<string, Sha>): void {
    for (const name of wanted) {
      const sha = known.get(name)
      if (sha !== undefined && wanted.delete(name)) this.found.set(name, sha)
    }
  }

  #send(place: Place, sent: readonly string[] | Set<string>): Soon<void> {
    const there = this.#pending.get(place)
    if (there !== undefined) {
      for (const name of sent) there.add(name)
      return undefined
    }
    this.#pending.set(place, sent instanceof Set ? sent : new Set(sent))
    return andThen(this.#walk.date(place), (date) => this.#queue.add(place, date))
  }

  /** Most commits are in the index and have touched nothing of it: a promise would take longer than they do. */
  #goOn(place: Place, wanted: Set<string>): Soon<boolean> {
    return andThen(this.#walk.parents(place), (parents) => {
      const [first] = parents
      const asked = this.#touched.askedFor(wanted)
      if (first === undefined || this.#walk.mayChange(place, asked)) {
        return this.#look(place, parents, { wanted, asked })
      }
      const next = this.#visits < mostNew ? first : this.#passBy(first, asked)
      return andThen(this.#send(next, wanted), () => this.#rest())
    })
  }

  /** Behind a step, or behind as many of them as may be passed by at once. */
  #rest(): Soon<true> {
    const isShort = this.#visits < mostNew && this.#visits % stepsAtOnce !== 0
    return isShort ? true : this.#pace.isOver().then(() => true)
  }

  async #look(
    place: Place,
    parents: readonly Place[],
    { wanted, asked }: { readonly wanted: Set<string>; readonly asked: FilterQuestion },
  ): Promise<boolean> {
    // Also of one that was read as a parent: otherwise a history in one line would be read to its end.
    if (this.#states.isExhausted || this.#readingMs > this.#patienceMs) return false
    const began = performance.now()
    if (parents.length > 0 && !this.#states.has(place)) await this.#fetchFrom(place, asked)
    await this.#compare(place, parents, wanted)
    this.#readingMs += performance.now() - began
    await this.#pace.isOver()
    return true
  }

  async #fetchFrom(place: Place, asked: FilterQuestion): Promise<void> {
    const rest = (): Promise<unknown> => this.#pace.isOver()
    await this.#states.fetchAhead(place, { count: this.#ahead, asked, rest, onlyBefore: this.#isFromStart })
    this.#ahead = Math.min(mostAhead, this.#ahead * 2)
  }

  /** Past all that have touched none of these, as long as nobody else is to be met there. */
  #passBy(from: Place, asked: FilterQuestion): Place {
    const { newest } = this.#queue
    const endsAt =
      newest === null ? undefined : (place: number) => this.#walk.dateAt(place) < newest || this.#pending.has(place)
    const { place, steps } = this.#walk.passBy(from, asked, { most: looksAtOnce, endsAt })
    this.#visits += steps
    return place
  }

  /** Sends each on to the first parent that has the same. What none has was touched here. */
  async #compare(place: Place, parents: readonly Place[], wanted: Set<string>): Promise<void> {
    let left = wanted
    for (const parent of parents.length === 0 ? [null] : parents) {
      // Each that is looked for has been the same since the start.
      const changed = await this.#states.changed(parent === null || this.#isFromStart ? this.#start : place, parent)
      const touched = changed === null ? left : touchedOf(left, changed)
      if (parent !== null && touched.size < left.size) {
        // Most commits touch few of thousands: the others go on together, as they are.
        for (const name of touched) left.delete(name)
        await this.#send(parent, left)
      }
      left = touched
      if (left.size === 0) return
    }
    for (const name of left) this.found.set(name, this.#walk.sha(place))
  }
}

function touchedOf(wanted: ReadonlySet<string>, changed: ReadonlySet<string>): Set<string> {
  const touched = new Set<string>()
  for (const name of changed) if (wanted.has(name)) touched.add(name)
  if (changed.size > 0 && wanted.has(itself)) touched.add(itself)
  return touched
}
