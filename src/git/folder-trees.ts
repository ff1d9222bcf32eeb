import type { RepoPath } from '../core/repo-path.ts'
import type { Sha } from '../core/sha.ts'
import { hashPath, type PathHashes } from './changed-path-filter.ts'
import { type CommitWalk, type Place, TooFar } from './commit-walk.ts'
import type { ObjectStore } from './object-store.ts'
import { findBytesInTree, type TreeEntry } from './parse-tree.ts'
import type { RepoDir } from './run-git.ts'

export interface FolderTree {
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
const furthest = 5000

/** A folder as it was in each commit, read when it is first asked for. */
export class FolderTrees {
  readonly #parts: WalkParts
  readonly #folders: readonly Buffer[]
  readonly #hashes: PathHashes
  readonly #read = new Map<Place, Promise<FolderTree | null>>()

  constructor(parts: WalkParts, path: RepoPath) {
    this.#parts = parts
    this.#folders = path === '' ? [] : path.split('/').map((name) => Buffer.from(name))
    this.#hashes = path === '' ? null : hashPath(path)
  }

  get count(): number {
    return this.#read.size
  }

  has(place: Place): boolean {
    return this.#read.has(place)
  }

  async at(asked: Place): Promise<FolderTree | null> {
    const place = await this.#whereMade(asked)
    const known = this.#read.get(place)
    if (known !== undefined) return known
    const read = this.#find(place)
    // Who asked for it ahead may never look at it.
    read.catch(() => undefined)
    this.#read.set(place, read)
    return read
  }

  /** Asks for those that will be wanted next, all at once, instead of waiting for one after the other. */
  async fetchAhead(from: Place, count: number, isWanted: (place: Place) => boolean): Promise<void> {
    const asked: Promise<unknown>[] = []
    let steps = 0
    for (
      let place: Place | undefined = from;
      place !== undefined && asked.length < count && steps < furthest;
      steps++
    ) {
      const parents = this.#parts.walk.parents(place)
      const [parent]: readonly Place[] = parents instanceof Promise ? await parents : parents
      if (place === from || isWanted(place)) {
        asked.push(this.at(place))
        if (parent !== undefined) asked.push(this.at(parent))
      }
      place = parent
    }
    await Promise.all(asked)
  }

  /** Down to where it may have been made as it is: those on the way need not be read. */
  async #whereMade(place: Place): Promise<Place> {
    const { walk } = this.#parts
    let made = place
    for (let steps = 0; steps < furthest && !walk.mayChange(made, this.#hashes); steps++) {
      const parents = walk.parents(made)
      const [first] = parents instanceof Promise ? await parents : parents
      if (first === undefined) break
      made = first
    }
    return made
  }

  async #find(place: Place): Promise<FolderTree | null> {
    let tree: FolderTree | null = await this.#tree(await this.#parts.walk.tree(place))
    for (const name of this.#folders) {
      const entry: TreeEntry | null = tree && findBytesInTree(tree.data, name)
      tree = entry?.kind === 'folder' ? await this.#tree(entry.sha) : null
    }
    return tree
  }

  async #tree(sha: Sha): Promise<FolderTree | null> {
    const { objects, dir } = this.#parts
    const info = await objects.info(dir, sha)
    if (info !== null && info.size > largest) throw new TooFar('A folder is too large to be compared in many states')
    const tree = info && (await objects.read(dir, sha))
    return tree && { sha, data: tree.data }
  }
}
