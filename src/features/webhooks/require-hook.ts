import type { App } from '../../app.ts'
import { type Actor, type AdminActor, type SessionActor, userOf } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { requireRepo } from '../access/require-repo.ts'
import { requireTeam } from '../access/require-team.ts'
import { findHook } from './store.ts'
import type { HookPlace, Webhook } from './webhook.ts'

/** Somebody wants to look after the webhooks of a repository, of all that a team owns, or of the whole service. */
export type HooksOf =
  | { readonly actor: Actor; readonly repo: RepoRef }
  | { readonly actor: SessionActor; readonly team: string }
  | { readonly actor: AdminActor; readonly service: true }

/** Where somebody was let in to look after webhooks, and how it is called. Only the gate below makes one. */
export interface OpenPlace {
  readonly actor: Actor
  readonly place: HookPlace
  readonly name: string
  readonly actorId: number | null
}

const needs = {
  read: { role: 'Maintainer', scope: 'repo:read' },
  write: { role: 'Maintainer', scope: 'repo:write' },
} as const

export async function openHooks(app: Pick<App, 'db'>, of: HooksOf, purpose: keyof typeof needs): Promise<OpenPlace> {
  const by = { actor: of.actor, actorId: userOf(of.actor)?.id ?? null }
  if ('repo' in of) {
    const repo = await requireRepo(app, of.actor, of.repo, needs[purpose])
    return { ...by, place: { repoId: repo.id }, name: `${repo.owner}/${repo.slug}` }
  }
  if ('service' in of) return { ...by, place: 'service', name: '' }
  const team = await requireTeam(app, of.actor, of.team, 'Maintainer')
  return { ...by, place: { teamId: team.id }, name: team.slug }
}

export async function requireHook(reader: Reader, { place }: Pick<OpenPlace, 'place'>, id: RecordId): Promise<Webhook> {
  const hook = await findHook(reader, place, id)
  if (hook === null) throw notFound('WEBHOOK')
  return hook
}
