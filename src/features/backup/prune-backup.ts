import { FileStore } from './file-store.ts'
import { filesOf } from './manifest.ts'
import type { Points } from './points.ts'

export interface Pruned {
  readonly points: number
  readonly bytes: number
}

/**
 * Forgets all points but the newest `keep` (null: none), what backups that were cut off have left, and the files that
 * nothing needs any more. The manifests go first: one that is there never lacks a file.
 */
export async function pruneBackup(points: Points, keep: number | null): Promise<Pruned> {
  await points.forgetParts()
  const names = await points.list()
  const old = keep === null ? [] : names.slice(0, Math.max(0, names.length - keep))
  for (const name of old) await points.forget(name)
  const needed = new Set<string>()
  for (const name of await points.list()) {
    for (const sha256 of filesOf(await points.read(name)).keys()) needed.add(sha256)
  }
  return { points: old.length, bytes: await new FileStore(points.directory).keepOnly(needed) }
}
