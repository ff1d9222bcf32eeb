import { LRUCache } from 'lru-cache'
import { atMost } from '../core/at-most.ts'
import { type RepoPath, wayTo } from '../core/repo-path.ts'
import type { Sha } from '../core/sha.ts'
import { type DiffEnds, type DiffLimits, DiffReader, type RawDiff } from './diff-reader.ts'
import { type GitObject, type ObjectInfo, ObjectReader } from './object-reader.ts'
import { ProcessPool } from './process-pool.ts'
import { readStart } from './read-start.ts'
import type { Git, RepoDir } from './run-git.ts'

const mostReaders = 24
const mostWalkers = 4
const mostDiffers = 8
const idleMs = 60_000
const cacheBytes = 32 * 1024 * 1024
/** Larger blobs are streamed by a git of their own, never collected here. */
export const largestRead = 8 * 1024 * 1024
/** A folder with a million entries. */
const largestTree = 64 * 1024 * 1024
/** Its key, its places in the list, and what a buffer of its own takes. */
const besideData = 700
const mostInfos = 50_000
const placesBytes = 4 * 1024 * 1024
/** Its place in the list, and the id. */
const besidePlace = 200
const largestCached = 512 * 1024
/** Git goes from the top to each: what is deeper than anybody's folders would take it long. */
const deepestAhead = 30

/** Whoever goes through a long history asks a git of its own: no page waits behind hundreds of such questions. */
export type Lane = 'page' | 'walk'

/**
 * Objects of all repositories. An object never changes under its id, so what was read once is kept; kept per
 * repository, because having an object is what makes it readable there.
 */
