import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { withNewAssets } from './new-assets.ts'
import { recordRelease } from './record-release.ts'
import type { Release } from './release.ts'
import { parseReleaseBody, parseReleaseName, type ReleaseInput } from './release-input.ts'
import { hasRelease, makeTag, planTag } from './release-tag.ts'
import { openForReleases } from './require-release.ts'
import { findRelease, insertRelease } from './store.ts'
import { tellPublished } from './tell-release.ts'

/**
 * A tag gets a name, notes and files. One that is not there yet is made. A draft is told to nobody until it is published,
 * and makes no tag either.
 */
export async function createRelease(
  app: Pick<
    App,
    'blobs' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'keys' | 'log' | 'objects' | 'passing' | 'promises'
  >,
  actor: KnownActor,
  ref: RepoRef,
  input: ReleaseInput & { readonly tagName: string },
): Promise<Release> {
  const repo = await openForReleases(app, actor, ref, 'write')
  const values = {
    tagName: input.tagName,
    target: input.target ?? null,
    name: parseReleaseName(input.name, input.tagName),
    body: parseReleaseBody(input.body ?? ''),
    isDraft: input.isDraft === true,
    isPrerelease: input.isPrerelease === true,
  }
  const tag = await planTag(app, repo, values)
  return withNewAssets(app, repo, { releaseId: null, assets: input.assets ?? [] }, async (addAssets) => {
    if (!values.isDraft) await makeTag(app, { actor, repo, releaseId: null }, tag)
    return inTransaction(app, async (tx) => {
      const id = await insertRelease(tx, repo.id, actor.user.id, values)
      if (id === null) throw hasRelease(input.tagName)
      await addAssets(tx, id)
      const release = await findRelease(tx, repo, { drafts: true }, { id })
      if (release === null) throw notFound('RELEASE')
      if (!values.isDraft) await tellPublished(tx, { repoId: repo.id, actorId: actor.user.id }, release)
      const added = release.assets.map(({ name }) => name)
      const metadata = added.length === 0 ? {} : { added }
      await recordRelease(app, tx, actor, { event: 'RELEASE_CREATED', release, metadata })
      return release
    })
  })
}
