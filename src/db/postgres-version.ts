import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * What PostgreSQL shows to whoever looks now: two snapshots with the same text show the same, because every transaction
 * that ends makes another. One question serves all who ask before it is sent, never those who come after: what was
 * committed in between is not in its answer.
 */
export class PostgresVersion {
  readonly #admin: Kysely<Schema>
  #underWay: Promise<unknown> = Promise.resolve()
  #next: Promise<string> | null = null

  constructor(admin: Kysely<Schema>) {
    this.#admin = admin
  }

  now(): Promise<string> {
    this.#next ??= this.#underWay.then(() => this.#send())
    return this.#next
  }

  #send(): Promise<string> {
    this.#next = null
    const asked = this.#ask()
    this.#underWay = asked.catch(() => undefined)
    return asked
  }

  async #ask(): Promise<string> {
    const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(
      this.#admin,
    )
    return rows[0]?.snapshot ?? ''
  }
}
