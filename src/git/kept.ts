import { LRUCache } from 'lru-cache'
import { noSha, type Sha } from '../core/sha.ts'
import type { RepoDir } from './run-git.ts'

const mostBytes = 32 * 1024 * 1024

/** Which attempt it is, and whether what comes of it can stay. */
interface Attempting<T> {
  readonly attempt: number
  readonly isWhole: (value: T) => boolean
  readonly sizeOf: (value: T) => number
}

/**
 * What was worked out from object ids alone (a diff, a blame, a list of files) is true for ever: it is kept until room
 * is needed. Whoever asks for what is being worked out already waits for that instead of starting it again.
 */
export class Kept {
  readonly #values = new LRUCache<string, { readonly value: object }>({ maxSize: mostBytes })
  readonly #underWay = new Map<string, Promise<object>>()

  /** What is known, or being worked out, already. */
  find<T extends object>(dir: RepoDir, question: readonly (string | number | null)[]): Promise<T> | null {
    return this.#findBy<T>(JSON.stringify([dir, ...question]))
  }

  #findBy<T extends object>(key: string): Promise<T> | null {
    const known = this.#values.get(key)
    if (known !== undefined) return Promise.resolve(known.value as T)
    return (this.#underWay.get(key) as Promise<T> | undefined) ?? null
  }

  /** As `find`, for many questions that are the same but for an id in the middle: most of them have no answer. */
  finder<T extends object>(
    dir: RepoDir,
    questionAt: (id: Sha) => readonly (string | number | null)[],
  ): (id: Sha) => Promise<T> | null {
    const [before = '', behind = ''] = JSON.stringify([dir, ...questionAt(noSha)]).split(noSha)
    return (id) => this.#findBy<T>(before + id + behind)
  }

  /** Without a folder: what is the same for all of them. */
  async of<T extends object>(
    dir: RepoDir | null,
    question: readonly (string | number | null)[],
    sizeOf: (value: T) => number,
    workOut: () => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([dir, ...question])
    const known = this.#values.get(key)
    // The key names the kind of question, and each kind is asked in one place: the type is what it was put in as.
    if (known !== undefined) return known.value as T
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return (await underWay) as T
    const work = workOut()
    this.#underWay.set(key, work)
    try {
      const value = await work
      this.#values.set(key, { value }, { size: key.length + 200 + sizeOf(value) })
      return value
    } finally {
      this.#underWay.delete(key)
    }
  }

  /**
   * Where an answer may be less than whole, for want of time: such a one is given out for one attempt, a whole one for
   * good.
   */
  async ofWhole<T extends object>(
    dir: RepoDir,
    question: readonly (string | number | null)[],
    { attempt, isWhole, sizeOf }: Attempting<T>,
    workOut: () => Promise<T>,
  ): Promise<T> {
    const known = this.find<T>(dir, question)
    if (known !== null) return known
    const now = [...question, 'attempt', attempt]
    const value = await this.of(dir, now, sizeOf, workOut)
    if (isWhole(value)) this.follow<T>(dir, [now, question], sizeOf, () => value)
    return value
  }

  /** Where the answer to one question leads to that of the next, it takes its place; nothing where it is not known. */
  follow<T extends object>(
    dir: RepoDir,
    [from, to]: readonly [readonly (string | number | null)[], readonly (string | number | null)[]],
    sizeOf: (value: T) => number,
    derive: (value: T) => T,
  ): void {
    const before = JSON.stringify([dir, ...from])
    const known = this.#values.get(before)
    if (known === undefined) return
    const key = JSON.stringify([dir, ...to])
    const value = derive(known.value as T)
    this.#values.delete(before)
    this.#values.set(key, { value }, { size: key.length + 200 + sizeOf(value) })
  }
}
