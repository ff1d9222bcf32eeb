import { LRUCache } from 'lru-cache'
import type { Sha } from '../../core/sha.ts'
import { type DifferingFile, differingFiles } from '../../git/differing-files.ts'
import type { Kept } from '../../git/kept.ts'
import { eachFile, mostFiles } from '../../git/list-files.ts'
import type { ObjectStore } from '../../git/object-store.ts'
import type { TreeEntry } from '../../git/parse-tree.ts'
import type { Git, RepoDir } from '../../git/run-git.ts'
import { languageOf } from './languages.ts'

export interface LanguageShare {
  readonly name: string
  readonly bytes: number
}

interface Amount {
  readonly files: number
  readonly bytes: number
}

interface Counted {
  readonly tree: Sha
  readonly amounts: ReadonlyMap<string, Amount>
  /** Whether all files were looked at: nothing can be counted on top of a part. */
  readonly isWhole: boolean
}

const mostRepositories = 1000

/** Made by tools or taken from elsewhere: it says nothing about what people here write. */
const notOurs = /(^|\/)(node_modules|vendor|third_party|dist|build|\.yarn)\/|\.min\.(js|css)$|(^|\/)[^/]*\.lock$/

/**
 * In which languages a tree is written. To look at all files of a large one takes a while, once: what a push has changed
 * is counted on top of what was known before it.
 */
export class LanguageCounts {
  readonly #git: Git
  readonly #kept: Kept
  readonly #objects: ObjectStore
  readonly #latest = new LRUCache<RepoDir, Counted>({ max: mostRepositories })

  constructor(git: Git, kept: Kept, objects: ObjectStore) {
    this.#git = git
    this.#kept = kept
    this.#objects = objects
  }

  /** The largest share first. */
  of(dir: RepoDir, tree: Sha): Promise<readonly LanguageShare[]> {
    const sizeOf = (shares: readonly LanguageShare[]): number => shares.length * 60
    return this.#kept.of(dir, ['languages', tree], sizeOf, async () => {
      const known = this.#latest.get(dir)
      const amounts =
        (known === undefined ? null : await this.#onTopOf(known, dir, tree)) ?? (await this.#all(dir, tree))
      this.#latest.set(dir, { ...amounts, tree })
      return [...amounts.amounts]
        .map(([name, { bytes }]) => ({ name, bytes }))
        .toSorted((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1))
    })
  }

  async #all(dir: RepoDir, tree: Sha): Promise<Omit<Counted, 'tree'>> {
    const amounts = new Map<string, Amount>()
    let files = 0
    for await (const file of eachFile(this.#git, dir, tree)) {
      files++
      if (!file.isLink && file.size !== null) add(amounts, file.path, { files: 1, bytes: file.size })
    }
    return { amounts, isWhole: files < mostFiles }
  }

  async #onTopOf(known: Counted, dir: RepoDir, tree: Sha): Promise<Omit<Counted, 'tree'> | null> {
    const files = known.isWhole ? await differingFiles(this.#objects, dir, known.tree, tree) : null
    if (files === null) return null
    const amounts = new Map(known.amounts)
    for (const file of files.filter(isCounted)) {
      const [before, after] = await Promise.all([this.#sizeOf(dir, file.before), this.#sizeOf(dir, file.after)])
      if (before !== null) add(amounts, file.path, { files: -1, bytes: -before })
      if (after !== null) add(amounts, file.path, { files: 1, bytes: after })
    }
    return { amounts, isWhole: true }
  }

  /** Null where there is no file. */
  async #sizeOf(dir: RepoDir, entry: TreeEntry | null): Promise<number | null> {
    if (entry?.kind !== 'file' && entry?.kind !== 'executable') return null
    return (await this.#objects.info(dir, entry.sha))?.size ?? null
  }
}

function isCounted({ path }: DifferingFile): boolean {
  return languageIn(path) !== null
}

function languageIn(path: string): string | null {
  return notOurs.test(path) ? null : languageOf(path)
}

function add(amounts: Map<string, Amount>, path: string, more: Amount): void {
  const name = languageIn(path)
  if (name === null) return
  const before = amounts.get(name) ?? { files: 0, bytes: 0 }
  const after = { files: before.files + more.files, bytes: before.bytes + more.bytes }
  if (after.files === 0) amounts.delete(name)
  else amounts.set(name, after)
}
