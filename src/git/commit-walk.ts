import type { Sha } from '../core/sha.ts'
import type { CommitGraph } from './commit-graph.ts'
import type { Limits } from './main-line.ts'
import { NewestFirst } from './newest-first.ts'
import type { ObjectStore } from './object-store.ts'
import { parseCommit } from './parse-commit.ts'
import type { FilterQuestion } from './path-sieve.ts'
import type { RepoDir } from './run-git.ts'

/** A commit by where it stands in the index, or by its id where it is not in it. */
export type Place = number | Sha

interface Outsider {
  readonly tree: Sha
  readonly parents: readonly Place[]
  readonly date: number
}

/** Each costs a question to `cat-file`: where there are more, one git is faster. */
const mostOutside = 300

/** Thrown where git itself is to be asked. */
export class TooFar extends Error {
  override readonly name = 'TooFar'
}

/** Goes through commits without starting a git. */
export class CommitWalk {
  readonly #objects: ObjectStore
  readonly #dir: RepoDir
  readonly graph: CommitGraph | null
  readonly #outside = new Map<Sha, Outsider>()

  constructor(objects: ObjectStore, dir: RepoDir, graph: CommitGraph | null) {
    this.#objects = objects
    this.#dir = dir
    this.graph = graph
  }

  place(sha: Sha): Place {
    const at = this.graph?.find(sha) ?? -1
    return at === -1 ? sha : at
  }

  sha(place: Place): Sha {
    return typeof place === 'string' ? place : this.#index().sha(place)
  }

  async tree(place: Place): Promise<Sha> {
    return typeof place === 'string' ? (await this.#read(place)).tree : this.#index().tree(place)
  }

  /** At once where no commit has to be read. */
  parents(place: Place): readonly Place[] | Promise<readonly Place[]> {
    if (typeof place === 'number') return this.#index().parents(place)
    return this.#outside.get(place)?.parents ?? this.#read(place).then(({ parents }) => parents)
  }

  date(place: Place): number | Promise<number> {
    if (typeof place === 'number') return this.#index().date(place)
    return this.#outside.get(place)?.date ?? this.#read(place).then(({ date }) => date)
  }

  /** Of one in the index; null where it is the first of all. */
  firstParent(place: number): number | null {
    return this.#index().firstParent(place)
  }

  /** Of one in the index. */
  dateAt(place: number): number {
    return this.#index().date(place)
  }

  /** Whether a commit may differ from its first parent in what is asked for: false is certain. */
  mayChange(place: Place, question: FilterQuestion): boolean {
    return typeof place === 'string' || this.#index().line.mayChange(place, question)
  }

  /** Down the first parents, past those that differ in nothing of it. */
  passBy(from: Place, question: FilterQuestion, limits: Limits): { readonly place: Place; readonly steps: number } {
    return typeof from === 'string' ? { place: from, steps: 0 } : this.#index().line.passBy(from, question, limits)
  }

  /** Commits as `rev-list` orders them: newest first, of equal ones the one that was met first. */
  async *newestFirst(from: Place): AsyncGenerator<Place> {
    const met = new Set<Place>([from])
    const waiting = new NewestFirst<Place>()
    waiting.add(from, await this.date(from))
    for (let place = waiting.take(); place !== undefined; place = waiting.take()) {
      yield place
      for (const parent of await this.parents(place)) {
        if (met.has(parent)) continue
        met.add(parent)
        waiting.add(parent, await this.date(parent))
      }
    }
  }

  /** Only an index gives out places in it. */
  #index(): CommitGraph {
    if (this.graph === null) throw new Error('A place in an index that is not there')
    return this.graph
  }

  async #read(sha: Sha): Promise<Outsider> {
    const known = this.#outside.get(sha)
    if (known !== undefined) return known
    if (this.#outside.size >= mostOutside) throw new TooFar('Too many commits are in no index')
    const object = await this.#objects.readCommit(this.#dir, sha)
    if (object?.type !== 'commit') throw new TooFar(`${sha} is not there`)
    const { tree, parents, committer } = parseCommit(object.data)
    const read = { tree, parents: parents.map((parent) => this.place(parent)), date: committer.at / 1000 }
    this.#outside.set(sha, read)
    return read
  }
}
