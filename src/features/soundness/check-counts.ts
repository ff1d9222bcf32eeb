import type { App } from '../../app.ts'
import { selectCounts } from '../threads/counts.ts'
import { runChecks, type Unsound } from './check-effects.ts'

type Check = Parameters<typeof runChecks>[1][string]

const shown = 10

/** Numbers that are kept beside what they count, so that pages need not count. */
const counts: Readonly<Record<string, Check>> = {
  'repositories with another number of forks than they say': async ({ db }) => {
    const rows = await db
      .selectFrom('repos')
      .select('uuid')
      .where((eb) =>
        eb(
          'forks_count',
          '!=',
          eb
            .selectFrom('repos as forks')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .whereRef('forks.fork_of', '=', 'repos.id'),
        ),
      )
      .limit(shown)
      .execute()
    return rows.map(({ uuid }) => uuid)
  },
  'repositories with another number of stars than they say': async ({ db }) => {
    const rows = await db
      .selectFrom('repos')
      .select('uuid')
      .where((eb) =>
        eb(
          'stars_count',
          '!=',
          eb
            .selectFrom('stars')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .whereRef('stars.repo_id', '=', 'repos.id'),
        ),
      )
      .limit(shown)
      .execute()
    return rows.map(({ uuid }) => uuid)
  },
  'repositories whose issues or pipelines are numbered beyond their count': async ({ db }) => {
    const rows = await db
      .selectFrom('repos')
      .select('uuid')
      .where((eb) =>
        eb.or([
          eb(
            'last_number',
            '<',
            eb
              .selectFrom('threads')
              .select(({ fn }) => fn.max('number').as('n'))
              .whereRef('threads.repo_id', '=', 'repos.id'),
          ),
          eb(
            'last_pipeline',
            '<',
            eb
              .selectFrom('pipelines')
              .select(({ fn }) => fn.max('number').as('n'))
              .whereRef('pipelines.repo_id', '=', 'repos.id'),
          ),
        ]),
      )
      .limit(shown)
      .execute()
    return rows.map(({ uuid }) => uuid)
  },
  'repositories with another number of issues or pull requests than they say': async ({ db }) => {
    const kept = selectCounts(db)
      .select(['repo_id', 'kind', 'state'])
      .select(({ fn }) => fn.sum<number>('count').as('count'))
      .groupBy(['repo_id', 'kind', 'state'])
    const rows = await db
      .selectFrom(kept.as('kept'))
      .innerJoin('repos', 'repos.id', 'kept.repo_id')
      .select('repos.uuid')
      .where((eb) =>
        eb(
          'kept.count',
          '!=',
          eb
            .selectFrom('threads')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .whereRef('threads.repo_id', '=', 'kept.repo_id')
            .whereRef('threads.kind', '=', 'kept.kind')
            .whereRef('threads.state', '=', 'kept.state'),
        ),
      )
      .limit(shown)
      .execute()
    return rows.map(({ uuid }) => uuid)
  },
}

export function checkCounts(app: Pick<App, 'db'>): Promise<readonly Unsound[]> {
  return runChecks(app, counts)
}
