import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireSeen } from '../threads/name-text.ts'
import { withNewAssets } from './new-assets.ts'
import { recordRelease } from './record-release.ts'
import { type Release, type ReleaseValues, textOfRelease } from './release.ts'
import { parseReleaseBody, parseReleaseName, type ReleaseInput } from './release-input.ts'
import { hasRelease, makeTag, planTag } from './release-tag.ts'
import { openForReleases, requireRelease } from './require-release.ts'
import { findRelease, requireHeld, saveRelease } from './store.ts'
import { tellChanged } from './tell-release.ts'

export interface ReleaseChange {
  readonly id: RecordId
  readonly changes: ReleaseInput
  /** Names the name and notes that these were made from; undefined for whoever does not say. */
  readonly seen?: string | undefined
}

/** A draft that becomes none is published: that is when its tag is made, and the world is told, once. */
export async function updateRelease(
  app: Pick<
    App,
    'blobs' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'keys' | 'log' | 'objects' | 'passing' | 'promises'
  >,
  actor: KnownActor,
  ref: RepoRef,
  { id, changes, seen }: ReleaseChange,
): Promise<Release> {
  const repo = await openForReleases(app, actor, ref, 'write')
  const known = await requireRelease(app, repo, id)
  const wanted = changed(known, changes)
  // Before a tag is made for it; and again while nobody else can change it.
  requireNotesSeen(known, wanted, seen)
  const { tagName } = wanted
  const publishes = known.isDraft && !wanted.isDraft
  const moves = publishes || tagName !== known.tagName || wanted.target !== known.target
  const tag = moves ? await planTag(app, repo, wanted) : null
  return withNewAssets(app, repo, { releaseId: known.id, assets: changes.assets ?? [] }, async (addAssets) => {
    if (tag !== null && !wanted.isDraft) await makeTag(app, { actor, repo, releaseId: known.id }, tag)
    return inTransaction(app, async (tx) => {
      const before = await requireHeld(tx, repo, known.id)
      const other = await findRelease(tx, repo, { drafts: true }, { tagName })
      if (other !== null && other.id !== before.id) {
        throw hasRelease(tagName)
      }
      const next = changed(before, changes)
      requireNotesSeen(before, next, seen)
      await saveRelease(tx, before, next)
      await addAssets(tx, before.id)
      const after = await findRelease(tx, repo, { drafts: true }, { id: before.id })
      if (after === null) throw notFound('RELEASE')
      await tellChanged(tx, { repoId: repo.id, actorId: actor.user.id }, { before, after })
      await recordChange(app, tx, actor, { before, after })
      return after
    })
  })
}

function requireNotesSeen(before: Release, next: ReleaseValues, seen: string | undefined): void {
  if (next.name !== before.name || next.body !== before.body) requireSeen(textOfRelease(before), seen)
}

async function recordChange(
  app: Pick<App, 'keys'>,
  tx: Tx,
  actor: KnownActor,
  { before, after }: { readonly before: Release; readonly after: Release },
): Promise<void> {
  const differing = settingNames.filter((name) => before[name] !== after[name])
  const known = new Set(before.assets.map(({ id }) => id))
  const added = after.assets.filter(({ id }) => !known.has(id)).map(({ name }) => name)
  const metadata = {
    ...Object.fromEntries(differing.map((name) => [name, { from: before[name], to: after[name] }])),
    // Long, and nobody's to read who may not see the release.
    ...(before.body === after.body ? {} : { body: 'changed' }),
    ...(added.length === 0 ? {} : { added }),
  }
  if (Object.keys(metadata).length === 0) return
  await recordRelease(app, tx, actor, { event: 'RELEASE_UPDATED', release: after, metadata })
}

const settingNames = ['tagName', 'target', 'name', 'isDraft', 'isPrerelease'] as const

function changed(before: Release, changes: ReleaseInput): ReleaseValues {
  const tagName = changes.tagName ?? before.tagName
  return {
    tagName,
    target: changes.target ?? before.target,
    name: changes.name === undefined ? before.name : parseReleaseName(changes.name, tagName),
    body: changes.body === undefined ? before.body : parseReleaseBody(changes.body),
    isDraft: changes.isDraft ?? before.isDraft,
    isPrerelease: changes.isPrerelease ?? before.isPrerelease,
  }
}
