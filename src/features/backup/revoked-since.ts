import type { StoredValue } from '../../db/whole/snapshot.ts'
import type { FileStore } from './file-store.ts'
import type { Point } from './manifest.ts'
import { readRecords } from './read-dump.ts'

/** What opens a door, and whom it belongs to. */
const credentials = [
  { table: 'access_tokens', holder: 'user_id', holders: 'users' },
  { table: 'ssh_keys', holder: 'user_id', holders: 'users' },
  { table: 'passkeys', holder: 'user_id', holders: 'users' },
  { table: 'sign_in_identities', holder: 'user_id', holders: 'users' },
  { table: 'deploy_keys', holder: 'repo_id', holders: 'repos' },
] as const

export interface Revoked {
  readonly table: (typeof credentials)[number]['table']
  readonly ids: readonly number[]
}

/**
 * Tokens, keys and passkeys of an old point that a newer one does not have any more, although it has whose they were: they were
 * revoked in between, and stay so. Those of an account that is brought back come with it.
 */
export async function revokedSince(store: FileStore, old: Point, newest: Point): Promise<readonly Revoked[]> {
  if (old.name === newest.name) return []
  const found: Revoked[] = []
  for (const { table, holder, holders } of credentials) {
    const alive = await numbers(store, newest, table)
    const known = await numbers(store, newest, holders)
    const ids: number[] = []
    for await (const row of readRecords(store, old, table)) {
      if (!alive.has(row['id'] ?? null) && known.has(row[holder] ?? null)) ids.push(Number(row['id']))
    }
    found.push({ table, ids })
  }
  return found
}

async function numbers(store: FileStore, point: Point, table: string): Promise<ReadonlySet<StoredValue>> {
  const ids = new Set<StoredValue>()
  for await (const { id } of readRecords(store, point, table)) ids.add(id ?? null)
  return ids
}
