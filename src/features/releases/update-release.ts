import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { alreadyExists, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import type { Release, ReleaseValues } from './release.ts'
import { parseReleaseBody, parseReleaseName, type ReleaseInput, requireReleaseTag } from './release-input.ts'
import { openForReleases, requireRelease } from './require-release.ts'
import { findRelease, holdRelease, saveRelease } from './store.ts'

export interface ReleaseChange {
  readonly id: RecordId
  readonly changes: ReleaseInput
}

/** A draft that becomes none is published: that is when the world is told, once. */
export async function updateRelease(
  app: Pick<App, 'config' | 'db' | 'objects'>,
  actor: KnownActor,
  ref: RepoRef,
  { id, changes }: ReleaseChange,
): Promise<Release> {
  const repo = await openForReleases(app, actor, ref, 'write')
  const known = await requireRelease(app, repo, id)
  const tagName = changes.tagName ?? known.tagName
  if (tagName !== known.tagName) await requireReleaseTag(app, repo, tagName)
  return inTransaction(app, async (tx) => {
    // Held first and read then: of two changes at once, the second builds on the first.
    const before = (await holdRelease(tx, known.id))
      ? await findRelease(tx, repo, { drafts: true }, { id: known.id })
      : null
    if (before === null) throw notFound('RELEASE')
    const other = await findRelease(tx, repo, { drafts: true }, { tagName })
    if (other !== null && other.id !== before.id) {
      throw alreadyExists('RELEASE', 'tag_name', `the tag ${tagName} has a release already`)
    }
    const next = changed(before, changes)
    await saveRelease(tx, before, next)
    if (before.isDraft && !next.isDraft) {
      await emit(tx, { type: 'release.published', repoId: repo.id, releaseId: before.id })
    }
    const after = await findRelease(tx, repo, { drafts: true }, { id: before.id })
    if (after === null) throw notFound('RELEASE')
    return after
  })
}

function changed(before: Release, changes: ReleaseInput): ReleaseValues {
  const tagName = changes.tagName ?? before.tagName
  return {
    tagName,
    name: changes.name === undefined ? before.name : parseReleaseName(changes.name, tagName),
    body: changes.body === undefined ? before.body : parseReleaseBody(changes.body),
    isDraft: changes.isDraft ?? before.isDraft,
    isPrerelease: changes.isPrerelease ?? before.isPrerelease,
  }
}
