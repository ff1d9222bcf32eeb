import type { App } from '../../../app.ts'
import type { Actor } from '../../../core/actor.ts'
import { iso } from '../../../core/iso-time.ts'
import { exactTag } from '../../../core/ref-name.ts'
import type { Repo } from '../../../core/repo.ts'
import type { Release } from '../../../features/releases/release.ts'
import { renderNotes } from '../../../features/releases/render-notes.ts'
import { repoUrl } from '../code-urls.ts'
import type { ShownRelease } from '../components/release-article.tsx'
import type { ShownAsset } from '../components/release-assets.tsx'
import { shownText } from '../components/shown-text.tsx'
import { placeOf } from './repo-tree.tsx'

/** A release as pages show it. `latest` is the id of the one that is. */
export async function shownRelease(
  app: Pick<App, 'clock' | 'config' | 'db' | 'history' | 'kept' | 'markup' | 'objects'>,
  { actor, repo }: { readonly actor: Actor; readonly repo: Repo },
  release: Release,
  latest: number | undefined,
): Promise<ShownRelease> {
  const place = placeOf(app.config, { repo, revision: { address: exactTag(release.tagName) } }, '')
  const html = release.body.trim() === '' ? null : await renderNotes(app, actor, repo, { body: release.body, place })
  return {
    id: release.uuid,
    tag: release.tagName,
    name: release.name,
    isDraft: release.isDraft,
    isPrerelease: release.isPrerelease,
    isLatest: release.id === latest,
    author: release.author,
    sha: release.commitSha,
    at: iso(release.publishedAt ?? release.createdAt),
    notes: shownText(release.body, html),
    assets: shownAssets(repo, release),
  }
}

export function shownAssets(repo: Repo, { uuid, assets }: Release): readonly ShownAsset[] {
  return assets.map((asset) => ({
    id: asset.uuid,
    name: asset.name,
    size: asset.size,
    downloads: asset.downloadCount,
    createdAt: iso(asset.createdAt),
    href: `${repoUrl(repo)}/releases/${uuid}/assets/${asset.uuid}`,
  }))
}
