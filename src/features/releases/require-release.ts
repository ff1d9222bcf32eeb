import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { requireStill } from '../access/require-still.ts'
import type { Release } from './release.ts'
import { findRelease, type ReleaseKey, type Sight } from './store.ts'

const needs = {
  read: { role: 'Reader', scope: 'repo:read' },
  write: { role: 'Developer', scope: 'repo:write' },
} as const

export function openForReleases(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  purpose: keyof typeof needs,
): Promise<OpenRepo> {
  return requireRepo(app, actor, ref, needs[purpose])
}

/** Once more, at the end of what took long. */
export function stillForReleases(app: Pick<App, 'clock' | 'db'>, actor: Actor, repo: OpenRepo): Promise<OpenRepo> {
  return requireStill(app, actor, repo, needs.write)
}

/** A draft is there only for those who could have written it. */
export function sightOf(repo: OpenRepo): Sight {
  return { drafts: atLeast(repo.role, 'Developer') }
}

export async function requireRelease(app: Pick<App, 'db'>, repo: OpenRepo, key: ReleaseKey): Promise<Release> {
  const release = await findRelease(app.db, repo, sightOf(repo), key)
  if (release === null) throw notFound('RELEASE')
  return release
}
