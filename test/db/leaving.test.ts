// What an account leaves behind when it is deleted, by what the tables say.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { traces } from '../../src/features/admin/traces.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy

beforeAll(async () => {
  stithy = await startStithy()
})
afterAll(() => stithy.stop())

/** What refers to people, or to people and teams. */
async function references(to: 'users' | 'owners', which = sql`1 = 1`): Promise<readonly string[]> {
  return inTransaction(stithy.app, async (tx) => {
    const { rows } = await sql<{ place: string }>`
      select made.name || '.' || key."from" as place
        from sqlite_master as made, pragma_foreign_key_list(made.name) as key
        where made.type = 'table' and key."table" = ${to} and ${which} order by place`.execute(tx)
    return rows.map(({ place }) => place)
  })
}

it('is found without going through all that others have left', async () => {
  const isUnindexed = sql`not exists (
    select 1 from pragma_index_list(made.name) as list, pragma_index_info(list.name) as part, sqlite_master as its
      where part.seqno = 0 and part.name = key."from" and its.name = list.name
        and (list.partial = 0 or its.sql like '%' || key."from" || ' is not null%'))`
  expect(await references('users', isUnindexed)).toEqual([])
  expect(await references('owners', isUnindexed)).toEqual([])
})

it('goes in slices where one person can leave thousands of them', async () => {
  const sliced = traces.map(([table, column]) => `${table}.${column}`)
  const others = (await references('users')).filter((place) => !sliced.includes(place))
  expect(others).toEqual([
    'access_tokens.user_id',
    'branch_protection_pushers.user_id',
    'guest_room.user_id',
    'imports.started_by',
    'lfs_locks.owner_id',
    'login_challenges.user_id',
    'mail_tokens.user_id',
    'notification_preferences.user_id',
    'passkeys.user_id',
    'pulls.auto_merge_by',
    'recovery_codes.user_id',
    'repo_subscriptions.user_id',
    'sessions.user_id',
    'sign_in_identities.user_id',
    'ssh_keys.user_id',
    'stars.user_id',
    'team_members.user_id',
    'tracker_imports.started_by',
    'two_factor.user_id',
    'webhooks.creator_id',
  ])
})
