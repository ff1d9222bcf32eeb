import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../src/db/handle.ts'

/** What threads are looked for by that were added behind the doors' back: all those of some repositories, at once. */
export async function followThreads(tx: Tx, repoIds: RawBuilder<unknown>): Promise<void> {
  if (tx.dialect === 'postgres') return
  const key = sql`repo_id, kind, facet, value, state`
  await sql`insert into thread_facets (${key}, thread_id)
    select repo_id, kind, 'bare' as facet, case when milestone_id is null then 7 else 3 end as value, state, id
    from threads where repo_id in (${repoIds}) order by 1, 2, 3, 4, 5, 6`.execute(tx)
  await sql`insert into thread_facets (${key}, thread_id)
    select repo_id, kind, 'milestone' as facet, milestone_id, state, id
    from threads where repo_id in (${repoIds}) and milestone_id is not null order by 1, 2, 3, 4, 5, 6`.execute(tx)
  await sql`insert into facet_counts (${key}, count)
    select repo_id, kind, 'author', author_id, state, count(*)
    from threads where repo_id in (${repoIds}) and author_id is not null
    group by repo_id, kind, author_id, state`.execute(tx)
}
