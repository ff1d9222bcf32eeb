import type { RepoPath } from '../core/repo-path.ts'
import type { Sha } from '../core/sha.ts'
import { hashPath } from './changed-path-filter.ts'
import { type CommitWalk, type Place, TooFar } from './commit-walk.ts'
import { changedEntries } from './compare-folders.ts'
import { type Ahead, type FolderStates, listAhead } from './folder-states.ts'
import type { ObjectStore } from './object-store.ts'
import { PathSieve } from './path-sieve.ts'
import type { RepoDir } from './run-git.ts'

interface FolderTree {
  readonly sha: Sha
  readonly data: Buffer
}

export interface WalkParts {
  readonly objects: ObjectStore
  readonly dir: RepoDir
  readonly walk: CommitWalk
}

/** Many are held at the same time, and larger ones take git long to tell. */
const largest = 512 * 1024
/** In all states together: to compare more would take the thread that serves longer than git takes beside it. */
const mostBytes = 4 * 1024 * 1024
const furthest = 5000
/** Each is two questions to `cat-file` or more; what is older is for git. */
const mostTrees = 600
/** No more than that are read in the way of others. */
const fewTrees = 32

const noFolder = Buffer.alloc(0)
const nothing: ReadonlySet<string> = new Set()

/** A folder as it was in each commit, read when it is first asked for. */
export class FolderTrees implements FolderStates {
  readonly #parts: WalkParts
  readonly #path: RepoPath
  readonly #asked: PathSieve
  readonly areWhole = true
  readonly #made = new Map<Place, Place>()
  readonly #read = new Map<Place, Promise<FolderTree | null>>()
  readonly #ahead = new Set<Place>()
  #bytes = 0

  constructor(parts: WalkParts, path: RepoPath) {
    // A question to git is a line.
    if (path.includes('\n')) throw new TooFar('A folder that git cannot be asked about by its name')
    this.#parts = parts
    this.#path = path
    this.#asked = new PathSieve(path === '' ? null : hashPath(path))
  }

  get count(): number {
    return this.#read.size
  }

  get isExhausted(): boolean {
    return this.#read.size > mostTrees
  }

  has(place: Place): boolean {
    return this.#read.has(place) || this.#ahead.has(place)
  }

  async fetchAhead(from: Place, ahead: Ahead): Promise<void> {
    const listed = await listAhead(this.#parts.walk, from, ahead)
    for (const [place] of listed) this.#ahead.add(place)
    const both = listed.flatMap(([place, parent]) => [
      ...(ahead.onlyBefore === true ? [] : [place]),
      ...(parent === undefined ? [] : [parent]),
    ])
    await Promise.all(both.map((place) => this.#at(place)))
  }

  async changed(place: Place, parent: Place | null): Promise<ReadonlySet<string>> {
    const here = await this.#at(place)
    const there = parent === null ? null : await this.#at(parent)
    if (here?.sha === there?.sha) return nothing
    return new Set(changedEntries(there?.data ?? noFolder, here?.data ?? noFolder))
  }

  /** By where it may have been made as it is: it is the same in all commits since. */
  async #at(place: Place): Promise<FolderTree | null> {
    const made = this.#made.get(place) ?? this.#parts.walk.passBy(place, this.#asked, { most: furthest }).place
    this.#made.set(place, made)
    const known = this.#read.get(made)
    if (known !== undefined) return known
    // Git has newer folders as they are, and older ones by how they differ from those.
    const read = this.#find(place)
    // Whoever asked for it ahead may never look at it.
    read.catch(() => undefined)
    this.#read.set(made, read)
    return read
  }

  async #find(place: Place): Promise<FolderTree | null> {
    const { objects, dir, walk } = this.#parts
    const lane = this.#read.size < fewTrees ? 'page' : 'walk'
    // Git goes down to it by itself, which saves two questions for each folder on the way.
    const info =
      this.#path === ''
        ? await objects.info(dir, await walk.tree(place))
        : await objects.infoAt(dir, walk.sha(place), this.#path, lane)
    if (info?.type !== 'tree') return null
    this.#bytes += info.size
    if (info.size > largest || this.#bytes > mostBytes)
      throw new TooFar('A folder is too large to be compared so often')
    const tree = await objects.read(dir, info.sha, lane)
    return tree && { sha: info.sha, data: tree.data }
  }
}
