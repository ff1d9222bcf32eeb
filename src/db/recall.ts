import { LRUCache } from 'lru-cache'
import { refuseInsideTransaction } from './guard.ts'
import type { Db, Version } from './handle.ts'

const mostBytes = 48 * 1024 * 1024
/** Of what is about as large as a row. */
const usualBytes = 1000

/** `Db.recall` on a database that can tell its version. */
export function recallOn(db: Pick<Db, 'version'>): Db['recall'] {
  const recall = new Recall<object>(db, mostBytes)
  return <V extends object>(key: string, load: () => Promise<V | undefined>, sizeOf?: (value: V) => number) => {
    refuseInsideTransaction()
    // The key names the kind of question, and each kind is asked in one place: the type is what it was put in as.
    return recall.of(key, load, sizeOf as (value: object) => number) as V | Promise<V | undefined>
  }
}

/**
 * Remembers what was read for as long as nothing at all was committed (see `Db.version`), so it can never be stale and
 * nobody has to remember to invalidate it.
 */
export class Recall<V extends object> {
  readonly #db: Pick<Db, 'version'>
  readonly #kept: LRUCache<string, V>
  readonly #underWay = new Map<string, Promise<V | undefined>>()
  #version: Version | null = null

  constructor(db: Pick<Db, 'version'>, maxSize: number) {
    this.#db = db
    this.#kept = new LRUCache({ maxSize })
  }

  /** A promise only where it has to be read: most requests need not wait for the next turn. */
  of(
    key: string,
    load: () => Promise<V | undefined>,
    sizeOf: (value: V) => number = () => usualBytes,
  ): V | Promise<V | undefined> {
    const version = this.#db.version()
    return version instanceof Promise
      ? version.then((known) => this.#under(known, { key, load, sizeOf }))
      : this.#under(version, { key, load, sizeOf })
  }

  #under(version: Version, asked: Asked<V>): V | Promise<V | undefined> {
    if (version !== this.#version) {
      this.#kept.clear()
      this.#underWay.clear()
      this.#version = version
    }
    return this.#kept.get(asked.key) ?? this.#underWay.get(asked.key) ?? this.#load(version, asked)
  }

  /** What is being read already serves all who ask under the same version: nothing had changed when they came. */
  #load(version: Version, asked: Asked<V>): Promise<V | undefined> {
    const loading = asked.load().then(
      (value) => {
        this.#keep(version, asked, value)
        return value
      },
      (error: unknown) => {
        this.#ended(version, asked)
        throw error
      },
    )
    this.#underWay.set(asked.key, loading)
    return loading
  }

  /** A commit while it was being read may have made it old already: it is kept only under the version it was read under. */
  #keep(version: Version, asked: Asked<V>, value: V | undefined): void {
    const keep = (now: Version): void => {
      if (value !== undefined && now === version && this.#version === version) {
        this.#kept.set(asked.key, value, { size: asked.key.length + asked.sizeOf(value) })
      }
      this.#ended(version, asked)
    }
    const now = this.#db.version()
    // Nobody waits for the answer; a database that cannot be asked has been told of by whoever reads from it.
    if (now instanceof Promise) void now.then(keep, () => this.#ended(version, asked))
    else keep(now)
  }

  #ended(version: Version, { key }: Asked<V>): void {
    if (this.#version === version) this.#underWay.delete(key)
  }
}

interface Asked<V> {
  readonly key: string
  readonly load: () => Promise<V | undefined>
  readonly sizeOf: (value: V) => number
}
