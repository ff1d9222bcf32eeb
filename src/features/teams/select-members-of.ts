import type { SelectQueryBuilder } from 'kysely'
import type { Reader } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'

/** A call reaches so many: a team of thousands is not woken by a word. */
const most = 200

/** Who is called where teams are, always the same of too many. */
export function selectMembersOf(
  reader: Reader,
  teamIds: readonly number[] | SelectQueryBuilder<Schema, 'team_mentions', { team_id: number }>,
) {
  return reader
    .selectFrom('team_members')
    .select('user_id')
    .distinct()
    .where('team_id', 'in', teamIds)
    .orderBy('user_id')
    .limit(most)
}
