import type { App } from '../../app.ts'

type Needs = Pick<App, 'clock' | 'db'>

/** Those that have something to be sent, and that nobody is at work on: the longest waiting first. */
export async function dueHooks(
  app: Needs,
  { except, count }: { readonly except: readonly number[]; readonly count: number },
): Promise<readonly number[]> {
  if (count <= 0) return []
  const now = app.clock.now()
  const rows = await free(app, except, now).where('due_at', '<=', now).orderBy('due_at').limit(count).execute()
  return rows.map((row) => row.id)
}

/** When the next one falls due; null when none is waiting. */
export async function nextHookDue(app: Needs, except: readonly number[]): Promise<number | null> {
  const query = app.db.selectFrom('webhooks').select(['due_at', 'lease_until']).where('due_at', 'is not', null)
  const row = await (except.length === 0 ? query : query.where('id', 'not in', except))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row === undefined || row.due_at === null ? null : Math.max(row.due_at, row.lease_until ?? 0)
}

function free(app: Needs, except: readonly number[], now: number) {
  const query = app.db
    .selectFrom('webhooks')
    .select('id')
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
  return except.length === 0 ? query : query.where('id', 'not in', except)
}
