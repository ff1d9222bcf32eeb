import type { RepoPath } from '../core/repo-path.ts'
import { hashPath, type PathHashes } from './changed-path-filter.ts'
import type { CommitWalk, Place } from './commit-walk.ts'
import { changedEntries } from './compare-folders.ts'
import type { FolderTree } from './folder-trees.ts'

/** So many are looked for by name in the filters of what commits changed; with more it takes what reading a folder does. */
const fewNames = 500

/** Stands for the folder itself among its entries, none of which has this name. */
export const itself = ''

const noFolder = Buffer.alloc(0)

/** What the filters of commits say of the entries of a folder. */
export class TouchedNames {
  readonly #walk: CommitWalk
  readonly #path: RepoPath
  readonly #folder: PathHashes
  readonly #names = new Map<string, PathHashes>()

  constructor(walk: CommitWalk, path: RepoPath) {
    this.#walk = walk
    this.#path = path
    this.#folder = path === '' ? null : hashPath(path)
  }

  /** Whether a commit may have touched any of these: false is certain. */
  mayBe(place: Place, wanted: ReadonlySet<string>): boolean {
    // Most have touched nothing in the folder, and need not be asked about each name.
    if (wanted.size > 1 && !this.#walk.mayChange(place, this.#folder)) return false
    if (wanted.size > fewNames) return true
    for (const name of wanted) if (this.#walk.mayChange(place, this.#hashesOf(name))) return true
    return false
  }

  #hashesOf(name: string): PathHashes {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const hashes = hashOf(this.#path, name)
    this.#names.set(name, hashes)
    return hashes
  }
}

function hashOf(path: RepoPath, name: string): PathHashes {
  return hashPath(path === '' ? name : name === itself ? path : `${path}/${name}`)
}

/** Which of some entries are the same in two states of a folder. */
export function sameIn(
  wanted: ReadonlySet<string>,
  here: FolderTree | null,
  there: FolderTree | null,
): readonly string[] {
  if (here?.sha === there?.sha) return [...wanted]
  const changed = new Set(changedEntries(there?.data ?? noFolder, here?.data ?? noFolder))
  return [...wanted].filter((name) => name !== itself && !changed.has(name))
}
