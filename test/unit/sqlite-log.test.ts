import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { nothingHappens } from '../../src/core/checkpoint.ts'
import { openSqlite } from '../../src/db/open-sqlite.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { WalSync } from '../../src/db/wal-sync.ts'
import { quiet } from '../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'stithy-log-'))
const clock = { now: () => Date.now() }

afterAll(() => rmSync(folder, { recursive: true }))

/** How often it has begun anew, as its own head says. */
function beginnings(path: string): number {
  const file = openSync(`${path}-wal`, 'r')
  const head = Buffer.alloc(16)
  readSync(file, head)
  closeSync(file)
  return head.readUInt32BE(12)
}

test('the log of a database that is written to without a pause begins anew, and loses nothing', async () => {
  const path = join(folder, 'log.db')
  const checkpointer = new URL('../../src/db/checkpoint-worker.ts', import.meta.url)
  const { db, admin } = openSqlite(path, { clock, log: quiet, passing: nothingHappens, checkpointer })
  await sql`create table notes (id integer primary key, text text)`.execute(admin)
  const text = 'x'.repeat(32_000)
  let count = 0
  while (beginnings(path) < 2) {
    const writing = Array.from({ length: 10 }, () =>
      inTransaction({ db }, async (tx) => void (await sql`insert into notes (text) values (${text})`.execute(tx))),
    )
    count += writing.length
    // Those of the next round come before all of this one are on disk.
    await Promise.race(writing)
  }
  await db.close()
  const again = new Database(path, { readonly: true })
  expect(again.prepare('select count(*) from notes').pluck().get()).toBe(count)
  expect(again.pragma('integrity_check', { simple: true })).toBe('ok')
  again.close()
})

test('when the disk fails, whoever waits for it hears so, and nothing is promised any more', async () => {
  const sync = new WalSync(join(folder, 'nowhere', 'log.db'))
  expect(sync.broken).toBeNull()
  await expect(sync.onDisk()).rejects.toThrow('ENOENT')
  expect(sync.broken).not.toBeNull()
  await expect(sync.onDisk()).rejects.toThrow('ENOENT')
  await sync.close()
})
