import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Snapshot, StoredRow, StoredTable, StoredValue } from '../../db/whole/snapshot.ts'
import { lastingReferences } from '../blobs/references.ts'
import type { FileStore, KeptFile } from './file-store.ts'
import type { KeptTable } from './manifest.ts'

const compress = promisify(zstdCompress)

/** So many numbers of rows share a file: one row that changes costs one small file in the next backup. */
const bucket = 1024
const largestChunk = 4 * 1024 * 1024

/** What comes by itself again. */
const left: ReadonlySet<string> = new Set(['pipeline_caches'])

/** Files that only a cache needs stay behind with it. */
const only: Readonly<Record<string, string>> = {
  blobs: lastingReferences
    .map((table) => `exists (select 1 from ${table} where ${table}.blob_id = blobs.id)`)
    .join(' or '),
}

/** Writes all rows of a table, in files that stay the same as long as their rows do. Null for what is left out. */
export async function dumpTable(store: FileStore, snapshot: Snapshot, table: StoredTable): Promise<KeptTable | null> {
  if (left.has(table.name)) return null
  const chunks: KeptFile[] = []
  const at = table.columns.indexOf(table.key[0] ?? '')
  let lines: string[] = []
  let size = 0
  let current = 0
  let count = 0
  const flush = async (): Promise<void> => {
    if (lines.length > 0) chunks.push(await store.put(await compress(lines.join(''))))
    lines = []
    size = 0
  }
  for await (const rows of snapshot.rows(table, only[table.name] ?? null)) {
    for (const row of rows) {
      const here = bucketOf(row[at])
      if (here !== current || size > largestChunk) await flush()
      current = here
      const line = `${JSON.stringify(row.map(written))}\n`
      lines.push(line)
      size += line.length
      count += 1
    }
  }
  await flush()
  return { name: table.name, columns: table.columns, rows: count, chunks }
}

function bucketOf(key: StoredRow[number] | undefined): number {
  return typeof key === 'number' ? Math.floor(key / bucket) : 0
}

/** No column holds an object: one is bytes. */
function written(value: StoredValue): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
}
