import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { requireRepo } from '../access/require-repo.ts'
import { findHook } from './store.ts'
import type { HookPlace, Webhook } from './webhook.ts'

/** Where somebody was let in to look after webhooks, and how it is called. Only the gates below make one. */
export interface OpenPlace {
  readonly place: HookPlace
  readonly name: string
  readonly actorId: number | null
}

const needs = {
  read: { role: 'Maintainer', scope: 'repo:read' },
  write: { role: 'Maintainer', scope: 'repo:write' },
} as const

export async function openRepoHooks(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  purpose: keyof typeof needs,
): Promise<OpenPlace> {
  const repo = await requireRepo(app, actor, ref, needs[purpose])
  return { place: { repoId: repo.id }, name: `${repo.owner}/${repo.slug}`, actorId: userOf(actor)?.id ?? null }
}

export async function requireHook(reader: Reader, { place }: OpenPlace, id: RecordId): Promise<Webhook> {
  const hook = await findHook(reader, place, id)
  if (hook === null) throw notFound('WEBHOOK')
  return hook
}
