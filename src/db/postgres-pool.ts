import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { DatabaseAway } from '../core/database-away.ts'
import type { Log } from '../core/log.ts'
import { patience } from './postgres-patience.ts'
import { type Connection, PostgresWatch } from './postgres-watch.ts'

/**
 * What a server does for whoever vanishes: it lets go of a transaction, and of the rows that others wait for, after a
 * minute in which nobody goes on with it (no transaction of ours waits for anything but the database), and asks a connection
 * for a sign of life. By itself it waits for two hours. Asked for in words because a pooler knows no such options.
 */
const introduction = `select pg_backend_pid() as pid,
  set_config('idle_in_transaction_session_timeout', '60s', false),
  set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '4', false),
  set_config('tcp_user_timeout', '30000', false)`

/** What the driver can do; its types do not say so. */
type Client = pg.PoolClient & { unref(): void }

/** How long connections are waited for that are told goodbye. */
const goodbyeMs = 5000

/** The pool that Kysely asks for connections, with an eye on whoever waits for an answer. */
export class WatchedPool implements PostgresPool {
  readonly options = {}
  readonly #pool: pg.Pool
  readonly #watch: PostgresWatch
  readonly #open = new Set<Client>()
  readonly #known = new WeakMap<pg.PoolClient, WatchedClient>()

  constructor(url: string, types: pg.CustomTypesConfig, log: Log) {
    this.#pool = new pg.Pool({ connectionString: url, max: 16, types, application_name: 'stithy', ...patience })
    this.#watch = new PostgresWatch(url, log)
    // Without a listener a connection that breaks would end the process: the pool's hears of idle ones alone, and whoever
    // uses the others hears of it from the query.
    this.#pool.on('error', (error) => log.warn({ error: error.message }, 'an idle database connection broke'))
    this.#pool.on('connect', (client) => {
      this.#open.add(client as Client)
      client.on('error', () => undefined).once('end', () => this.#open.delete(client as Client))
    })
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#watch.isAway) throw new DatabaseAway()
    const client = await this.#watch.during(null, () => this.#pool.connect())
    const known = this.#known.get(client)
    if (known !== undefined) return known
    try {
      const { rows } = await this.#watch.during({ client, pid: 0 }, () => client.query<{ pid: number }>(introduction))
      const watched = new WatchedClient({ client, pid: rows[0]?.pid ?? 0 }, this.#watch)
      this.#known.set(client, watched)
      return watched
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async end(): Promise<void> {
    this.#watch.stop()
    const over = new AbortController()
    await Promise.race([this.#pool.end(), sleep(goodbyeMs, undefined, { signal: over.signal })])
    over.abort()
    // Whose other end has vanished is never told that it may go. Nobody waits for those.
    for (const client of this.#open) client.unref()
  }
}

class WatchedClient implements PostgresPoolClient {
  readonly #connection: Connection
  readonly #watch: PostgresWatch

  constructor(connection: Connection, watch: PostgresWatch) {
    this.#connection = connection
    this.#watch = watch
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    asked: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    const client: PostgresPoolClient = this.#connection.client
    if (typeof asked !== 'string') return client.query(asked)
    return this.#watch.during(this.#connection, () => client.query<R>(asked, values))
  }

  release(destroy?: boolean): void {
    this.#connection.client.release(destroy)
  }
}
