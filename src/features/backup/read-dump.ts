import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { StoredRow, StoredValue } from '../../db/whole/snapshot.ts'
import type { FileStore } from './file-store.ts'
import type { KeptTable, Point } from './manifest.ts'

const decompress = promisify(zstdDecompress)

/** The rows of a table, a file at a time, in the order of its key. */
export async function* readRows(store: FileStore, table: KeptTable): AsyncGenerator<readonly StoredRow[]> {
  for (const chunk of table.chunks) {
    const text = (await decompress(await store.read(chunk))).toString()
    yield text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as unknown[]).map(readValue))
  }
}

/** The same by the names of columns; nothing where the backup has no such table. */
export async function* readRecords(
  store: FileStore,
  point: Pick<Point, 'tables'>,
  name: string,
): AsyncGenerator<Readonly<Record<string, StoredValue>>> {
  const table = point.tables.get(name)
  if (table === undefined) return
  for await (const rows of readRows(store, table)) {
    for (const row of rows) yield Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? null]))
  }
}

function readValue(value: unknown): StoredValue {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'object' && 'bytes' in value) return Buffer.from(String(value.bytes), 'base64')
  throw new Error('A row of the backup holds a value of no kind that is known')
}
