import pg from 'pg'
import type { Log } from '../core/log.ts'
import { patience } from './postgres-patience.ts'

/** How long a question may take before somebody asks whether PostgreSQL still works on it. */
const quietMs = 5000
const lookEveryMs = 1000
/** How long that may take: to connect, and to answer. */
const answerMs = 5000

export interface Connection {
  readonly client: pg.PoolClient
  /** Of the server's process behind it. */
  readonly pid: number
}

/** Whoever waits for PostgreSQL. */
interface Wait {
  readonly since: number
  /** Null while there is none yet. */
  readonly connection: Connection | null
  /** Seen once without anybody who works on it. The answer may have been on its way then. */
  isDoubted: boolean
}

/** The server answers, but not what was asked: it has no connection left, or another password by now. */
const cannotTell = 'cannot tell'
type Found = ReadonlySet<number> | typeof cannotTell | null

/**
 * A machine that vanishes, or a firewall that forgets a connection, says nothing, and what was sent is sent again for a
 * quarter of an hour. A question may also simply take long. So whoever has waited for some seconds is looked for by another
 * connection: those on whose question nobody works are cut off, and so are all of them if there is no answer at all. From
 * then on nobody waits any more, until it answers again.
 */
export class PostgresWatch {
  readonly #url: string
  readonly #log: Log
  readonly #waits = new Set<Wait>()
  #isAway = false
  #isLooking = false
  #timer: NodeJS.Timeout | undefined

  constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
  }

  get isAway(): boolean {
    return this.#isAway
  }

  async during<T>(connection: Connection | null, work: () => Promise<T>): Promise<T> {
    const wait: Wait = { since: performance.now(), connection, isDoubted: false }
    this.#waits.add(wait)
    this.#timer ??= setInterval(() => void this.#look(), lookEveryMs).unref()
    try {
      return await work()
    } finally {
      this.#waits.delete(wait)
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    const since = performance.now() - quietMs
    const waiting = [...this.#waits].filter((wait) => wait.since < since)
    if (this.#isLooking || (waiting.length === 0 && !this.#isAway)) return
    this.#isLooking = true
    const found = await this.#workedOn(waiting.flatMap(({ connection }) => connection?.pid ?? []))
    this.#isLooking = false
    this.#note(found === null)
    if (found === cannotTell) return
    for (const wait of waiting) if (this.#waits.has(wait)) this.#judge(wait, found)
  }

  #note(isAway: boolean): void {
    if (isAway !== this.#isAway) {
      if (isAway) this.#log.error({}, 'the database does not answer: nobody waits for it until it does')
      else this.#log.info({}, 'the database answers again')
    }
    this.#isAway = isAway
  }

  #judge(wait: Wait, found: ReadonlySet<number> | null): void {
    if (wait.connection === null) return
    const { client, pid } = wait.connection
    if (found?.has(pid) === true) {
      wait.isDoubted = false
      return
    }
    if (found === null || wait.isDoubted) {
      this.#log.warn({ pid }, 'a database connection was cut off: nobody answers on it')
      // Without a goodbye, as a question is under way: whoever waits for the answer hears at once that the connection ended.
      void client.end()
    }
    wait.isDoubted = true
  }

  /** Which of these processes of the server are at work; null if there is no answer. */
  async #workedOn(pids: readonly number[]): Promise<Found> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'stithy watch',
      ...patience,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      // Without a state it does not say what its processes do.
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where pid = any($1) and coalesce(state, '') not like 'idle%'",
        [pids],
      )
      return new Set(rows.map(({ pid }) => pid))
    } catch (error) {
      // With the code of an error of its own the server has answered.
      return error instanceof pg.DatabaseError ? cannotTell : null
    } finally {
      void client.end().catch(() => undefined)
    }
  }
}
