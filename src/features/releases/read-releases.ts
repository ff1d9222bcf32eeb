import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Release } from './release.ts'
import { openForReleases, requireRelease, sightOf } from './require-release.ts'
import { findRelease, pageOfReleases, type ReleaseKey } from './store.ts'

/** The newest first. */
export async function listReleases(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  request: PageRequest,
): Promise<Page<Release>> {
  const repo = await openForReleases(app, actor, ref, 'read')
  return pageOfReleases(app.db, repo, sightOf(repo), request)
}

/** By its id, by its tag, or the latest: the one published last, of those that are meant for everybody. */
export async function getRelease(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef, key: ReleaseKey): Promise<Release> {
  return requireRelease(app, await openForReleases(app, actor, ref, 'read'), key)
}

/** Null while none is meant for everybody. */
export async function findLatestRelease(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef): Promise<Release | null> {
  const repo = await openForReleases(app, actor, ref, 'read')
  return findRelease(app.db, repo, sightOf(repo), 'latest')
}
