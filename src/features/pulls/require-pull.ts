import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
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

const scopes = { read: 'pulls:read', write: 'pulls:write' } as const

/** Everybody who may read may look and speak; what else somebody may do, each verb says. */
export function openForPulls(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  purpose: 'read' | 'write',
): Promise<OpenRepo> {
  return requireRepo(app, actor, ref, { role: 'Reader', scope: scopes[purpose] })
}

/** A pull request as its branches are now. What is no number is the number of nothing. */
export async function openPull(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>,
  actor: Actor,
  ref: PullRef,
  purpose: 'read' | 'write',
): Promise<OpenPull> {
  const repo = await openForPulls(app, actor, ref, purpose)
  const pull = /^[1-9]\d{0,8}$/.test(ref.number) ? await findPull(app.db, repo.id, Number(ref.number)) : null
  if (pull === null) throw notFound('PULL')
  return { repo, pull: await refreshPull(app, repo, pull) }
}

/** Those who work in the repository, and whoever opened it. */
export function mayEditPull(repo: OpenRepo, userId: number | null, pull: Pick<Pull, 'author'>): boolean {
  return atLeast(repo.role, 'Developer') || (userId !== null && pull.author?.id === userId)
}

export function requirePullEditor(repo: OpenRepo, userId: number, pull: Pull): void {
  if (!mayEditPull(repo, userId, pull)) throw forbidden(`This needs the role Developer; you are ${repo.role} here`)
}

export function requirePullManager(repo: OpenRepo): void {
  if (!atLeast(repo.role, 'Developer')) throw forbidden(`This needs the role Developer; you are ${repo.role} here`)
}
