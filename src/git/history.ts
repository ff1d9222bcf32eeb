import { LRUCache } from 'lru-cache'
import { atMost } from '../core/at-most.ts'
import { parseRepoPath, type RepoPath } from '../core/repo-path.ts'
import { requireSha, type Sha, type ShaPrefix } from '../core/sha.ts'
import { CommitWalks } from './commit-walks.ts'
import { countCommits } from './count-commits.ts'
import { EntrySearches } from './entry-searches.ts'
import { askForBeginning, type Expanded, findBeginning } from './find-beginning.ts'
import { findLacking, type Lacking } from './find-lacking.ts'
import { findReaching } from './find-reaching.ts'
import { FolderTrees } from './folder-trees.ts'
import { type HistoryFilter, keyOf, pathsOf, wordsOf } from './history-filter.ts'
import { isAncestor } from './is-ancestor.ts'
import { isNear } from './is-near.ts'
import type { Kept } from './kept.ts'
import { listTouching } from './list-touching.ts'
import type { Divergence } from './merge-base.ts'
import type { ObjectStore } from './object-store.ts'
import type { Git, RepoDir } from './run-git.ts'
import { type Patience, type Traced, traceEntries, type Wanted } from './trace-entries.ts'
import { walkApart } from './walk-apart.ts'

/** Git counts with 32 bits. */
const furthest = 2 ** 31 - 1
/** What one push brings, mostly. */
const fewOnTop = 32
const mostCounted = 1000
/** Pages beyond are for git. */
const furthestInMemory = 20_000

/**
 * A history never changes under the commit that it ends in: what was walked once is kept. Most walks start no git: they go
 * through git's own index of commits, in memory.
 */
export class History {
  readonly #git: Git
  readonly #kept: Kept
  readonly #objects: ObjectStore
  readonly #walks: CommitWalks
  readonly #searches: EntrySearches
  /** Of each repository the history that was counted last. */
  readonly #counted = new LRUCache<RepoDir, { readonly commit: Sha; readonly total: number }>(atMost(mostCounted))
  readonly #patienceMs: number

  constructor(git: Git, kept: Kept, objects: ObjectStore, { patienceMs }: Patience = { patienceMs: 1000 }) {
    this.#git = git
    this.#kept = kept
    this.#objects = objects
    this.#walks = new CommitWalks(objects)
    this.#searches = new EntrySearches(this.#walks)
    this.#patienceMs = patienceMs
  }

