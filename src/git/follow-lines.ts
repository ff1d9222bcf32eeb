import type { Sha } from '../core/sha.ts'
import { findBlob } from './find-blob.ts'
import { findRenames } from './find-renames.ts'
import { followRange, type Lines } from './follow-range.ts'
import type { Kept } from './kept.ts'
import type { LineMap } from './line-map.ts'
import { type LineParts, mapLines } from './map-lines.ts'
import type { RepoDir } from './run-git.ts'

/** Lines that somebody wrote about, in what was offered then. */
export interface Anchor {
  readonly path: string
  /** Whether they are lines of what was there before, or of what is offered. */
  readonly side: 'old' | 'new'
  /** The first and the last of them, counted from 1; the same for a single line. */
  readonly first: number
  readonly last: number
  readonly head: Sha
  /** Where `head` had left the target. */
  readonly base: Sha
}

export type Followed =
  | {
      readonly kind: 'found'
      readonly path: string
      readonly first: number
      readonly last: number
      /** Each of the lines still says the same. */
      readonly isSame: boolean
    }
  | { readonly kind: 'outdated' }

type Parts = LineParts & { readonly kept: Kept }

const outdated: Followed = { kind: 'outdated' }

/**
 * Where lines are now, in the same order. Only contents are compared, so it makes no difference whether a branch went on
 * or was written anew. Files are read once, however much was written about them.
 */
export async function followLines(
  parts: Parts,
  dir: RepoDir,
  anchors: readonly Anchor[],
  now: { readonly head: Sha; readonly base: Sha },
): Promise<readonly Followed[]> {
  const maps = new Map<string, Promise<LineMap | null>>()
  const mapOf = (from: Sha, to: Sha): Promise<LineMap | null> => {
    const known = maps.get(from + to) ?? mapLines(parts, dir, from, to)
    maps.set(from + to, known)
    return known
  }
  const followed: Followed[] = []
  for (const anchor of anchors) followed.push(await follow({ parts, dir, mapOf }, anchor, now))
  return followed
}

interface Context {
  readonly parts: Parts
  readonly dir: RepoDir
  readonly mapOf: (from: Sha, to: Sha) => Promise<LineMap | null>
}

async function follow(
  context: Context,
  anchor: Anchor,
  now: { readonly head: Sha; readonly base: Sha },
): Promise<Followed> {
  const { parts, dir } = context
  const [from, to] = anchor.side === 'new' ? [anchor.head, now.head] : [anchor.base, now.base]
  const path = await pathThen(parts, dir, anchor)
  const before = await findBlob(parts.objects, dir, from, path)
  if (before === null) return outdated
  const after = await findBlob(parts.objects, dir, to, path)
  const lines = { first: anchor.first, last: anchor.last }
  if (before === after) return { kind: 'found', path, ...lines, isSame: true }
  const map = after === null ? null : await context.mapOf(before, after)
  const stayed = await followRange(map, lines)
  if (stayed !== null && map !== null && !(await map.isOther())) return { kind: 'found', path, ...stayed }
  const moved = await followRename(context, { from, to, path, before }, lines)
  if (moved !== null) return moved
  return stayed === null ? outdated : { kind: 'found', path, ...stayed }
}

interface Gone {
  readonly from: Sha
  readonly to: Sha
  readonly path: string
  readonly before: Sha
}

async function followRename(
  { parts, dir, mapOf }: Context,
  { from, to, path, before }: Gone,
  lines: Lines,
): Promise<Followed | null> {
  const renamed = (await findRenames(parts, dir, from, to)).get(path)
  const after = renamed === undefined ? null : await findBlob(parts.objects, dir, to, renamed)
  if (renamed === undefined || after === null) return null
  if (after === before) return { kind: 'found', path: renamed, ...lines, isSame: true }
  const moved = await followRange(await mapOf(before, after), lines)
  return moved === null ? null : { kind: 'found', path: renamed, ...moved }
}

/** What was there before may have had another name: a renamed file is shown under its new one. */
async function pathThen(parts: Parts, dir: RepoDir, { side, path, base, head }: Anchor): Promise<string> {
  if (side === 'new' || (await findBlob(parts.objects, dir, base, path)) !== null) return path
  for (const [old, fresh] of await findRenames(parts, dir, base, head)) if (fresh === path) return old
  return path
}
