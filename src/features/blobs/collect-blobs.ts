import { type SqlBool, sql } from 'kysely'
import type { App } from '../../app.ts'
import { hour } from '../../core/clock.ts'
import { slicesOf } from '../../core/slices-of.ts'
import { inTransaction } from '../../db/transaction.ts'
import { isDeletionHeld } from '../backup/deletion-hold.ts'
import { referencesToBlobs } from './references.ts'

/** Longer than anybody is between writing a file and committing what refers to it. */
const grace = hour
const atOnce = 200

const isUnreferenced = sql.join<SqlBool>(
  referencesToBlobs.map((table) => sql`not exists (select 1 from ${sql.table(table)} where blob_id = blobs.id)`),
  sql` and `,
)

type Needs = Pick<App, 'blobs' | 'clock' | 'config' | 'db' | 'log'>

/** The job that makes room: blobs that nothing refers to, and what was left of uploads that were cut off. */
export async function collectBlobs(app: Needs): Promise<void> {
  const before = app.clock.now() - grace
  while ((await removeUnreferenced(app, before)) === atOnce);
  await app.blobs.forgetDrafts(before)
}

/** Files without a row, which only a crash leaves. Looks at every file, so it comes by seldom. Returns how many went. */
export async function sweepStrays(app: Needs): Promise<number> {
  let swept = 0
  for await (const files of app.blobs.oldFiles(app.clock.now() - grace)) {
    for (const some of slicesOf(files, atOnce)) swept += await removeUnknown(app, some)
  }
  return swept
}

/**
 * At the start: on SQLite nobody else can be in the middle of an upload, so none is spared. On PostgreSQL another
 * process may be, and their age decides.
 */
export async function forgetCutOffUploads(app: Needs): Promise<number> {
  return app.blobs.forgetDrafts(app.db.dialect === 'sqlite' ? Number.MAX_SAFE_INTEGER : app.clock.now() - grace)
}

/**
 * The row goes first and takes the name of the file with it: an upload of the same content that comes in the meantime
 * makes a row and a file of its own. One that has just touched the row keeps it: the time is compared again under the
 * row's lock.
 */
async function removeUnreferenced(app: Needs, before: number): Promise<number> {
  const files = await inTransaction(app, async (tx) => {
    const unreferenced = tx
      .selectFrom('blobs')
      .select('blobs.id')
      .where('touched_at', '<', before)
      .where(isUnreferenced)
      .limit(atOnce)
    return tx
      .deleteFrom('blobs')
      .where('id', 'in', unreferenced)
      .where('touched_at', '<', before)
      .returning('file')
      .execute()
  })
  // A backup that is being made may need them: then they are strays from here on, and swept some day.
  if (files.length > 0 && (await isDeletionHeld(app.config))) return files.length
  for (const { file } of files) await app.blobs.remove(file)
  return files.length
}

async function removeUnknown(app: Needs, files: readonly string[]): Promise<number> {
  const rows = await app.db.selectFrom('blobs').select('file').where('file', 'in', files).execute()
  const known = new Set(rows.map((row) => row.file))
  if (await isDeletionHeld(app.config)) return 0
  const unknown = files.filter((one) => !known.has(one))
  for (const file of unknown) {
    app.log.warn({ file }, 'a file that nothing refers to was removed')
    await app.blobs.remove(file)
  }
  return unknown.length
}
