import { Pace } from '../core/pace.ts'
import type { RepoPath } from '../core/repo-path.ts'
import type { Sha } from '../core/sha.ts'
import { hashPath, type PathHashes } from './changed-path-filter.ts'
import type { Place } from './commit-walk.ts'
import { changedEntries } from './compare-folders.ts'
import { type FolderTree, FolderTrees, type WalkParts } from './folder-trees.ts'
import { NewestFirst } from './newest-first.ts'

/** Each is two questions to `cat-file` or more; what is older is for git. */
const mostTrees = 600
const mostVisits = 400_000
/** Of looks into the filter of a commit: some milliseconds, in which nobody else is served. */
const mostAtOnce = 50_000
/** So many are looked for by name in the filters of what commits changed; with more it takes what reading a folder does. */
const fewNames = 500
const firstAhead = 8
/** What was known before a push lies behind the few commits that it brought. */
const mostNew = 200
const mostAhead = 64

/** Stands for the folder itself among its entries, none of which has this name. */
export const itself = ''

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

const noFolder = Buffer.alloc(0)

/**
 * The last commit that touched each entry of a folder, as `rev-list -1` finds it: from a commit to the first parent that
 * has the same entry, until none has. Goes for all of them together.
 */
export async function traceEntries(
  parts: WalkParts,
  { commit, path, names, knownAt, patienceMs }: Wanted & Patience,
): Promise<Traced> {
  const { walk } = parts
  const found = new Map<string, Sha>()
  const folder = hashPath(path)
  const hashes = new Map<string, PathHashes>(
    names.length > fewNames ? [] : names.map((name) => [name, hashOf(path, name)]),
  )
  const trees = new FolderTrees(parts, path)
  const pending = new Map<Place, Set<string>>()
  const queue = new NewestFirst<Place>()
  let visits = 0
  const send = async (place: Place, sent: readonly string[] | Set<string>): Promise<void> => {
    const there = pending.get(place)
    if (there === undefined) {
      pending.set(place, sent instanceof Set ? sent : new Set(sent))
      const date = walk.date(place)
      queue.add(place, date instanceof Promise ? await date : date)
    } else for (const name of sent) there.add(name)
  }
  /** Whether it may be that a commit has changed any of these. */
  const mayMatter = (place: Place, wanted: ReadonlySet<string>): boolean => {
    if (wanted.size > 1 && path !== '' && !walk.mayChange(place, folder)) return false
    if (wanted.size > fewNames) return true
    for (const name of wanted) if (walk.mayChange(place, hashes.get(name) ?? null)) return true
    return false
  }
  /** Past all that have touched none of these, as long as nobody else is to be met there. */
  const passBy = (from: Place, wanted: ReadonlySet<string>): Place => {
    let place = from
    const last = visits + Math.ceil(mostAtOnce / wanted.size)
    const { newest } = queue
    for (; typeof place === 'number' && visits < last; visits++) {
      if (newest !== null && (walk.dateAt(place) < newest || pending.has(place))) break
      const next = walk.firstParent(place)
      if (next === null || mayMatter(place, wanted)) break
      place = next
    }
    return place
  }
  await send(walk.place(commit), names)
  let ahead = firstAhead
  const pace = new Pace(patienceMs)
  for (let place = queue.take(); place !== undefined; place = queue.take()) {
    const wanted = pending.get(place) ?? new Set<string>()
    pending.delete(place)
    if (++visits > mostVisits) return { found, isWhole: false }
    const known = visits > 1 && visits < mostNew ? await knownAt?.(walk.sha(place)) : null
    for (const name of wanted) {
      const sha = known?.get(name)
      if (sha !== undefined && wanted.delete(name)) found.set(name, sha)
    }
    if (wanted.size === 0) continue
    const asked = walk.parents(place)
    const parents = asked instanceof Promise ? await asked : asked
    const [first] = parents
    if (first !== undefined && !mayMatter(place, wanted)) {
      await send(visits < mostNew ? first : passBy(first, wanted), wanted)
      if (await pace.isOver()) return { found, isWhole: false }
      continue
    }
    if (!trees.has(place)) {
      if (trees.count > mostTrees || (await pace.isOver())) return { found, isWhole: false }
      await trees.fetchAhead(place, ahead, (one) => mayMatter(one, wanted))
      ahead = Math.min(mostAhead, ahead * 2)
    }
    const here = await trees.at(place)
    for (const parent of parents.length === 0 ? [null] : parents) {
      const there = parent === null ? null : await trees.at(parent)
      const same = sameIn(wanted, here, there)
      for (const name of same) wanted.delete(name)
      if (same.length > 0 && parent !== null) await send(parent, same)
      if (wanted.size === 0) break
    }
    for (const name of wanted) found.set(name, walk.sha(place))
  }
  return { found, isWhole: true }
}

function hashOf(path: RepoPath, name: string): PathHashes {
  return hashPath(path === '' ? name : name === itself ? path : `${path}/${name}`)
}

function sameIn(wanted: ReadonlySet<string>, here: FolderTree | null, there: FolderTree | null): readonly string[] {
  if (here?.sha === there?.sha) return [...wanted]
  const changed = new Set(changedEntries(there?.data ?? noFolder, here?.data ?? noFolder))
  return [...wanted].filter((name) => name !== itself && !changed.has(name))
}
