import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Reader } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'
import type { Keys } from '../../secrets/keys.ts'

type Entry = Omit<Selectable<Schema['audit']>, 'id' | 'hash'>

export type ChainState =
  | { readonly whole: true; readonly entries: number }
  | { readonly whole: false; readonly entries: number; readonly brokenAt: number | null; readonly why: string }

/** Keyed, so that somebody who can write to the database but does not hold the secret cannot mend a chain they broke. */
export function hashOf(keys: Keys, entry: Entry): string {
  const fields = [
    entry.prev_hash,
    entry.uuid,
    entry.event,
    entry.actor_id,
    entry.actor_uuid,
    entry.actor_name,
    entry.actor_ip,
    entry.user_agent,
    entry.origin,
    entry.target_type,
    entry.target_id,
    entry.target_name,
    entry.metadata,
    entry.created_at,
  ]
  return createHmac('sha256', keys.audit).update(JSON.stringify(fields)).digest('hex')
}

const step = 1000

/** Walks the whole chain. An entry changed, added or removed anywhere, the end included, shows. */
export async function verifyChain(app: { readonly db: Db; readonly keys: Keys }): Promise<ChainState> {
  const head = await headOf(app.db)
  let hash = ''
  let entries = 0
  for (let after = 0; entries < head.entries; ) {
    const rows = await app.db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(Math.min(step, head.entries - entries))
      .execute()
    for (const row of rows) {
      if (row.prev_hash !== hash || hashOf(app.keys, row) !== row.hash) {
        return { whole: false, entries, brokenAt: row.id, why: `entry ${row.id} does not follow from the one before` }
      }
      hash = row.hash
      entries += 1
    }
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.id
  }
  if (entries !== head.entries || hash !== head.hash) {
    return { whole: false, entries, brokenAt: null, why: `the log ends after ${entries} of ${head.entries} entries` }
  }
  return { whole: true, entries }
}

/** Of so many, not all were changed by whoever changed one. */
const newest = 100

/** Whether any of the newest entries was signed with these keys, or there is none at all. */
export async function isSignedWith(reader: Reader, keys: Keys): Promise<boolean> {
  const rows = await reader.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(newest).execute()
  return rows.length === 0 || rows.some((row) => hashOf(keys, row) === row.hash)
}

function headOf(reader: Reader): Promise<{ entries: number; hash: string }> {
  return reader.selectFrom('audit_head').select(['entries', 'hash']).where('id', '=', 1).executeTakeFirstOrThrow()
}
