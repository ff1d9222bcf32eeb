import type { ReleaseChanges } from '../../core/events.ts'
import type { Tx } from '../../db/handle.ts'
import { emit } from '../../outbox/emit.ts'
import type { Release } from './release.ts'

export interface Teller {
  readonly repoId: number
  readonly actorId: number
}

/** What webhooks are told of a release is what it is at this moment, also when it is gone by the time they hear of it. */
export function tellPublished(tx: Tx, teller: Teller, release: Release): Promise<void> {
  return emit(tx, { type: 'release.published', releaseId: release.id, ...teller }, async () => release)
}

/** Not of what nobody has ever heard of. */
export async function tellDeleted(tx: Tx, teller: Teller, release: Release): Promise<void> {
  if (release.firstPublishedAt === null) return
  await emit(tx, { type: 'release.deleted', releaseId: release.id, ...teller }, async () => release)
}

/** Publishing is told once, everything else that is changed as that, and nothing of what is and stays a draft. */
export async function tellChanged(
  tx: Tx,
  teller: Teller,
  { before, after }: { readonly before: Release; readonly after: Release },
): Promise<void> {
  if (before.firstPublishedAt === null) {
    if (!after.isDraft) await tellPublished(tx, teller, after)
    return
  }
  if (before.isDraft && after.isDraft) return
  const changes = changesBetween(before, after)
  if (Object.keys(changes).length === 0) return
  await emit(tx, { type: 'release.edited', releaseId: after.id, changes, ...teller }, async () => after)
}

function changesBetween(before: Release, after: Release): ReleaseChanges {
  const added = namesOnlyIn(after, before)
  const removed = namesOnlyIn(before, after)
  return {
    ...(before.tagName === after.tagName ? {} : { tag_name: { from: before.tagName } }),
    ...(before.name === after.name ? {} : { name: { from: before.name } }),
    ...(before.body === after.body ? {} : { body: { from: before.body } }),
    ...(before.isDraft === after.isDraft ? {} : { draft: { from: before.isDraft } }),
    ...(before.isPrerelease === after.isPrerelease ? {} : { prerelease: { from: before.isPrerelease } }),
    ...(added.length === 0 ? {} : { assets: { added } }),
    ...(removed.length === 0 ? {} : { assets: { removed } }),
  }
}

function namesOnlyIn(one: Release, other: Release): readonly string[] {
  const known = new Set(other.assets.map(({ id }) => id))
  return one.assets.filter(({ id }) => !known.has(id)).map(({ name }) => name)
}
