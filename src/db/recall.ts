import { LRUCache } from 'lru-cache'
import type { Db } from './handle.ts'

/**
 * Remembers what was read for as long as nothing at all was committed (see `Db.version`), so it can never be stale and
 * nobody has to remember to invalidate it. Where the database has no cheap version, everything is read anew.
 */
export class Recall<V extends object> {
  readonly #db: Db
  readonly #kept: LRUCache<string, V>
  #version: number | null = null

  constructor(db: Db, max: number) {
    this.#db = db
    this.#kept = new LRUCache({ max })
  }

  /** A promise only where it has to be read: most requests need not wait for the next turn. */
  of(key: string, load: () => Promise<V | undefined>): V | Promise<V | undefined> {
    const version = this.#db.version()
    if (version === null) return load()
    if (version !== this.#version) {
      this.#kept.clear()
      this.#version = version
    }
    return this.#kept.get(key) ?? this.#load(key, version, load)
  }

  async #load(key: string, version: number, load: () => Promise<V | undefined>): Promise<V | undefined> {
    const loaded = await load()
    // A commit while it was being read may have made it old already: keep it only under the version it was read under.
    if (loaded !== undefined && this.#db.version() === version && this.#version === version) this.#kept.set(key, loaded)
    return loaded
  }
}
