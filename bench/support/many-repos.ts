// A service with as many repositories, issues and pull requests as one likes, made behind the doors' back.

import { join } from 'node:path'
import { sql } from 'kysely'
import { nothingHappens } from '../../src/core/checkpoint.ts'
import { openDatabase } from '../../src/db/open.ts'
import { inTransaction } from '../../src/db/transaction.ts'

const silent = (): void => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent, bare: silent }
const reposAtOnce = 250

export interface Amount {
  readonly repos: number
  /** Of each repository. */
  readonly issues: number
  readonly pulls: number
}

/** Public ones of ada's, `r1` and so on, each with the same number of issues and of pull requests, half of them open. */
export async function fillWithRepos(folder: string, { repos, issues, pulls }: Amount): Promise<void> {
  const { db } = openDatabase(null, join(folder, 'data'), {
    clock: { now: () => Date.now() },
    log,
    passing: nothingHappens,
  })
  try {
    const owner = await db.selectFrom('owners').select('id').where('name', '=', 'ada').executeTakeFirstOrThrow()
    for (let from = 0; from < repos; from += reposAtOnce) {
      const count = Math.min(reposAtOnce, repos - from)
      await inTransaction({ db }, async (tx) => {
        const all = issues + pulls
        await sql`with recursive counted (n) as (select cast(${from + 1} as integer) union all select n + 1 from counted where n < ${from + count})
          insert into repos (uuid, owner_id, slug, slug_key, description, is_public, is_empty, is_archived, default_branch,
            stars_count, forks_count, size_bytes, created_at, updated_at, last_number)
          select 'bench-' || n, ${owner.id}, 'r' || n, 'r' || n, 'Number ' || n, 1, 1, 0, 'main', 0, 0, 0,
            ${tx.now} - 1000000 + n, ${tx.now} - 1000000 + n, ${all}
          from counted`.execute(tx)
        await sql`with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${all})
          insert into threads (uuid, repo_id, number, kind, state, title, body, author_id, is_locked, comment_count,
            created_at, updated_at)
          select uuid || '-' || n, repos.id, n, case when n > ${issues} then 'pull' else 'issue' end,
            case when n % 2 = 0 then 'open' else 'closed' end, 'Thread ' || n, 'Something', ${owner.id}, 0, n % 17,
            ${tx.now} - 200000 + n, ${tx.now} - n % 997
          from repos, counted where repos.uuid like 'bench-%' and repos.last_number = ${all}
            and not exists (select 1 from threads where threads.repo_id = repos.id)`.execute(tx)
        await sql`insert into pulls (thread_id, repo_id, source_branch, target_branch, is_draft, head_sha, seen_head,
            target_sha, version, additions, deletions, changed_files, commit_count, conflicts)
          select id, repo_id, 'b' || number, 'main', 0, ${'1'.repeat(40)}, ${'1'.repeat(40)}, ${'2'.repeat(40)}, 1, 1, 1, 1, 1, '[]'
          from threads where kind = 'pull' and not exists (select 1 from pulls where thread_id = threads.id)`.execute(
          tx,
        )
        await sql`insert into thread_counts (repo_id, kind, state, count)
          select repo_id, kind, state, count(*) from threads
          where not exists (select 1 from thread_counts where thread_counts.repo_id = threads.repo_id)
          group by 1, 2, 3`.execute(tx)
      })
      process.stderr.write('+')
    }
  } finally {
    await db.close()
  }
}
