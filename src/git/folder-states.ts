import type { CommitWalk, Place } from './commit-walk.ts'

/** What will be wanted next. */
export interface Ahead {
  readonly count: number
  readonly isWanted: (place: Place) => boolean
  readonly rest: () => Promise<unknown>
}

/** A folder through its history. */
export interface FolderStates {
  /** More would take too long. */
  readonly isExhausted: boolean
  has(place: Place): boolean
  /** Asks for those that will be wanted next, all at once, instead of waiting for one after the other. */
  fetchAhead(from: Place, ahead: Ahead): Promise<void>
  /** The names of what differs between a commit and a parent of it; null where everything does. */
  changed(place: Place, parent: Place | null): Promise<ReadonlySet<string> | null>
}

const furthest = 5000
/** Each is looked at for hundreds of names. */
const stepsAtOnce = 16

/** The next ones on the main line that are wanted, each with its parent. */
export async function listAhead(
  walk: CommitWalk,
  from: Place,
  { count, isWanted, rest }: Ahead,
): Promise<readonly (readonly [Place, Place | undefined])[]> {
  const listed: (readonly [Place, Place | undefined])[] = []
  let place: Place | undefined = from
  for (let steps = 0; place !== undefined && listed.length < count && steps < furthest; steps++) {
    if (steps % stepsAtOnce === 0) await rest()
    const parents = walk.parents(place)
    const [parent]: readonly Place[] = parents instanceof Promise ? await parents : parents
    if (place === from || isWanted(place)) listed.push([place, parent])
    place = parent
  }
  return listed
}
