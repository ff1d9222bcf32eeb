import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { findRepoById } from '../repos/find-repo.ts'
import type { PushMirror } from './push-mirror.ts'
import { findPushMirror } from './push-mirror-store.ts'

type Needs = Pick<App, 'clock' | 'db'>

export async function getPushMirror(app: Needs, actor: Actor, ref: RepoRef): Promise<PushMirror> {
  const found = await findPushMirrorOf(app, actor, ref)
  if (found === null) throw notFound('MIRROR')
  return found
}

/** Null where it is pushed nowhere. */
export async function findPushMirrorOf(app: Needs, actor: Actor, ref: RepoRef): Promise<PushMirror | null> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:read' })
  return findPushMirror(app.db, repo, app.clock.now())
}

/** After it was changed. */
export async function requirePushMirror(app: Needs, repoId: number): Promise<PushMirror> {
  const repo = await findRepoById(app.db, repoId)
  const found = repo === null ? null : await findPushMirror(app.db, repo, app.clock.now())
  if (found === null) throw notFound('MIRROR')
  return found
}
