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
export function findReposByGrams(db: Db, grams: readonly string[]) {
  return db.dialect === 'sqlite'
    ? db
        .selectFrom('repo_search')
        .select(sql<number>`repo_search.rowid`.as('id'))
        .where(sql<SqlBool>`repo_search match ${allOf(grams)}`)
    : db
        .selectFrom('repo_search')
        // A sum has no index: PostgreSQL would rather go through all repositories from the newest on (see full-text.ts).
        .select(sql<number>`repo_search.repo_id + 0`.as('id'))
        .where(sql<SqlBool>`repo_search.grams @> ${grams}::text[]`)
}

/** The same for people. */
export function findUsersByGrams(db: Db, grams: readonly string[]) {
  return db.dialect === 'sqlite'
    ? db
        .selectFrom('user_search')
        .select(sql<number>`user_search.rowid`.as('id'))
        .where(sql<SqlBool>`user_search match ${allOf(grams)}`)
    : db
        .selectFrom('user_search')
        .select(sql<number>`user_search.user_id + 0`.as('id'))
        .where(sql<SqlBool>`user_search.grams @> ${grams}::text[]`)
}

/** People whose user name begins with a text, in small letters: the first of them, along an index. */
export function findUsersNamed(db: Db, text: string, most: number) {
  const name = db.dialect === 'sqlite' ? sql.ref('name_key') : sql`name_key collate "C"`
  return db
    .selectFrom('owners')
    .select('id')
    .where('kind', '=', 'user')
    .where(sql<SqlBool>`${name} >= ${text} and ${name} < ${endOf(text)}`)
    .orderBy(name)
    .limit(most)
}

/** Behind everything that begins so. */
function endOf(text: string): string {
  return `${text}\u{10ffff}`
}

/**
 * People whose user name or full name begins with a text that is too short to have grams: the first of either, along an
 * index, so that a letter costs the same however many there are.
 */
export function findUsersByStart(db: Db, text: string, most: number) {
  const fullName = db.dialect === 'sqlite' ? sql`full_name collate nocase` : sql`lower(full_name) collate "C"`
  const named = findUsersNamed(db, text, most)
  const called = db
    .selectFrom('users')
    .select('id')
    .where(sql<SqlBool>`${fullName} >= ${text} and ${fullName} < ${endOf(text)}`)
    .orderBy(fullName)
    .limit(most)
  return db
    .selectFrom(named.as('named'))
    .select('id')
    .union(db.selectFrom(called.as('called')).select('id'))
}

function allOf(grams: readonly string[]): string {
  return grams.map(quoted).join(' AND ')
}

function quoted(gram: string): string {
  return `"${gram.replaceAll('"', '""')}"`
}
