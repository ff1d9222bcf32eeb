import type { App } from '../../app.ts'
import { hour } from '../../core/clock.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Longer than anybody is between writing a file and committing what refers to it. */
const grace = hour
const atOnce = 200

type Needs = Pick<App, 'blobs' | 'clock' | 'db' | 'log'>

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
    for (let at = 0; at < files.length; at += atOnce) swept += await removeUnknown(app, files.slice(at, at + atOnce))
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
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('release_assets').select('id').whereRef('blob_id', '=', 'blobs.id'))),
      )
      .where((eb) => eb.not(eb.exists(eb.selectFrom('attachments').select('id').whereRef('blob_id', '=', 'blobs.id'))))
      .where((eb) => eb.not(eb.exists(eb.selectFrom('lfs_objects').select('oid').whereRef('blob_id', '=', 'blobs.id'))))
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('pipeline_artifacts').select('id').whereRef('blob_id', '=', 'blobs.id'))),
      )
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('pipeline_caches').select('id').whereRef('blob_id', '=', 'blobs.id'))),
      )
      .limit(atOnce)
    return tx
      .deleteFrom('blobs')
      .where('id', 'in', unreferenced)
      .where('touched_at', '<', before)
      .returning('file')
      .execute()
  })
  for (const { file } of files) await app.blobs.remove(file)
  return files.length
}

async function removeUnknown(app: Needs, files: readonly string[]): Promise<number> {
  const rows = await app.db.selectFrom('blobs').select('file').where('file', 'in', files).execute()
  const known = new Set(rows.map((row) => row.file))
  const unknown = files.filter((one) => !known.has(one))
  for (const file of unknown) {
    app.log.warn({ file }, 'a file that nothing refers to was removed')
    await app.blobs.remove(file)
  }
  return unknown.length
}
