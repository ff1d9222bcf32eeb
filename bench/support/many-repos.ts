// A service with as many repositories, issues and pull requests as one likes, made behind the doors' back.
import { join } from 'node:path'
import { sql } from 'kysely'
import { nothingHappens } from '../../src/core/checkpoint.ts'
import type { Tx } from '../../src/db/handle.ts'
import { openDatabase } from '../../src/db/open.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { mergeSearchPieces } from '../../src/features/search/merge-search-pieces.ts'
import { followThreads } from './follow-threads.ts'

const silent = (): void => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent, bare: silent }
const reposAtOnce = 250
const reposOfEach = 10

export interface Amount {
  readonly repos: number
  /** Of each repository. */
  readonly issues: number
  readonly pulls: number
}

/** Who has the repository `r${number}`. */
export function ownerOf(number: number): string {
  return `u${Math.ceil(number / reposOfEach)}`
}

/**
 * Public ones, `u1/r1` to `u1/r10`, `u2/r11` and so on, each with the same number of issues and of pull requests, half of
 * them open. Ada may do everything in the first ten.
 */
export async function fillWithRepos(folder: string, databaseUrl: URL | null, amount: Amount): Promise<void> {
  const parts = { clock: { now: () => Date.now() }, log, passing: nothingHappens }
  const { db, admin } = openDatabase(databaseUrl, join(folder, 'data'), parts)
  try {
    await inTransaction({ db }, (tx) => makeOwners(tx, Math.ceil(amount.repos / reposOfEach)))
    for (let from = 0; from < amount.repos; from += reposAtOnce) {
      const last = Math.min(from + reposAtOnce, amount.repos)
      await inTransaction({ db }, async (tx) => {
        await makeRepos(tx, from + 1, last, amount.issues + amount.pulls)
        await makeThreads(tx, from + 1, last, amount)
        await makeWords(tx, from + 1, last)
      })
      process.stderr.write('+')
    }
    await inTransaction({ db }, giveToAda)
    // In use, PostgreSQL does so by itself after a while, and on SQLite the service.
    if (databaseUrl !== null) await sql`analyze`.execute(admin)
    await mergeSearchPieces({ db })
  } finally {
    await db.close()
  }
}

async function makeOwners(tx: Tx, count: number): Promise<void> {
  const now = sql.lit(tx.now)
  await sql`with recursive ${counted(1, count)}
    insert into owners (uuid, kind, name, name_key, created_at, directory)
    select 'bench-owner-' || n, 'user', 'u' || n, 'u' || n, ${now}, 'u' || n from counted`.execute(tx)
  await sql`insert into users (id, full_name, email, email_key, email_verified, password_hash, is_admin)
    select id, '', name || '@example.org', name || '@example.org', 1, '!', 0 from owners
    where uuid like 'bench-owner-%'`.execute(tx)
}

async function makeRepos(tx: Tx, first: number, last: number, threads: number): Promise<void> {
  const touched = sql`${sql.lit(tx.now)} - 1000000 + n`
  await sql`with recursive ${counted(first, last)}
    insert into repos (uuid, owner_id, slug, slug_key, description, is_public, is_empty, is_archived, default_branch,
      stars_count, forks_count, size_bytes, created_at, updated_at, last_number)
    select 'bench-' || n, owners.id, 'r' || n, 'r' || n, 'Number ' || n, 1, 1, 0, 'main', 0, 0, 0, ${touched}, ${touched},
      ${sql.lit(threads)}
    from counted join owners on owners.name_key = 'u' || ((n + ${sql.lit(reposOfEach - 1)}) / ${sql.lit(reposOfEach)})`.execute(
    tx,
  )
}

async function makeThreads(tx: Tx, first: number, last: number, { issues, pulls }: Amount): Promise<void> {
  const now = sql.lit(tx.now)
  const isPull = sql`number > ${sql.lit(issues)}`
  await sql`with recursive ${counted(1, issues + pulls)}
    insert into threads (uuid, repo_id, number, kind, state, title, body, author_id, is_locked, comment_count, created_at,
      updated_at)
    select repos.uuid || '-' || n, repos.id, n, case when n > ${sql.lit(issues)} then 'pull' else 'issue' end,
      case when n % 2 = 0 then 'open' else 'closed' end, 'Thread ' || n, 'Something about anvils', repos.owner_id, 0, n % 17,
      ${now} - 200000 + n, ${now} - n % 997
    from ${reposBetween(first, last)} cross join counted`.execute(tx)
  await followThreads(tx, sql`select id from ${reposBetween(first, last)}`)
  await sql`insert into pulls (thread_id, repo_id, source_branch, target_branch, is_draft, head_sha, seen_head, target_sha,
      version, additions, deletions, changed_files, commit_count, conflicts)
    select threads.id, repo_id, 'b' || number, 'main', 0, ${sql.lit('1'.repeat(40))}, ${sql.lit('1'.repeat(40))},
      ${sql.lit('2'.repeat(40))}, 1, 1, 1, 1, 1, '[]'
    from ${reposBetween(first, last)} join threads on threads.repo_id = repos.id where ${isPull}`.execute(tx)
}

/** What the threads are found by: every word of them carries where it stands, as in db/full-text.ts. */
async function makeWords(tx: Tx, first: number, last: number): Promise<void> {
  const found = await sql<{ id: number; first: number; last: number; kind: string; state: string }>`
    select repos.id, kind, state, min(threads.id) as first, max(threads.id) as last
    from ${reposBetween(first, last)} join threads on threads.repo_id = repos.id group by 1, 2, 3`.execute(tx)
  for (const row of found.rows) {
    const mark = `${row.id.toString(36)}${row.kind.charAt(0)}${row.state.charAt(0)}_`
    const words = ['thread', 'something', 'about', 'anvils'].map((word) => mark + word)
    const number = sql`${sql.lit(mark)} || number`
    const insert =
      tx.dialect === 'sqlite'
        ? sql`insert into thread_search (rowid, words) select id, ${sql.lit(`${words.join(' ')} `)} || ${number}`
        : sql`insert into thread_search (thread_id, words)
          select id, array_to_tsvector(array[${sql.join(words.map((word) => sql.lit(word)))}, ${number}])`
    await sql`${insert} from threads where id between ${row.first} and ${row.last} and repo_id = ${row.id}
      and kind = ${row.kind} and state = ${row.state}`.execute(tx)
  }
}

async function giveToAda(tx: Tx): Promise<void> {
  await sql`insert into repo_grants (repo_id, grantee_id, role, created_at)
    select repos.id, ada.id, 'Owner', ${sql.lit(tx.now)}
    from ${reposBetween(1, reposOfEach)} cross join (select id from owners where name_key = 'ada') as ada`.execute(tx)
}

function counted(first: number, last: number) {
  return sql`counted (n) as (select ${sql.lit(first)} union all select n + 1 from counted where n < ${sql.lit(last)})`
}

/** Those that were made, by the numbers in their names. */
function reposBetween(first: number, last: number) {
  const numbers = Array.from({ length: last - first + 1 }, (_one, at) => sql.lit(`bench-${first + at}`))
  return sql`(select * from repos where uuid in (${sql.join(numbers)})) as repos`
}
