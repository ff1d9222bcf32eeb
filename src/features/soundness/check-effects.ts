import type { App } from '../../app.ts'

export interface Unsound {
  readonly what: string
  /** The first few of those that it is wrong with. */
  readonly where: readonly string[]
}

type Check = (app: Pick<App, 'db'>) => Promise<readonly string[]>

/** Enough to look at; more of the same says nothing new. */
const shown = 10

/** What follows from something that happened is there exactly once. */
const effects: Readonly<Record<string, Check>> = {
  'merged pull requests whose timeline does not say so once': async ({ db }) => {
    const rows = await db
      .selectFrom('threads')
      .leftJoin('timeline_events', (join) =>
        join.onRef('timeline_events.thread_id', '=', 'threads.id').on('timeline_events.type', '=', 'merged'),
      )
      .select('threads.uuid')
      .where('threads.state', '=', 'merged')
      .groupBy(['threads.id', 'threads.uuid'])
      .having((eb) => eb(eb.fn.count('timeline_events.id'), '!=', 1))
      .limit(shown)
      .execute()
    return rows.map(({ uuid }) => uuid)
  },
  'pipelines whose end is not in the audit log once': async ({ db }) => {
    const rows = await db
      .selectFrom('pipelines')
      .leftJoin('audit', (join) =>
        join
          .onRef('audit.target_id', '=', 'pipelines.uuid')
          .on('audit.event', 'in', ['PIPELINE_FINISHED', 'PIPELINE_CANCELED']),
      )
      .select('pipelines.uuid')
      .where('pipelines.finished_at', 'is not', null)
      .groupBy(['pipelines.id', 'pipelines.uuid'])
      .having((eb) => eb(eb.fn.count('audit.id'), '!=', 1))
      .limit(shown)
      .execute()
    return rows.map(({ uuid }) => uuid)
  },
  'repositories whose making is not in the audit log once': async ({ db }) => {
    const rows = await db
      .selectFrom('repos')
      .leftJoin('audit', (join) =>
        join.onRef('audit.target_id', '=', 'repos.uuid').on('audit.event', 'in', ['REPO_CREATED', 'REPO_FORKED']),
      )
      .select('repos.uuid')
      .groupBy(['repos.id', 'repos.uuid'])
      .having((eb) => eb(eb.fn.count('audit.id'), '!=', 1))
      .limit(shown)
      .execute()
    return rows.map(({ uuid }) => uuid)
  },
  'webhooks that are told the same thing twice': async ({ db }) => {
    const rows = await db
      .selectFrom('hook_deliveries')
      .select('hook_id')
      .where('redelivery_of', 'is', null)
      .where('event', 'in', ['push', 'create', 'delete'])
      .groupBy(['hook_id', 'event', 'source', 'created_at'])
      .having((eb) => eb(eb.fn.countAll(), '>', 1))
      .limit(shown)
      .execute()
    return rows.map(({ hook_id: id }) => String(id))
  },
  'webhooks that nobody would wake for what they are owed': async ({ db }) => {
    const rows = await db
      .selectFrom('webhooks')
      .select('uuid')
      .where('due_at', 'is', null)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('hook_deliveries')
            .select('hook_deliveries.id')
            .whereRef('hook_id', '=', 'webhooks.id')
            .where('state', '=', 'waiting'),
        ),
      )
      .limit(shown)
      .execute()
    return rows.map(({ uuid }) => uuid)
  },
  'people whose newest notification is beyond their count': async ({ db }) => {
    const rows = await db
      .selectFrom('users')
      .innerJoin('owners', 'owners.id', 'users.id')
      .select('owners.name')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('notifications')
            .select('notifications.id')
            .whereRef('user_id', '=', 'users.id')
            .whereRef('position', '>', 'users.last_notification'),
        ),
      )
      .limit(shown)
      .execute()
    return rows.map(({ name }) => name)
  },
}

export function checkEffects(app: Pick<App, 'db'>): Promise<readonly Unsound[]> {
  return runChecks(app, effects)
}

export async function runChecks(
  app: Pick<App, 'db'>,
  checks: Readonly<Record<string, Check>>,
): Promise<readonly Unsound[]> {
  const found: Unsound[] = []
  for (const [what, check] of Object.entries(checks)) {
    const where = await check(app)
    if (where.length > 0) found.push({ what, where })
  }
  return found
}
