import { FileStore } from './file-store.ts'
import { filesOf, type Point } from './manifest.ts'
import { BadManifest } from './parse-manifest.ts'
import type { Points } from './points.ts'

export interface Pruned {
  readonly points: number
  readonly bytes: number
  /** Points that would have been forgotten, and are the last to have something that is damaged or missing by now. */
  readonly heldBack: number
  /** Points whose manifest is broken. */
  readonly unreadable: readonly string[]
}

/**
 * Forgets all points but the newest `keep` (null: none), what backups that were cut off have left, and the files that
 * nothing needs any more. What the newest point could not save as a whole keeps the last point that has it, however old:
 * night after night without it would otherwise forget it. The manifests go first: one that is there never lacks a file.
 */
export async function pruneBackup(points: Points, newest: Point, keep: number | null): Promise<Pruned> {
  await points.forgetParts()
  const names = await points.list()
  const old = keep === null ? [] : names.slice(0, Math.max(0, names.length - keep))
  const lastWhole = await lastWithWhole(points, newest, names)
  const heldBack = old.filter((name) => lastWhole.has(name))
  // The newest one itself is among the old ones where the clock was ahead for a while.
  const gone = old.filter((name) => !lastWhole.has(name) && name !== newest.name)
  for (const name of gone) await points.forget(name)
  const needed = new Set<string>()
  const unreadable: string[] = []
  for (const name of await points.list()) {
    const point = await readIfWhole(points, name)
    if (point === null) unreadable.push(name)
    else for (const sha256 of filesOf(point).keys()) needed.add(sha256)
  }
  // What one that cannot be read needs, nobody knows.
  const bytes = unreadable.length > 0 ? 0 : await new FileStore(points.directory).keepOnly(needed)
  return { points: gone.length, bytes, heldBack: heldBack.length, unreadable }
}

async function readIfWhole(points: Points, name: string): Promise<Point | null> {
  try {
    return await points.read(name)
  } catch (error) {
    if (error instanceof BadManifest) return null
    throw error
  }
}

/** The points that are the last to have something that the newest one lacks. */
async function lastWithWhole(points: Points, newest: Point, names: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = new Set(
    [...newest.repos.values()].filter(({ damage }) => damage !== null).map(({ uuid }) => `repository ${uuid}`),
  )
  for (const { kind, name } of newest.lost) wanted.add(`${kind} ${name}`)
  const found = new Set<string>()
  for (const name of names.toReversed()) {
    if (wanted.size === 0) break
    const point = await readIfWhole(points, name)
    if (point !== null && wholeIn(point).filter((one) => wanted.delete(one)).length > 0) found.add(name)
  }
  return found
}

function wholeIn({ repos, plain }: Point): readonly string[] {
  const sound = [...repos.values()].filter(({ damage }) => damage === null)
  return [...sound.map(({ uuid }) => `repository ${uuid}`), ...plain.map(({ kind, name }) => `${kind} ${name}`)]
}
