import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { Tx } from '../../db/handle.ts'
import { record } from '../audit/record.ts'
import type { Release } from './release.ts'

export interface ReleaseFact {
  readonly event: 'RELEASE_CREATED' | 'RELEASE_UPDATED' | 'RELEASE_DELETED'
  readonly release: Pick<Release, 'uuid' | 'repo' | 'tagName'>
  /** `added` and `removed` are names of files, whichever way they came or went. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** What happened to a release, and to its files: what people download must not change unnoticed. */
export async function recordRelease(
  app: Pick<App, 'keys'>,
  tx: Tx,
  actor: KnownActor,
  { event, release, metadata = {} }: ReleaseFact,
): Promise<void> {
  const name = `${release.repo.owner}/${release.repo.slug} ${release.tagName}`
  await record(app, tx, actor, { event, target: { type: 'release', id: release.uuid, name }, metadata })
}
