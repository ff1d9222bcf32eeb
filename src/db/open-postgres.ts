import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { DatabaseReadOnly } from '../core/database-away.ts'
import { type Channel, Channels } from './channels.ts'
import type { DatabaseParts } from './database-parts.ts'
import { afterCommit, type Guarded, guarded, passCommit, refuseInsideTransaction, type TxParts } from './guard.ts'
import type { Db, Tx } from './handle.ts'
import { PostgresListener } from './postgres-listener.ts'
import { WatchedPool } from './postgres-pool.ts'
import { PostgresVersion } from './postgres-version.ts'
import { readerOf } from './reader.ts'
import { recallOn } from './recall.ts'
import type { Schema } from './schema.ts'

const tries = 5
/**
 * Serialization failure and deadlock: PostgreSQL asks to run the transaction again. So do we after a unique violation:
 * somebody committed the same between a look and a write, and the second look finds it and says so.
 */
const again = new Set(['40001', '40P01', '23505'])

export function openPostgres(url: string, { clock, log, passing }: DatabaseParts): { db: Db; admin: Kysely<Schema> } {
  const types: pg.CustomTypesConfig = { getTypeParser: typeParser }
  const pool = new WatchedPool(url, types, log)
  const admin = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const channels = new Channels()
  const listener = new PostgresListener(url, channels, log)
  const version = new PostgresVersion(admin)

  const parts: TxParts & { readonly words: null } = {
    dialect: 'postgres',
    words: null,
    passing,
    now: () => clock.now(),
    ask: async (base, text, values) => (await base.executeQuery(CompiledQuery.raw(text, [...values]))).rows,
    add: async (base, text, values) => {
      const { rows } = await base.executeQuery<{ id: number }>(CompiledQuery.raw(text, [...values]))
      if (rows[0] === undefined) throw new Error('A row that was added is not there')
      return rows[0].id
    },
    notify: async (base, channel, about) => {
      await sql`select pg_notify(${postgresChannel(channel)}, ${about})`.execute(base)
      // The listener would hear of it too, a round trip later.
      afterCommit(() => channels.tell(channel, about))
    },
  }

  const db: Db = {
    ...readerOf(admin),
    dialect: 'postgres',
    ask: (text, values) => {
      refuseInsideTransaction()
      return parts.ask(admin, text, values)
    },
    version: () => version.now(),
    recall: recallOn({ version: () => version.now() }),
    transact: async <T>(work: (tx: Tx) => Promise<T>) => {
      refuseInsideTransaction()
      for (let count = 1; ; count++) {
        try {
          const outcome = await admin.transaction().execute(async (base): Promise<Guarded<T>> => {
            const done = await guarded(base, parts, work)
            await passCommit(passing, 'commit', done.tells)
            return done
          })
          outcome.afterCommit()
          await passCommit(passing, 'committed', outcome.tells)
          return outcome.value
        } catch (error) {
          if (count === tries || !isAskedAgain(error)) throw error
          await sleep(count * 10 * Math.random())
        }
      }
    },
    listen: (channel, heard) => {
      listener.start()
      return channels.listen(channel, heard)
    },
    ping: async () => {
      const { rows } = await sql<{ only: string }>`select current_setting('transaction_read_only') as only`.execute(
        admin,
      )
      if (rows[0]?.only === 'on') throw new DatabaseReadOnly()
    },
    close: async () => {
      await listener.stop()
      await admin.destroy()
    },
  }
  return { db, admin }
}

function postgresChannel(channel: Channel): string {
  return `stithy_${channel}`
}

/** bigint comes as text by default; ours (ids, milliseconds, counts) all fit a double. */
export function typeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
  return pg.types.getTypeParser(oid, format) as (text: string) => unknown
}

function isAskedAgain(error: unknown): boolean {
  return error instanceof Error && 'code' in error && again.has(String(error.code))
}
