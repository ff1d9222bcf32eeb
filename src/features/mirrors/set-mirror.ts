import type { App } from '../../app.ts'
import type { Actor, KnownActor } from '../../core/actor.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import { conflict, invalidField, notFound } from '../../core/errors.ts'
import { isBranchName } from '../../core/ref-name.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { withOldPassword } from '../imports/kept-password.ts'
import { lookAtSource } from '../imports/look-at-source.ts'
import { parseSource, type SourceInput, type TrackerInput } from '../imports/source.ts'
import { countMirrors } from '../repos/count-mirrors.ts'
import { createRepo, type NewRepo } from '../repos/create-repo.ts'
import { holdRepo } from '../repos/hold-repo.ts'
import { chooseOwner } from '../repos/new-owner.ts'
import { requireMirror } from './get-mirror.ts'
import { intervals, type Mirror } from './mirror.ts'
import { type Following, openSource, saveMirror } from './mirror-store.ts'
import { startSync } from './sync-mirror.ts'

export interface MirrorInput extends SourceInput {
  readonly intervalMinutes?: number | undefined
}

export interface NewMirroredRepo extends Pick<NewRepo, 'slug' | 'owner' | 'description' | 'isPublic'> {
  readonly follows: MirrorInput & TrackerInput
}

/** A new repository that follows one on another server. What is there comes as soon as it is made. */
export async function createMirroredRepo(app: App, actor: KnownActor, input: NewMirroredRepo): Promise<Repo> {
  if (input.follows.tracker !== undefined)
    throw invalidField('tracker', 'mirror', 'cannot come to a repository that follows another')
  const intervalMinutes = parseInterval(input.follows.intervalMinutes)
  const asked = parseSource(input.follows, app.config.IMPORT_ALLOWED_HOSTS)
  const { id: ownerId } = await chooseOwner(app, actor, input.owner)
  requirePlaceFor('mirrors', await countMirrors(app.db, ownerId))
  const { source, defaultBranch } = await lookAtSource(app, asked)
  const { slug, owner, description, isPublic } = input
  const head = defaultBranch !== null && isBranchName(defaultBranch) ? { defaultBranch } : {}
  const following = { source, intervalMinutes, sealKey: app.keys.seal }
  const repo = await createRepo(app, actor, { slug, owner, description, isPublic, ...head }, (tx, made) =>
    follow(app, tx, { actor, repo: made }, following),
  )
  await startSync(app, repo)
  return repo
}

/**
 * Has a repository follow another, or follow otherwise. It becomes what is there, whatever was here: so only one begins in
 * which nothing is yet.
 */
export async function setMirror(app: App, actor: KnownActor, ref: RepoRef, input: MirrorInput): Promise<Mirror> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  const intervalMinutes = parseInterval(input.intervalMinutes)
  const asked = await withOldPassword(parseSource(input, app.config.IMPORT_ALLOWED_HOSTS), input.password, () =>
    openSource(app.db, repo, app.keys.seal),
  )
  const { source } = await lookAtSource(app, asked)
  await inTransaction(app, (tx) =>
    follow(app, tx, { actor, repo }, { source, intervalMinutes, sealKey: app.keys.seal }),
  )
  await startSync(app, repo)
  return requireMirror(app, repo.id)
}

async function follow(
  app: Pick<App, 'keys'>,
  tx: Tx,
  { actor, repo }: { readonly actor: Actor; readonly repo: Repo },
  following: Following,
): Promise<void> {
  const held = await holdRepo(tx, repo.id)
  if (held === null) throw notFound('REPO')
  if (held.mirrorOf === null) {
    if (!held.isEmpty)
      throw conflict('There is something in it already: only an empty repository can begin to follow another')
    requirePlaceFor('mirrors', await countMirrors(tx, held.ownerId))
  }
  await saveMirror(tx, held, following)
  await record(app, tx, actor, {
    event: 'MIRROR_CHANGED',
    target: { type: 'repository', id: held.uuid, name: `${held.owner}/${held.slug}` },
    metadata: { url: following.source.url.href, interval_minutes: following.intervalMinutes },
  })
}

function parseInterval(minutes: number | undefined): number {
  const { shortest, usual, longest } = intervals
  if (minutes === undefined) return usual
  if (Number.isSafeInteger(minutes) && minutes >= shortest && minutes <= longest) return minutes
  throw invalidField('interval_minutes', 'range', `must be a number of minutes from ${shortest} to ${longest}`)
}
