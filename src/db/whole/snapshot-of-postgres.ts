import pg from 'pg'
import { typeParser } from '../open-postgres.ts'
import { patience } from '../postgres-patience.ts'
import { leftOut, type Snapshot, type StoredRow, type StoredTable, searchTable, selectFrom } from './snapshot.ts'

const rowsAtOnce = 1000

/** One transaction that reads and nothing else: everybody goes on meanwhile, and what they do does not show. */
export async function snapshotOfPostgres(url: string): Promise<Snapshot> {
  const client = await connect(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    const migrations = await client.query<{ name: string }>('select name from migrations order by name')
    return {
      dialect: 'postgres',
      tables: await tablesOf(client),
      migrations: migrations.rows.map(({ name }) => name),
      sequences: await sequencesOf(client),
      rows: (table, where) => rowsOf(client, table, where),
      // A second time changes nothing.
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

export async function connect(url: string): Promise<pg.Client> {
  const types: pg.CustomTypesConfig = { getTypeParser: typeParser }
  const client = new pg.Client({ connectionString: url, types, application_name: 'stithy', ...patience })
  // Whoever asks next hears of it; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export async function tablesOf(client: pg.Client): Promise<readonly StoredTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] | null }>(`
    select c.relname as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
      (select array_agg(a.attname::text order by k.at) from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, at)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname`)
  const tables = rows.map(({ name, columns, key }) => ({ name, columns, key: key ?? [] }))
  return [...tables.filter(({ name }) => !leftOut.has(name) && name !== searchTable.name), searchTable]
}

/** The name of the sequence behind each table's numbers. */
export async function sequenceNames(client: pg.Client): Promise<readonly { table: string; sequence: string }[]> {
  const { rows } = await client.query<{ table: string; sequence: string }>(`
    select c.relname as table, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`)
  return rows
}

/** Sequences know no transactions: what is read may be ahead of the rows, which does no harm. */
async function sequencesOf(client: pg.Client): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const { table, sequence } of await sequenceNames(client)) {
    const { rows } = await client.query<{ last: number }>(
      `select case when is_called then last_value else last_value - 1 end as last from ${sequence}`,
    )
    found[table] = rows[0]?.last ?? 0
  }
  return found
}

async function* rowsOf(
  client: pg.Client,
  table: StoredTable,
  where: string | null,
): AsyncGenerator<readonly StoredRow[]> {
  const text =
    table.name === searchTable.name
      ? `select thread_id, array_to_string(tsvector_to_array(words), ' ') from thread_search order by thread_id`
      : selectFrom(table, where)
  await client.query(`declare reading no scroll cursor for ${text}`)
  const next = { text: `fetch ${rowsAtOnce} from reading`, rowMode: 'array' } as const
  for (;;) {
    const { rows } = await client.query<[...StoredRow]>(next)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close reading')
}
