import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Role } from '../../core/roles.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import type { Pull } from './pull.ts'
import { refreshPull } from './refresh-pull.ts'
import { findPull } from './store.ts'

/** How a path names a pull request; the number is as it stands there. */
export interface PullRef extends RepoRef {
  readonly number: string
}

export interface OpenPull {
  readonly repo: OpenRepo
  readonly pull: Pull
}

/** What somebody wants to do with it, and the weakest role that may. */
export interface Purpose {
  readonly to: 'read' | 'write'
  readonly role?: Role
}

const scopes = { read: 'pulls:read', write: 'pulls:write' } as const

/** Everybody who may read may look and speak; what else somebody may do, each verb says. */
export function openForPulls(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  { to, role = 'Reader' }: Purpose,
): Promise<OpenRepo> {
  return requireRepo(app, actor, ref, { role, scope: scopes[to] })
}

/** A pull request as its branches are now. What is no number is the number of nothing. */
export async function openPull(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>,
  actor: Actor,
  ref: PullRef,
  purpose: Purpose,
): Promise<OpenPull> {
  const repo = await openForPulls(app, actor, ref, purpose)
  const pull = /^[1-9]\d{0,8}$/.test(ref.number) ? await findPull(app.db, repo.id, Number(ref.number)) : null
  if (pull === null) throw notFound('PULL')
  return { repo, pull: await refreshPull(app, repo, pull) }
}
