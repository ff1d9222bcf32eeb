import { LRUCache } from 'lru-cache'
import type { Sha } from '../core/sha.ts'
import type { History } from './history.ts'
import type { Git, RepoDir } from './run-git.ts'

export interface AuthorCount {
  readonly name: string
  readonly email: string
  readonly commits: number
}

interface Counted {
  readonly head: Sha
  /** By address, in lower case: people write their name in many ways. */
  readonly authors: ReadonlyMap<string, AuthorCount>
  readonly sorted: readonly AuthorCount[]
}

const mostAuthors = 200_000
const longestMs = 10 * 60_000

/**
 * Who wrote a history, merges aside. Counting a long one takes seconds, once: what a push adds is counted on top of what
 * was known before it. Whoever asks while it is being counted waits for the same count.
 */
export class AuthorCounts {
  readonly #git: Git
  readonly #history: History
  readonly #counted = new LRUCache<RepoDir, Counted>({
    maxSize: mostAuthors,
    sizeCalculation: (one) => one.authors.size + 1,
  })
  readonly #underWay = new Map<string, Promise<Counted>>()

  constructor(git: Git, history: History) {
    this.#git = git
    this.#history = history
  }

  /** Those with the most commits first. */
  async of(dir: RepoDir, head: Sha): Promise<readonly AuthorCount[]> {
    const known = this.#counted.get(dir)
    const { sorted } = known?.head === head ? known : await this.#once(dir, head, known)
    return sorted
  }

  #once(dir: RepoDir, head: Sha, known: Counted | undefined): Promise<Counted> {
    const key = `${dir}\0${head}`
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return underWay
    const work = this.#count(dir, head, known).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, work)
    return work
  }

  async #count(dir: RepoDir, head: Sha, known: Counted | undefined): Promise<Counted> {
    const base = known !== undefined && (await this.#history.isAncestor(dir, known.head, head)) ? known : null
    // An id of ours: nothing else can stand behind the sign.
    const words = ['shortlog', '--summary', '--email', '--no-merges', ...(base === null ? [] : [`^${base.head}`])]
    const text = (await this.#git.run(dir, { words, revs: [head] }, { timeoutMs: longestMs })).toString('utf8')
    const authors = new Map(base?.authors)
    // The most frequent spelling of a name comes first, and stays.
    for (const one of parse(text).toSorted((a, b) => b.commits - a.commits)) {
      const address = one.email.toLowerCase()
      const before = authors.get(address)
      authors.set(address, { ...one, ...before, commits: one.commits + (before?.commits ?? 0) })
    }
    const sorted = [...authors.values()].toSorted((a, b) => b.commits - a.commits || (a.name < b.name ? -1 : 1))
    const counted = { head, authors, sorted }
    this.#counted.set(dir, counted)
    return counted
  }
}

/** `    12\tName <address>`. */
function parse(text: string): readonly AuthorCount[] {
  return text.split('\n').flatMap((line) => {
    const [, commits, name, email] = /^\s*(\d+)\t(.*) ?<([^<>]*)>$/.exec(line) ?? []
    return email === undefined ? [] : [{ name: name?.trim() || email, email, commits: Number(commits) }]
  })
}
