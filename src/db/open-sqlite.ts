import Database from 'better-sqlite3'
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import { Channels } from './channels.ts'
import type { DatabaseParts } from './database-parts.ts'
import { afterCommit, refuseInsideTransaction } from './guard.ts'
import type { Db, Tx } from './handle.ts'
import { readerOf } from './reader.ts'
import { recallOn } from './recall.ts'
import type { Schema } from './schema.ts'
import { SqliteCompiler } from './sqlite-compiler.ts'
import { SqliteDurability } from './sqlite-durability.ts'
import { SqliteWriter } from './sqlite-writer.ts'

/**
 * Two connections: one that writes, one transaction after the other, and one that reads what was committed, so that
 * reading never waits for writing. A commit is on disk before it is acknowledged: the log is synced by us, after the
 * commit and beside the thread that serves (see wal-sync.ts), where synchronous=FULL would do it in between.
 */
export function openSqlite(path: string, parts: DatabaseParts): { db: Db; admin: Kysely<Schema> } {
  const { clock, passing } = parts
  const writing = connect(path, false)
  const durability = new SqliteDurability(writing, path, parts)
  const reading = connect(path, true)
  let written = 0
  const prepareWriting = preparing(writing)
  const prepare: Prepare = (text) => {
    const statement = prepareWriting(text)
    if (!statement.readonly) written++
    return statement
  }
  const admin = kyselyOn(writing, prepare)
  const prepareReading = preparing(reading)
  const readerKysely = kyselyOn(reading, prepareReading)
  const channels = new Channels()
  const writer = new SqliteWriter(writing, admin, {
    dialect: 'sqlite',
    passing,
    durability,
    written: () => written,
    now: () => clock.now(),
    ask: (_, text, values) => ask(prepare(text), values),
    add: async (_, text, values) => Number(prepare(text).run(values).lastInsertRowid),
    notify: (_, channel, about) => {
      afterCommit(() => channels.tell(channel, about))
      return Promise.resolve()
    },
  })
  const dataVersion = reading.prepare('pragma data_version').pluck()
  // Asked for by every request: once a turn of the event loop is enough, and once more after a commit of our own.
  let version: number | null = null
  const forgetVersion = (): void => {
    version = null
  }

  const currentVersion = (): number => {
    if (version === null) {
      version = Number(dataVersion.get())
      setImmediate(forgetVersion)
    }
    return version
  }

  const db: Db = {
    ...readerOf(readerKysely),
    dialect: 'sqlite',
    ask: (text, values) => {
      refuseInsideTransaction()
      return ask(prepareReading(text), values)
    },
    version: currentVersion,
    recall: recallOn({ version: currentVersion }),
    transact: async <T>(work: (tx: Tx) => Promise<T>) => {
      refuseInsideTransaction()
      try {
        return await writer.run(work)
      } finally {
        forgetVersion()
      }
    },
    listen: (channel, heard) => channels.listen(channel, heard),
    ping: async () => {
      await Promise.resolve(reading.prepare('select 1').get())
      durability.requireSound()
    },
    close: async () => {
      await writer.idle()
      await durability.close()
      reading.close()
      writing.close()
    },
  }
  return { db, admin }
}

function connect(path: string, readOnly: boolean): Database.Database {
  const connection = new Database(path, { timeout: 0 })
  // A busy database blocks the thread for as long as its time-out says; the writer waits without blocking instead.
  connection.pragma('busy_timeout = 50')
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = NORMAL')
  connection.pragma('foreign_keys = ON')
  connection.pragma('temp_store = MEMORY')
  connection.pragma('cache_size = -16000')
  connection.pragma('journal_size_limit = 67108864')
  if (readOnly) connection.pragma('query_only = ON')
  // Its own knows the letters of English alone. Nothing is stored by it.
  connection.function('lower', { deterministic: true }, lowered)
  return connection
}

function lowered(text: unknown): string | null {
  return typeof text === 'string' ? text.toLowerCase() : null
}

/** A promise for the sake of PostgreSQL: here the answer is there at once. */
async function ask(statement: Database.Statement, values: readonly unknown[]): Promise<readonly unknown[]> {
  if (statement.reader) return statement.all(values)
  statement.run(values)
  return []
}

type Prepare = (sql: string) => Database.Statement

/** Kysely prepares a statement for each call; the same text is prepared once here. */
function preparing(connection: Database.Database): Prepare {
  const prepared = new Map<string, Database.Statement>()
  return (sql) => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const made = connection.prepare(sql)
    // Texts with a varying number of placeholders could grow the map without end.
    if (prepared.size >= 1000) prepared.clear()
    prepared.set(sql, made)
    return made
  }
}

function kyselyOn(connection: Database.Database, prepare: Prepare): Kysely<Schema> {
  const dialect = new SqliteDialect({ database: { prepare, close: () => connection.close() } })
  dialect.createQueryCompiler = () => new SqliteCompiler()
  dialect.createAdapter = () => new WholeMigrations()
  return new Kysely<Schema>({ dialect })
}

/** SQLite takes back changes of tables as it does all others; the library would leave half of them after a crash. */
class WholeMigrations extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
