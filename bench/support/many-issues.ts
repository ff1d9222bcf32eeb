// A repository with as many issues as one likes, made behind the doors' back.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { nothingHappens } from '../../src/core/checkpoint.ts'
import { markOf } from '../../src/db/full-text.ts'
import type { Tx } from '../../src/db/handle.ts'
import { openDatabase } from '../../src/db/open.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { followThreads } from './follow-threads.ts'

const silent = (): void => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent, bare: silent }
const subjects = ['anvil', 'hammer', 'tongs', 'bellows', 'hearth', 'chisel', 'quench', 'temper', 'ingot', 'slag']

/**
 * Half of them closed; every second one with the label `common`, ten with `rare`; four of five in a milestone; every third
 * is ada's; every one says `issue` and one of ten other words, ten say `needle`.
 */
export async function fillWithIssues(folder: string, slug: string, count: number): Promise<void> {
  const { db } = openDatabase(null, join(folder, 'data'), {
    clock: { now: () => Date.now() },
    log,
    passing: nothingHappens,
  })
  try {
    const repo = await db
      .selectFrom('repos')
      .select(['id', 'owner_id'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    await inTransaction({ db }, async (tx) => {
      const things = await makeThings(tx, repo.id)
      await makeIssues(tx, { repoId: repo.id, ownerId: repo.owner_id, count, things })
    })
  } finally {
    await db.close()
  }
}

interface Things {
  readonly common: number
  readonly rare: number
  /** The first of four. */
  readonly milestone: number
}

async function makeThings(tx: Tx, repoId: number): Promise<Things> {
  const label = async (name: string): Promise<number> => {
    const values = { uuid: randomUUID(), name, name_key: name, color: '#123456', description: '' }
    const row = { ...values, repo_id: repoId, type: 'any' as const, created_at: tx.now }
    return (await tx.insertInto('labels').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const milestone = async (title: string): Promise<number> => {
    const values = { uuid: randomUUID(), title, title_key: title, description: '', state: 'open' as const }
    const row = { ...values, repo_id: repoId, created_at: tx.now, updated_at: tx.now }
    return (await tx.insertInto('milestones').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const first = await milestone('m0')
  for (const title of ['m1', 'm2', 'm3']) await milestone(title)
  return { common: await label('common'), rare: await label('rare'), milestone: first }
}

interface Making {
  readonly repoId: number
  readonly ownerId: number
  readonly count: number
  readonly things: Things
}

async function makeIssues(tx: Tx, { repoId, ownerId, count, things }: Making): Promise<void> {
  const subject = sql`json_extract(${JSON.stringify(subjects)}, '$[' || (n % 10) || ']')`
  const needle = sql`case when n % ${count / 10} = 0 then ' and a needle' else '' end`
  await sql`with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${count})
    insert into threads (uuid, repo_id, number, kind, state, title, body, author_id, milestone_id, is_locked,
      comment_count, created_at, updated_at, closed_at)
    select 'bench-' || ${repoId} || '-' || n, ${repoId}, n, 'issue', case when n / 2 % 2 = 0 then 'open' else 'closed' end,
      'Issue ' || n || ' of the ' || ${subject}, 'Something about the ' || ${subject} || ${needle}, ${ownerId},
      case when n % 5 = 4 then null else ${things.milestone} + n % 5 end, 0, n % 17, ${tx.now} - 200000000 + n, ${tx.now} - n % 9973, null
    from counted`.execute(tx)
  await followThreads(tx, sql`${repoId}`)
  await sql`insert into thread_labels (thread_id, label_id)
    select id, ${things.common} from threads where repo_id = ${repoId} and number % 2 = 0`.execute(tx)
  await sql`insert into thread_labels (thread_id, label_id)
    select id, ${things.rare} from threads where repo_id = ${repoId} and number % ${count / 10} = 0`.execute(tx)
  await sql`insert into thread_assignees (thread_id, user_id, created_at)
    select id, ${ownerId}, ${tx.now} from threads where repo_id = ${repoId} and number % 3 = 0`.execute(tx)
  for (const state of ['open', 'closed'] as const) {
    const mark = markOf({ repoId, kind: 'issue', state })
    await sql`insert into thread_search (rowid, words)
      select id, ${mark} || replace(lower(title || ' ' || body), ' ', ' ' || ${mark})
      from threads where repo_id = ${repoId} and state = ${state}`.execute(tx)
  }
  await tx.updateTable('repos').set({ last_number: count }).where('id', '=', repoId).execute()
}
