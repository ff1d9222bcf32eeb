import { type SqlBool, sql } from 'kysely'
import type { Db } from './handle.ts'

const length = 3
/** The more, the fewer are found; but soon only the same ones. */
const mostAsked = 24

/** All that a text has in it of three letters in a row; nothing where it is shorter. */
export function gramsOf(text: string): readonly string[] {
  const letters = [...text]
  const grams = letters.slice(length - 1).map((_, at) => letters.slice(at, at + length).join(''))
  return [...new Set(grams)].slice(0, mostAsked)
}

/** The ids of the repositories that have all of them somewhere: few more than those that have the text itself. */
export function findByGrams(db: Db, grams: readonly string[]) {
  return db.dialect === 'sqlite'
    ? db
        .selectFrom('repo_search')
        .select(sql<number>`repo_search.rowid`.as('id'))
        .where(sql<SqlBool>`repo_search match ${grams.map(quoted).join(' AND ')}`)
    : db
        .selectFrom('repo_search')
        // A sum has no index: PostgreSQL would rather go through all repositories from the newest on (see full-text.ts).
        .select(sql<number>`repo_search.repo_id + 0`.as('id'))
        .where(sql<SqlBool>`repo_search.grams @> ${grams}::text[]`)
}

function quoted(gram: string): string {
  return `"${gram.replaceAll('"', '""')}"`
}
