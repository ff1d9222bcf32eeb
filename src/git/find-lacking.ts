import type { Sha } from '../core/sha.ts'
import { type CommitWalk, type Place, TooFar } from './commit-walk.ts'

/** A commit that somebody lacks. */
export interface LackedCommit {
  readonly sha: Sha
  readonly tree: Sha
  /** The tree of what it stands on first; null of one that stands on nothing. */
  readonly treeBelow: Sha | null
}

export interface Lacking {
  /** Each behind all that it stands on. */
  readonly commits: readonly LackedCommit[]
  /** Which of theirs those stand on. */
  readonly met: readonly Sha[]
  /** Whether each that is wanted stands on one of theirs. */
  readonly isOnTheirs: boolean
}

/** What comes with one fetch, mostly. */
const most = 64

/**
 * Goes down from what is wanted to what somebody has. What they have further down without having named it is found as well
 * as what they lack: too much is never wrong, and too much of that is for git.
 */
export async function findLacking(walk: CommitWalk, wanted: readonly Sha[], had: readonly Sha[]): Promise<Lacking> {
  const theirs = new Set(had.map((sha) => walk.place(sha)))
  const met = new Set<Place>()
  const opened = new Map<Place, readonly Place[]>()
  const onTheirs = new Set<Place>()
  const lacked = new Set<Place>()
  const stack = wanted.map((sha) => walk.place(sha))
  for (let place = stack.at(-1); place !== undefined; place = stack.at(-1)) {
    const parents = opened.get(place)
    if (theirs.has(place)) {
      met.add(place)
      onTheirs.add(place)
      stack.pop()
    } else if (parents === undefined) {
      if (opened.size === most) throw new TooFar('Too many commits are lacking')
      const found = await walk.parents(place)
      opened.set(place, found)
      stack.push(...found.filter((parent) => !opened.has(parent)))
    } else {
      lacked.add(place)
      if (parents.some((parent) => onTheirs.has(parent))) onTheirs.add(place)
      stack.pop()
    }
  }
  const commits: LackedCommit[] = []
  for (const place of lacked) {
    const below = opened.get(place)?.[0]
    commits.push({
      sha: walk.sha(place),
      tree: await walk.tree(place),
      treeBelow: below === undefined ? null : await walk.tree(below),
    })
  }
  return {
    commits,
    met: Array.from(met, (place) => walk.sha(place)),
    isOnTheirs: wanted.every((sha) => onTheirs.has(walk.place(sha))),
  }
}
