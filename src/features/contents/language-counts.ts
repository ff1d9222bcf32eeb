import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/at-most.ts'
import { Pace } from '../../core/pace.ts'
import { requireSha, type Sha } from '../../core/sha.ts'
import { type DifferingFile, differingFiles } from '../../git/differing-files.ts'
import type { Kept } from '../../git/kept.ts'
import { filesAsTheyCome, mostFiles, type NamedFile } from '../../git/list-files.ts'
import type { ObjectStore } from '../../git/object-store.ts'
import type { TreeEntry } from '../../git/parse-tree.ts'
import { readSizes } from '../../git/read-sizes.ts'
import type { Git, RepoDir } from '../../git/run-git.ts'
import { mayBeScript, scriptOf } from './interpreters.ts'
import { languageOf } from './languages.ts'

export interface LanguageShare {
  readonly name: string
  readonly bytes: number
}

interface Amount {
  readonly files: number
  readonly bytes: number
}

interface SizedFile {
  readonly path: string
  readonly sha: Sha
  readonly size: number
  readonly isExecutable: boolean
}

interface Counted {
  readonly tree: Sha
  readonly amounts: ReadonlyMap<string, Amount>
  /** Whether all files were looked at: nothing can be counted on top of a part. */
  readonly isWhole: boolean
}

const mostRepositories = 1000
/** Together they are read in a moment, and push little out of what is kept in memory. */
const mostScripts = 200
/** So many are asked for their size. */
const mostSized = 2000
const largestScript = 64 * 1024
const longestFirstLine = 256

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
  readonly #latest = new LRUCache<RepoDir, Counted>(atMost(mostRepositories))

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
    const named: { readonly language: string; readonly sha: string }[] = []
    const scripts: NamedFile[] = []
    let files = 0
    for await (const some of filesAsTheyCome(this.#git, dir, tree)) {
      files += some.length
      for (const file of some) {
        if (file.isLink || file.isSubmodule) continue
        const language = languageIn(file.path)
        if (language !== null) named.push({ language, sha: file.sha })
        else if (isScript(file) && scripts.length < mostSized) scripts.push(file)
      }
    }
    // Only of those that count.
    const shas = [...named, ...scripts].map(({ sha }) => sha)
    const sizes = await readSizes(this.#git, dir, shas)
    const pace = new Pace()
    for (const { language, sha } of named) {
      add(amounts, language, { files: 1, bytes: sizes.get(sha) ?? 0 })
      await pace.isOver()
    }
    const small = scripts.filter(({ sha }) => (sizes.get(sha) ?? 0) <= largestScript)
    for (const { sha } of small.slice(0, mostScripts)) {
      add(amounts, await this.#scriptIn(dir, requireSha(sha)), { files: 1, bytes: sizes.get(sha) ?? 0 })
    }
    const isWhole = files < mostFiles && scripts.length < mostSized && small.length <= mostScripts
    return { amounts, isWhole }
  }

  async #onTopOf(known: Counted, dir: RepoDir, tree: Sha): Promise<Omit<Counted, 'tree'> | null> {
    const files = known.isWhole ? await differingFiles(this.#objects, dir, known.tree, tree) : null
    if (files === null) return null
    const amounts = new Map(known.amounts)
    for (const file of files.filter(isCounted)) {
      const [before, after] = await Promise.all([file.before, file.after].map((entry) => this.#sized(dir, file, entry)))
      if (before) add(amounts, await this.#languageOf(dir, before), { files: -1, bytes: -before.size })
      if (after) add(amounts, await this.#languageOf(dir, after), { files: 1, bytes: after.size })
    }
    return { amounts, isWhole: true }
  }

  /** Null where there is no file. */
  async #sized(dir: RepoDir, { path }: DifferingFile, entry: TreeEntry | null): Promise<SizedFile | null> {
    if (entry?.kind !== 'file' && entry?.kind !== 'executable') return null
    const info = await this.#objects.info(dir, entry.sha)
    return info === null ? null : { path, sha: entry.sha, size: info.size, isExecutable: entry.kind === 'executable' }
  }

  async #languageOf(dir: RepoDir, file: SizedFile): Promise<string | null> {
    const language = languageIn(file.path)
    if (language !== null || !isScript(file) || file.size > largestScript) return language
    return this.#scriptIn(dir, file.sha)
  }

  async #scriptIn(dir: RepoDir, sha: Sha): Promise<string | null> {
    const object = await this.#objects.read(dir, sha)
    return object === null ? null : (scriptOf(object.data.toString('latin1', 0, longestFirstLine))?.language ?? null)
  }
}

function isCounted({ path }: DifferingFile): boolean {
  return languageIn(path) !== null || mayBeOurScript(path)
}

/** Its name says nothing, but it is there to be run: the only files that are read, since there are few of them. */
function isScript({ path, isExecutable }: Pick<SizedFile, 'path' | 'isExecutable'>): boolean {
  return isExecutable && mayBeOurScript(path)
}

function mayBeOurScript(path: string): boolean {
  return mayBeScript(path.slice(path.lastIndexOf('/') + 1)) && !notOurs.test(path)
}

function languageIn(path: string): string | null {
  return notOurs.test(path) ? null : languageOf(path)
}

function add(amounts: Map<string, Amount>, name: string | null, more: Amount): void {
  if (name === null) return
  const before = amounts.get(name) ?? { files: 0, bytes: 0 }
  const after = { files: before.files + more.files, bytes: before.bytes + more.bytes }
  if (after.files === 0) amounts.delete(name)
  else amounts.set(name, after)
}
