import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { findRepoById } from '../repos/find-repo.ts'
import type { Mirror } from './mirror.ts'
import { findMirror } from './mirror-store.ts'

type Needs = Pick<App, 'clock' | 'db'>

export async function getMirror(app: Needs, actor: Actor, ref: RepoRef): Promise<Mirror> {
  const found = await findMirrorOf(app, actor, ref)
  if (found === null) throw notFound('MIRROR')
  return found
}

/** Null where it follows nobody. */
export async function findMirrorOf(app: Needs, actor: Actor, ref: RepoRef): Promise<Mirror | null> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:read' })
  return findMirror(app.db, repo, app.clock.now())
}

/** After it was changed. */
export async function requireMirror(app: Needs, repoId: number): Promise<Mirror> {
  const repo = await findRepoById(app.db, repoId)
  const found = repo === null ? null : await findMirror(app.db, repo, app.clock.now())
  if (found === null) throw notFound('MIRROR')
  return found
}