  async page(
    dir: RepoDir,
    from: Sha,
    filter: HistoryFilter,
    window: { skip: number; count: number },
  ): Promise<readonly Sha[]> {
    if (window.skip > furthest) return []
    const words = ['rev-list', `--skip=${window.skip}`, `--max-count=${window.count}`, ...wordsOf(filter)]
    return this.#kept.of(dir, ['history', from, ...keyOf(filter), window.skip, window.count], sizeOf, async () => {
      const walked = await this.#walkPage(dir, from, filter, window)
      if (walked !== null) return walked
      const touching = await this.#touching(dir, from, filter)
      if (touching !== null) return touching.slice(window.skip, window.skip + window.count)
      const text = (await this.#git.run(dir, { words, revs: [from], ...pathsOf(filter) })).toString('latin1')
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map(requireSha)
    })
  }

  async count(dir: RepoDir, from: Sha, filter: HistoryFilter): Promise<number> {
    const wanted = wordsOf(filter)
    const isWhole = wanted.length === 0 && pathsOf(filter).paths === undefined
    // The index of what is reachable, where a repository has one, counts a long history without walking it.
    const words = ['rev-list', '--count', ...(isWhole ? ['--use-bitmap-index'] : []), ...wanted]
    const { total } = await this.#kept.of(dir, ['length', from, ...keyOf(filter)], smallest, async () => {
      const counted = isWhole ? await this.#countWhole(dir, from) : null
      if (counted !== null) return { total: counted }
      const touching = await this.#touching(dir, from, filter)
      if (touching !== null) return { total: touching.length }
      const text = (await this.#git.run(dir, { words, revs: [from], ...pathsOf(filter) })).toString('latin1')
      return { total: Number(text.trim()) }
    })
    return total
  }

  async #countWhole(dir: RepoDir, from: Sha): Promise<number | null> {
    const total =
      (await this.#countOnTop(dir, from)) ??
      (await this.#countNear(dir, from)) ??
      (await this.#walks.in(dir, (walk) => countCommits(walk, walk.place(from))))
    if (total !== null) this.#counted.set(dir, { commit: from, total })
    return total
  }

  /** From what was counted before: most people look at one commit after the other. */
  async #countNear(dir: RepoDir, from: Sha): Promise<number | null> {
    const known = this.#counted.get(dir)
    const apart = known === undefined ? null : await this.apart(dir, known.commit, from)
    return known === undefined || apart === null ? null : known.total - apart.behind + apart.ahead
  }

  /** From what was known before a few came on top. */
  async #countOnTop(dir: RepoDir, from: Sha): Promise<number | null> {
    for (const [at, commit] of (await this.below(dir, from)).entries()) {
      const known = this.#kept.find<{ total: number }>(dir, ['length', commit, ...keyOf({})])
      const counted = (await known?.catch(() => null)) ?? null
      if (counted !== null) return counted.total + at + 1
    }
    return null
  }

  /** The last commits that touched entries of a folder. Null where git has to be asked. */
  trace(dir: RepoDir, wanted: Wanted): Promise<Traced | null> {
    return this.#walks.in(dir, (walk) => {
      const trees = new FolderTrees({ objects: this.#objects, dir, walk }, wanted.path)
      return traceEntries(walk, trees, { ...wanted, patienceMs: this.#patienceMs })
    })
  }

  /** The same where a folder is too wide, or touched too often, to be read: with a git that tells what was changed. */
  search(git: Git, dir: RepoDir, wanted: Wanted): Promise<Traced | null> {
    return this.#searches.search(git, dir, wanted)
  }

  /** Whether each of some commits is few steps from one that somebody has. False where nobody knows without a git. */
  async isNear(dir: RepoDir, wanted: readonly Sha[], had: readonly Sha[]): Promise<boolean> {
    const near = await this.#walks.in(dir, (walk) => isNear(walk, wanted, had))
    return near ?? false
  }

  /** What somebody lacks of some commits. Null where that is more than a few, or git has to be asked. */
  lacking(dir: RepoDir, wanted: readonly Sha[], had: readonly Sha[]): Promise<Lacking | null> {
    return this.#walks.in(dir, (walk) => findLacking(walk, wanted, had))
  }

  /** How two histories went apart. Null where git has to be asked. */
  apart(dir: RepoDir, base: Sha, head: Sha): Promise<Divergence | null> {
    return this.#walks.in(dir, async (walk) => {
      const { met, ahead, behind } = await walkApart(walk, walk.place(base), walk.place(head))
      return { mergeBase: met === null ? null : walk.sha(met), ahead, behind }
    })
  }

  /** Whether git's index of commits has it, which may be longer than the repository does. */
  async names(dir: RepoDir, commit: Sha): Promise<boolean> {
    return (await this.#walks.in(dir, async (walk) => typeof walk.place(commit) === 'number')) ?? false
  }

  /** Those of one commit. Null where it cannot be read as one. */
  parents(dir: RepoDir, commit: Sha): Promise<readonly Sha[] | null> {
    return this.#walks.in(dir, async (walk) => {
      const places = await walk.parents(walk.place(commit))
      return places.map((place) => walk.sha(place))
    })
  }

  /** What a commit stands on, one after the other, as far as each has one parent: where a push began is mostly among them. */
  async below(dir: RepoDir, commit: Sha): Promise<readonly Sha[]> {
    const found = await this.#walks.in(dir, async (walk) => {
      const shas: Sha[] = []
      for (let place = walk.place(commit); shas.length < fewOnTop; ) {
        const [parent, ...others] = await walk.parents(place)
        if (parent === undefined || others.length > 0) break
        shas.push(walk.sha(parent))
        place = parent
      }
      return shas
    })
    return found ?? []
  }

  /** Whether everything that was in one history is in the other. What cannot be told is not. */
  async isAncestor(dir: RepoDir, older: Sha, newer: Sha): Promise<boolean> {
    const apart = await this.apart(dir, older, newer)
    return apart === null ? isAncestor(this.#git, { dir, quarantine: null }, older, newer) : apart.behind === 0
  }

  /** Which of some commits have another one in their history. Null where git has to be asked. */
  reaching(dir: RepoDir, target: Sha, tips: readonly Sha[]): Promise<ReadonlySet<Sha> | null> {
    return this.#walks.in(dir, async (walk) => {
      const reaching = await findReaching(
        walk,
        walk.place(target),
        tips.map((tip) => walk.place(tip)),
      )
      return new Set(Array.from(reaching, (place) => walk.sha(place)))
    })
  }

  /**
   * The commits behind the beginnings of some ids, among those that refs lead to. `version` stands for where the refs are;
   * the tips are null where there are so many that git itself is to be asked.
   */
  expand(
    dir: RepoDir,
    prefixes: readonly ShaPrefix[],
    refs: { readonly version: number; readTips(): Promise<readonly Sha[] | null> },
  ): Promise<Expanded> {
    const question = ['beginning', refs.version, ...prefixes]
    return this.#kept.of(dir, question, sizeOfExpanded, async () => {
      const tips = await refs.readTips()
      const found =
        tips &&
        (await this.#walks.in(dir, (walk) => findBeginning({ objects: this.#objects, dir, walk }, tips, prefixes)))
      return found ?? askForBeginning({ git: this.#git, objects: this.#objects }, dir, prefixes)
    })
  }

  async #walkPage(
    dir: RepoDir,
    from: Sha,
    { path, ...others }: HistoryFilter,
    { skip, count }: { skip: number; count: number },
  ): Promise<readonly Sha[] | null> {
    if (Object.values(others).some((value) => value !== undefined) || skip + count > furthestInMemory) return null
    if (path !== undefined && path !== '') return skip === 0 && count === 1 ? this.#lastOf(dir, from, path) : null
    return this.#walks.in(dir, async (walk) => {
      const shas: Sha[] = []
      let met = 0
      for await (const place of walk.newestFirst(walk.place(from))) {
        if (++met > skip) shas.push(walk.sha(place))
        if (met >= skip + count) break
      }
      return shas
    })
  }

  async #lastOf(dir: RepoDir, from: Sha, path: RepoPath): Promise<readonly Sha[] | null> {
    const entry = entryAt(path)
    const traced = entry && (await this.trace(dir, { commit: from, path: entry.folder, names: [entry.name] }))
    return traced?.isWhole === true ? [...traced.found.values()] : null
  }

  /** All commits that a path alone chooses. Null where git has to be asked. */
  async #touching(dir: RepoDir, from: Sha, { path, ...others }: HistoryFilter): Promise<readonly Sha[] | null> {
    const entry = path === undefined || path === '' ? null : entryAt(path)
    if (entry === null || Object.values(others).some((value) => value !== undefined)) return null
    const question = ['touching', from, entry.folder, entry.name]
    const { shas } = await this.#kept.of(dir, question, sizeOfTouching, async () => ({
      shas: await this.#walks.in(dir, (walk) =>
        listTouching({ objects: this.#objects, dir, walk }, { commit: from, ...entry, patienceMs: this.#patienceMs }),
      ),
    }))
    return shas
  }
}

/** The folder that a path stands in, and its name there. */
function entryAt(path: RepoPath): { readonly folder: RepoPath; readonly name: string } | null {
  const cut = path.lastIndexOf('/')
  const folder = parseRepoPath(path.slice(0, Math.max(0, cut)))
  // A name that is no text stands for itself in a folder, and for another one on the way to git.
  return folder === null || path.includes('\uFFFD') ? null : { folder, name: path.slice(cut + 1) }
}

function sizeOfTouching({ shas }: { readonly shas: readonly Sha[] | null }): number {
  return sizeOf(shas ?? [])
}

function sizeOf(shas: readonly Sha[]): number {
  return shas.length * 60
}

const smallest = (): number => 20

function sizeOfExpanded(expanded: Expanded): number {
  return expanded.size * 150
}
