import type { RepoPath } from '../core/repo-path.ts'
import { hashAlone, hashPath, mayHoldAny, type PathHashes } from './changed-path-filter.ts'
import { type FilterQuestion, PathSieve } from './path-sieve.ts'

/** More names than on a page, with the folder itself, are not looked for in filters: some would be in every one. */
const fewNames = 501

/** Stands for the folder itself among its entries, none of which has this name. */
export const itself = ''

/** What the filters of commits say of the entries of a folder. */
export class TouchedNames {
  readonly #path: RepoPath
  readonly #folder: PathSieve
  readonly #names = new Map<string, PathHashes>()
  /** By all questions together. */
  looks = 0

  constructor(path: RepoPath) {
    this.#path = path
    this.#folder = new PathSieve(path === '' ? null : hashPath(path))
  }

  /** Whether a commit may have touched any of these. */
  askedFor(wanted: ReadonlySet<string>): FilterQuestion {
    return new Question(this, this.#folder, () => this.#hashesOf(wanted))
  }

  /** Two numbers each; null where filters cannot be asked for them. */
  #hashesOf(wanted: ReadonlySet<string>): Uint32Array | null {
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

  #hashes(name: string): PathHashes {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const hashes = hashAlone(this.#path === '' ? name : name === itself ? this.#path : `${this.#path}/${name}`)
    this.#names.set(name, hashes)
    return hashes
  }
}

class Question implements FilterQuestion {
  readonly #all: { looks: number }
  readonly #folder: PathSieve
  /** Made when they are first wanted: most commits are passed by without. */
  readonly #namesOf: () => Uint32Array | null
  #names: Uint32Array | null | undefined

  constructor(all: { looks: number }, folder: PathSieve, namesOf: () => Uint32Array | null) {
    this.#all = all
    this.#folder = folder
    this.#namesOf = namesOf
  }

  get looks(): number {
    return this.#all.looks
  }

  mayBeIn(filters: Uint8Array, start: number, end: number): boolean {
    this.#all.looks++
    // Most have touched nothing in the folder, and need not be asked about each name.
    if (!this.#folder.mayBeIn(filters, start, end)) return false
    if (this.#names === undefined) this.#names = this.#namesOf()
    if (this.#names === null) return true
    this.#all.looks += this.#names.length / 2
    return mayHoldAny(filters, start, end, this.#names)
  }
}