export class ObjectStore {
  readonly #git: Git
  readonly #readers: Readonly<Record<Lane, ProcessPool<ObjectReader>>>
  readonly #differs: ProcessPool<DiffReader>
  readonly #cache = new LRUCache<string, GitObject>({
    maxSize: cacheBytes,
    sizeCalculation: (object) => object.data.length + besideData,
  })
  /** What is there stays what it is; what is not there may come. */
  readonly #infos = new LRUCache<string, ObjectInfo>(atMost(mostInfos))
  /** Whoever looks at a folder in one state often looks at it in another: the walks from both go by the same commits. */
  readonly #places = new LRUCache<string, Sha>({
    maxSize: placesBytes,
    sizeCalculation: (_, place) => place.length + besidePlace,
  })

  constructor(git: Git) {
    this.#git = git
    const readers = (most: number): ProcessPool<ObjectReader> =>
      new ProcessPool({ most, idleMs }, (dir, onEnd) => new ObjectReader(git, dir, onEnd))
    this.#readers = { page: readers(mostReaders), walk: readers(mostWalkers) }
    this.#differs = new ProcessPool({ most: mostDiffers, idleMs }, (dir, onEnd) => new DiffReader(git, dir, onEnd))
  }

  info(dir: RepoDir, sha: Sha): Promise<ObjectInfo | null> {
    const key = keyOf(dir, sha)
    const known = this.#infos.get(key)
    return known === undefined ? this.#ask(dir, sha) : Promise.resolve(known)
  }

  peel(dir: RepoDir, sha: Sha): Promise<ObjectInfo | null> {
    const known = this.#infos.get(keyOf(dir, sha))
    return known === undefined || known.type === 'tag' ? this.#peel(dir, sha) : Promise.resolve(known)
  }

  /** What stands at a path in a commit, without going through its folders here. */
  async infoAt(dir: RepoDir, commit: Sha, path: RepoPath, lane: Lane = 'page'): Promise<ObjectInfo | null> {
    const place = `${keyOf(dir, commit)}:${path}`
    const there = this.#places.get(place)
    if (there !== undefined) return this.info(dir, there)
    const info = this.#note(dir, await this.#readers[lane].of(dir).infoAt(commit, path))
    if (info !== null) this.#places.set(place, info.sha)
    return info
  }

  /**
   * Has the folders on the way to a path, and what stands there, read by two questions: from one to the next it would
   * take two for each.
   */
  async readAhead(dir: RepoDir, commit: Sha, path: RepoPath): Promise<void> {
    const way = wayTo(path)
    if (way.length > deepestAhead) return
    const found = await Promise.all(way.map((place) => this.infoAt(dir, commit, place)))
    const small = found.filter((info) => info !== null).filter(({ size }) => size <= largestCached)
    await Promise.all(small.map(({ sha }) => this.read(dir, sha)))
  }

  /** Whether it would be read at once. */
  has(dir: RepoDir, sha: Sha): boolean {
    return this.#cache.has(keyOf(dir, sha))
  }

  /**
   * Null when the repository has no such object. Of a commit or tag that is larger than anybody reads the beginning,
   * where all that counts stands; throws for other objects that are too large to hold.
   */
  async read(dir: RepoDir, sha: Sha, lane: Lane = 'page'): Promise<GitObject | null> {
    const key = keyOf(dir, sha)
    const known = this.#cache.get(key)
    if (known !== undefined) return known
    const info = await this.info(dir, sha)
    if (info === null) return null
    if (info.size > largestRead) {
      if (info.type === 'commit' || info.type === 'tag') {
        return { ...info, data: await readStart(this.#git, dir, info) }
      }
      if (info.type === 'blob' || info.size > largestTree) throw new ObjectTooLarge(info)
    }
    const object = await this.#readers[lane].of(dir).read(sha)
    if (object === null) this.#infos.delete(key)
    else if (object.size <= largestCached) this.#cache.set(key, object)
    return object
  }

  /**
   * The same of what is known to be a commit: hardly any is too large to hold, so its size is not asked for first, which
   * would be a question and an answer more for each page.
   */
  async readCommit(dir: RepoDir, sha: Sha): Promise<GitObject | null> {
    const key = keyOf(dir, sha)
    if (this.#cache.has(key) || this.#infos.has(key)) return this.read(dir, sha)
    const found = await this.#readers.page.of(dir).readUpTo(sha, largestCached)
    this.#note(dir, found)
    if (found === null) return null
    if (!('data' in found)) return this.read(dir, sha)
    this.#cache.set(key, found)
    return found
  }

  /** How two states differ. Null where another question is being answered. */
  diff(dir: RepoDir, ends: DiffEnds, limits: DiffLimits): Promise<RawDiff> | null {
    return this.#differs.of(dir).ask(ends, limits)
  }

  /** A repository that was moved or deleted: nobody may go on reading it under the old name. */
  forget(dir: RepoDir): void {
    for (const readers of Object.values(this.#readers)) readers.end(dir)
    this.#differs.end(dir)
    for (const cache of [this.#cache, this.#infos, this.#places]) {
      for (const key of cache.keys()) if (key.startsWith(`${dir}\0`)) cache.delete(key)
    }
  }

  close(): void {
    for (const readers of Object.values(this.#readers)) readers.close()
    this.#differs.close()
  }

  async #ask(dir: RepoDir, sha: Sha): Promise<ObjectInfo | null> {
    return this.#note(dir, await this.#readers.page.of(dir).info(sha))
  }

  async #peel(dir: RepoDir, sha: Sha): Promise<ObjectInfo | null> {
    return this.#note(dir, await this.#readers.page.of(dir).peel(sha))
  }

  #note(dir: RepoDir, info: ObjectInfo | null): ObjectInfo | null {
    // Not what was read with it: that would be kept for as long.
    if (info !== null) this.#infos.set(keyOf(dir, info.sha), { sha: info.sha, type: info.type, size: info.size })
    return info
  }
}

class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge'
  readonly info: ObjectInfo

  constructor(info: ObjectInfo) {
    super(`The object ${info.sha} has ${info.size} bytes`)
    this.info = info
  }
}

function keyOf(dir: RepoDir, sha: Sha): string {
  return `${dir}\0${sha}`
}
