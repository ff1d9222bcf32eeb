import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Scope } from '../../core/scopes.ts'
import type { Reader } from '../../db/handle.ts'
import { type OpenRepo, type RepoNeed, requireRepo } from '../access/require-repo.ts'
import { findThread } from './store.ts'
import type { Thread, ThreadKind } from './thread.ts'

/** How a path names a thread. `number` is as it stands there. */
export interface ThreadRef extends RepoRef {
  readonly kind: ThreadKind
  readonly number: string
}

const scopes: Record<ThreadKind, Record<'read' | 'write', Scope>> = {
  issue: { read: 'issues:read', write: 'issues:write' },
  pull: { read: 'pulls:read', write: 'pulls:write' },
}

export function readNeed(kind: ThreadKind): RepoNeed {
  return { role: 'Reader', scope: scopes[kind].read }
}

/** Everybody who may read may speak; what else somebody may do, each verb says. */
export function openForThreads(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef & { readonly kind: ThreadKind },
  purpose: 'read' | 'write',
): Promise<OpenRepo> {
  return requireRepo(app, actor, ref, { role: 'Reader', scope: scopes[ref.kind][purpose] })
}

export function threadNotFound(kind: ThreadKind): Error {
  return notFound(kind === 'issue' ? 'ISSUE' : 'PULL')
}

export interface OpenThread {
  readonly repo: OpenRepo
  readonly thread: Thread
}

export async function openThread(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: ThreadRef,
  purpose: 'read' | 'write',
): Promise<OpenThread> {
  const repo = await openForThreads(app, actor, ref, purpose)
  const thread = await findNumbered(app.db, repo, ref)
  if (thread === null) throw threadNotFound(ref.kind)
  return { repo, thread }
}

/** What a number belongs to that is not one of the kind it was asked for. */
export async function findOtherKind(
  reader: Reader,
  repo: Pick<OpenRepo, 'id'>,
  { kind, number }: Pick<ThreadRef, 'kind' | 'number'>,
): Promise<ThreadKind | null> {
  const other = kind === 'issue' ? 'pull' : 'issue'
  return (await findNumbered(reader, repo, { kind: other, number })) === null ? null : other
}

/** What is no number is the number of nothing. */
async function findNumbered(
  reader: Reader,
  repo: Pick<OpenRepo, 'id'>,
  { kind, number }: Pick<ThreadRef, 'kind' | 'number'>,
): Promise<Thread | null> {
  return /^[1-9]\d{0,8}$/.test(number) ? findThread(reader, repo.id, kind, Number(number)) : null
}
