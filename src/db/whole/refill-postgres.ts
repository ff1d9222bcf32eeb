import type pg from 'pg'
import type { Refill } from './refill.ts'
import { quoted, type StoredRow, type StoredTable, type StoredValue, searchTable } from './snapshot.ts'
import { connect, sequenceNames, tablesOf } from './snapshot-of-postgres.ts'

interface Constraint {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * In one transaction, in which references and triggers are out of the way: tables come in any order, and what triggers
 * would write is among what is put in. Setting references up again checks all of them.
 */
export async function refillPostgres(url: string): Promise<Refill> {
  const client = await connect(url)
  try {
    return await begin(client)
  } catch (error) {
    await client.end()
    throw error
  }
}

async function begin(client: pg.Client): Promise<Refill> {
  await client.query('begin')
  const tables = await tablesOf(client)
  const constraints = await client.query<Constraint>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  for (const { table, name } of constraints.rows) await client.query(`alter table ${table} drop constraint ${name}`)
  const all = quoted(tables.map(({ name }) => name))
  await client.query(`truncate ${all}`)
  for (const { name } of tables) await client.query(`alter table ${quoted([name])} disable trigger user`)
  return {
    tables: new Set(tables.map(({ name }) => name)),
    put: (table, rows) => insert(client, table, rows),
    finish: async (sequences) => {
      for (const { name } of tables) await client.query(`alter table ${quoted([name])} enable trigger user`)
      for (const { table, name, definition } of constraints.rows) {
        await client.query(`alter table ${table} add constraint ${name} ${definition}`)
      }
      for (const { table, sequence } of await sequenceNames(client)) {
        const last = sequences[table] ?? 0
        await client.query('select setval($1::regclass, $2, $3)', [sequence, Math.max(last, 1), last > 0])
      }
      await client.query('commit')
      // Without it the first questions would be answered by guesses about empty tables.
      await client.query('analyze')
    },
    close: () => client.end(),
  }
}

/** One parameter whatever the number of rows, and PostgreSQL reads each value as its column asks for. */
async function insert(
  client: pg.Client,
  { name, columns }: Pick<StoredTable, 'name' | 'columns'>,
  rows: readonly StoredRow[],
): Promise<void> {
  const records = JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, written(row[at] ?? null)]))),
  )
  if (name === searchTable.name) {
    await client.query(
      `insert into thread_search (thread_id, words)
        select thread_id, array_to_tsvector(string_to_array(words, ' '))
        from json_to_recordset($1::json) as given (thread_id bigint, words text)`,
      [records],
    )
    return
  }
  const list = quoted(columns)
  const table = quoted([name])
  await client.query(
    `insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, $1::json)`,
    [records],
  )
}

function written(value: StoredValue): string | number | null {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value
}
