import type { RepoPath } from '../core/repo-path.ts'
import { hashAlone, hashPath, type PathHashes } from './changed-path-filter.ts'
import type { CommitWalk, Place } from './commit-walk.ts'

/** More names than on a page, with the folder itself, are not looked for in filters: some would be in every one. */
const fewNames = 501

/** Stands for the folder itself among its entries, none of which has this name. */
export const itself = ''

export type Asked = () => Uint32Array | null

/** What the filters of commits say of the entries of a folder. */
export class TouchedNames {
  readonly #walk: CommitWalk
  readonly #path: RepoPath
  readonly #folder: PathHashes
  readonly #names = new Map<string, PathHashes>()
  /** How many names were looked for in filters, in all. */
  looks = 0

  constructor(walk: CommitWalk, path: RepoPath) {
    this.#walk = walk
    this.#path = path
    this.#folder = path === '' ? null : hashPath(path)
  }

  /** What filters are asked for these, made when it is first wanted: most commits are passed by without. */
  askedFor(wanted: ReadonlySet<string>): Asked {
    let made: { readonly hashes: Uint32Array | null } | null = null
    return () => (made ??= { hashes: this.hashesOf(wanted) }).hashes
  }

  /** Two numbers each; null where filters cannot be asked for them. */
  hashesOf(wanted: ReadonlySet<string>): Uint32Array | null {
    if (wanted.size > fewNames) return null
    const all = new Uint32Array(2 * wanted.size)
    let at = 0
    for (const name of wanted) {
      const own = this.#hashes(name)
      if (own === null) return null
      all[at++] = own[0] ?? 0
      all[at++] = own[1] ?? 0
    }
    return all
  }

  /** Whether a commit may have touched any of these: false is certain. */
  mayBe(place: Place, asked: Asked): boolean {
    this.looks++
    // Most have touched nothing in the folder, and need not be asked about each name.
    if (!this.#walk.mayChange(place, this.#folder)) return false
    const hashes = asked()
    if (hashes === null) return true
    this.looks += hashes.length / 2
    return this.#walk.mayChangeAny(place, hashes)
  }

  #hashes(name: string): PathHashes {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const hashes = hashOf(this.#path, name)
    this.#names.set(name, hashes)
    return hashes
  }
}

function hashOf(path: RepoPath, name: string): PathHashes {
  return hashAlone(path === '' ? name : name === itself ? path : `${path}/${name}`)
}
