import type { Sha } from '../core/sha.ts'
import { TooFar } from './commit-walk.ts'
import { changedPairs } from './compare-folders.ts'
import type { LackedCommit } from './find-lacking.ts'
import type { GitObject } from './object-reader.ts'
import type { ObjectStore } from './object-store.ts'
import type { TreeEntry } from './parse-tree.ts'
import type { RepoDir } from './run-git.ts'
import type { ToPack } from './write-pack.ts'

/** Beyond these a git of its own is quicker, and does not take the time of the thread that serves. */
const mostBytes = 192 * 1024
const longest = 64 * 1024
const mostObjects = 150

const nothing = Buffer.alloc(0)

/**
 * The objects of some commits that somebody lacks who has all that these stand on. Null where that is more than a few, or
 * something is not there: git knows what to say.
 */
export async function gatherNews(
  objects: ObjectStore,
  dir: RepoDir,
  commits: readonly LackedCommit[],
): Promise<readonly ToPack[] | null> {
  const news = new News(objects, dir)
  try {
    // One after the other: what is not new in one is known from what it stands on.
    for (const commit of commits) await news.add(commit)
    return news.objects
  } catch (error) {
    if (error instanceof TooFar) return null
    throw error
  }
}

class News {
  readonly objects: ToPack[] = []
  readonly #store: ObjectStore
  readonly #dir: RepoDir
  /** What they get, and what they have because something stands on it that they have. */
  readonly #known = new Set<Sha>()
  #bytes = 0
  #read = 0

  constructor(store: ObjectStore, dir: RepoDir) {
    this.#store = store
    this.#dir = dir
  }

  async add({ sha, tree, treeBelow }: LackedCommit): Promise<void> {
    this.#take(await this.#object(sha), null)
    await this.#addFolder(tree, treeBelow)
  }

  async #addFolder(sha: Sha, below: Sha | null): Promise<void> {
    if (sha === below || this.#known.has(sha)) return
    const [after, before] = await this.#both(sha, below)
    this.#take(after, before)
    const changes = Array.from(changedPairs(before?.data ?? nothing, after.data))
    await Promise.all(changes.map((change) => this.#addEntry(change.after, change.before)))
  }

  async #addEntry(now: TreeEntry | null, before: TreeEntry | null): Promise<void> {
    // The commit of a submodule is in another repository.
    if (now === null || now.kind === 'submodule') return
    const isFolder = now.kind === 'folder'
    const isAlike = before !== null && before.kind !== 'submodule' && (before.kind === 'folder') === isFolder
    const below = isAlike ? before.sha : null
    if (isFolder) return this.#addFolder(now.sha, below)
    if (now.sha === below || this.#known.has(now.sha)) return
    this.#take(...(await this.#both(now.sha, below)))
  }

  /**
   * What it is told by is among what they have: either it came before, or it was in a commit that they have, and is not sent
   * any more. So nothing is told by itself in the end.
   */
  #take(object: GitObject, base: GitObject | null): void {
    if (this.#known.has(object.sha)) return
    this.#known.add(object.sha)
    if (base !== null) this.#known.add(base.sha)
    this.objects.push({ object, base: base?.type === object.type ? base : null })
  }

  #both(sha: Sha, below: Sha | null): Promise<[GitObject, GitObject | null]> {
    return Promise.all([this.#object(sha), below === null ? null : this.#object(below)])
  }

  async #object(sha: Sha): Promise<GitObject> {
    const info = await this.#store.info(this.#dir, sha)
    if (info === null || info.size > longest) throw new TooFar(`${sha} is too long, or not there`)
    this.#bytes += info.size
    if (this.#bytes > mostBytes || ++this.#read > mostObjects) throw new TooFar('Too much is new')
    const object = await this.#store.read(this.#dir, sha)
    if (object === null) throw new TooFar(`${sha} is not there`)
    return object
  }
}
