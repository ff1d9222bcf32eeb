import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { day } from '../../core/clock.ts'
import { firstIdSince } from '../../db/first-id-since.ts'
import type { Reader } from '../../db/handle.ts'
import { visibleTo } from '../repos/visible-to.ts'
import { shortRef } from './short-ref.ts'

/** A pipeline that somebody should look at: their own that went wrong, or one of a fork that they can let run. */
export interface WaitingPipeline {
  readonly kind: 'failing' | 'approval'
  readonly owner: string
  readonly slug: string
  readonly uuid: string
  readonly number: number
  /** As people write it. */
  readonly ref: string
  readonly at: number
}

/** What is older has been seen, or does not matter. */
const howLong = 14 * day
const most = 10

export async function listWaitingPipelines(
  app: Pick<App, 'clock' | 'config' | 'db'>,
  actor: SessionActor,
): Promise<readonly WaitingPipeline[]> {
  if (!app.config.CI_ENABLED) return []
  const since = app.clock.now() - howLong
  const firstId = await firstIdSince(app.db, 'pipelines', since)
  const [failing, blocked] = await Promise.all([
    select(app.db)
      .where('pipelines.triggered_by', '=', actor.user.id)
      .where('pipelines.status', 'in', ['failed', 'error', 'timed_out'])
      // Somebody's pipelines of years are not gone through for those of two weeks.
      .where('pipelines.id', '>=', firstId)
      .where('pipelines.created_at', '>', since)
      .where(visibleTo(actor))
      // Where it has run again since, that counts.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('pipelines as later')
              .select('later.id')
              .whereRef('later.repo_id', '=', 'pipelines.repo_id')
              .whereRef('later.ref', '=', 'pipelines.ref')
              .whereRef('later.id', '>', 'pipelines.id'),
          ),
        ),
      )
      .execute(),
    select(app.db)
      .where('pipelines.status', '=', 'blocked')
      .where('repos.owner_id', '=', actor.user.id)
      .where('pipelines.created_at', '>', since)
      .execute(),
  ])
  return [
    ...blocked.map((row) => ({ ...row, kind: 'approval' as const })),
    ...failing.map((row) => ({ ...row, kind: 'failing' as const })),
  ].map((row) => ({ ...row, ref: shortRef(row.ref) }))
}

function select(reader: Reader) {
  return reader
    .selectFrom('repos')
    .innerJoin('pipelines', 'pipelines.repo_id', 'repos.id')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select([
      'owners.name as owner',
      'repos.slug',
      'pipelines.uuid',
      'pipelines.number',
      'pipelines.ref',
      'pipelines.created_at as at',
    ])
    .orderBy('pipelines.id', 'desc')
    .limit(most)
}
