import type { CommitWalk, Place } from './commit-walk.ts'
import type { FilterQuestion } from './path-sieve.ts'

/** What will be wanted next. */
export interface Ahead {
  readonly count: number
  readonly asked: FilterQuestion
  /** The states before the changes, without those behind them. */
  readonly onlyBefore?: boolean
  readonly rest: () => Promise<unknown>
}

/** A folder through its history. */
export interface FolderStates {
  /** More would take too long. */
  readonly isExhausted: boolean
  /** Whether states that lie far apart are compared as fast as others. */
  readonly areWhole: boolean
  /** Whether it was read, or asked for ahead. */
  has(place: Place): boolean
  /** Asks for those that will be wanted next, all at once, instead of waiting for one after the other. */
  fetchAhead(from: Place, ahead: Ahead): Promise<void>
  /** The names of what differs between a commit and a parent of it; null where everything does. */
  changed(place: Place, parent: Place | null): Promise<ReadonlySet<string> | null>
}

/** Looks into filters: some milliseconds, in turns. */
const furthest = 60_000
const looksAtOnce = 20_000

/** The next ones on the main line that may have changed what is asked for, each with its parent. */
export async function listAhead(
  walk: CommitWalk,
  from: Place,
  { count, asked, rest }: Ahead,
): Promise<readonly (readonly [Place, Place | undefined])[]> {
  const listed: (readonly [Place, Place | undefined])[] = []
  const last = asked.looks + furthest
  for (let place: Place = from; ; ) {
    const parents = walk.parents(place)
    const [parent]: readonly Place[] = parents instanceof Promise ? await parents : parents
    if (place === from || walk.mayChange(place, asked)) listed.push([place, parent])
    if (parent === undefined || listed.length >= count || asked.looks >= last) return listed
    await rest()
    place = walk.passBy(parent, asked, { most: looksAtOnce }).place
  }
}
