import type { App } from '../../../app.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import type { Repo } from '../../../core/repo.ts'
import { parseSha } from '../../../core/sha.ts'
import { deleteAsset } from '../../../features/releases/delete-asset.ts'
import { deleteRelease } from '../../../features/releases/delete-release.ts'
import { findReleaseBefore } from '../../../features/releases/find-release-before.ts'
import { openAsset, openNamedAsset } from '../../../features/releases/open-asset.ts'
import { findLatestRelease, getRelease, listReleases } from '../../../features/releases/read-releases.ts'
import type { Release } from '../../../features/releases/release.ts'
import { assetBytes } from '../../raw-bytes.ts'
import { releaseUrl, repoUrl } from '../code-urls.ts'
import { done, go, show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { ReleaseView } from '../views/release.tsx'
import { ReleasesView } from '../views/releases.tsx'
import { backFromPastEnd, pageInfo } from './page-info.ts'
import { shownRelease } from './shown-release.ts'

/** Notes are long: fewer on a page than of other things. */
const perPage = 10

export const repoReleasePages = [
  repoPage({
    method: 'GET',
    path: '/releases',
    right: 'anyone',
    lasts: true,
    handle: async ({ app, actor, ref, frame, chrome, head, page: request }) => {
      const [list, latest] = await Promise.all([
        listReleases(app, actor, ref, { ...request, perPage }),
        findLatestRelease(app, actor, ref),
      ])
      const path = `${repoUrl(head)}/releases`
      const back = backFromPastEnd(list, path)
      if (back !== null) return go(back)
      const releases = await Promise.all(
        list.items.map((one) => shownRelease(app, { actor, repo: frame.repo }, one, latest?.id)),
      )
      return show(<ReleasesView chrome={chrome} repo={head} releases={releases} pagination={pageInfo(list, path)} />)
    },
  }),
  repoPage({
    method: 'GET',
    path: '/releases/tag/*',
    right: 'anyone',
    handle: async ({ app, actor, ref, frame, chrome, head, rest }) => {
      const [release, latest] = await Promise.all([
        getRelease(app, actor, ref, { tagName: rest }),
        findLatestRelease(app, actor, ref),
      ])
      const [shown, before] = await Promise.all([
        shownRelease(app, { actor, repo: frame.repo }, release, latest?.id),
        releaseBefore(app, frame.repo, release),
      ])
      return show(<ReleaseView chrome={chrome} repo={head} release={{ ...shown, before: before?.tagName }} />)
    },
  }),
  repoPage({
    method: 'GET',
    path: '/releases/latest',
    right: 'anyone',
    handle: async ({ app, actor, ref, head }) => {
      const { tagName } = await getRelease(app, actor, ref, 'latest')
      return go(releaseUrl(head, tagName))
    },
  }),
  // What scripts fetch: these addresses are known before a release is made.
  repoPage({
    method: 'GET',
    path: '/releases/latest/download/:name',
    right: 'anyone',
    handle: async ({ app, actor, ref, params }) => {
      const named = { release: 'latest', name: params['name'] ?? '' } as const
      return { kind: 'bytes', bytes: assetBytes(await openNamedAsset(app, actor, ref, named)) }
    },
  }),
  repoPage({
    method: 'GET',
    path: '/releases/download/*',
    right: 'anyone',
    handle: async ({ app, actor, ref, rest }) => {
      const cut = rest.lastIndexOf('/')
      const named = { release: { tagName: rest.slice(0, Math.max(cut, 0)) }, name: rest.slice(cut + 1) }
      return { kind: 'bytes', bytes: assetBytes(await openNamedAsset(app, actor, ref, named)) }
    },
  }),
  repoPage({
    method: 'GET',
    path: '/releases/:id/assets/:asset',
    right: 'anyone',
    handle: async ({ app, actor, ref, params }) => {
      return { kind: 'bytes', bytes: assetBytes(await openAsset(app, actor, ref, keyOf(params))) }
    },
  }),
  repoPage({
    method: 'POST',
    path: '/releases/:id/delete',
    right: 'session',
    handle: async ({ app, actor, ref, head, params }) => {
      await deleteRelease(app, actor, ref, parseRecordId(params['id'] ?? ''))
      return done(`${repoUrl(head)}/releases`, 'The release was deleted. Its tag is still there.')
    },
  }),
  repoPage({
    method: 'POST',
    path: '/releases/:id/remove/:asset',
    right: 'session',
    handle: async ({ app, actor, ref, head, params }) => {
      const key = keyOf(params)
      await deleteAsset(app, actor, ref, key)
      return done(`${repoUrl(head)}/releases/${params['id'] ?? ''}/edit`, 'The file was removed.')
    },
  }),
]

/** Null where its tag is gone, too. */
async function releaseBefore(app: App, repo: Repo, { tagName, commitSha, isPrerelease }: Release) {
  const head = commitSha === null ? null : parseSha(commitSha)
  return head && findReleaseBefore(app, repo, { tagName, head, isPrerelease })
}

function keyOf(params: Readonly<Record<string, string>>) {
  return { releaseId: parseRecordId(params['id'] ?? ''), assetId: parseRecordId(params['asset'] ?? '') }
}
