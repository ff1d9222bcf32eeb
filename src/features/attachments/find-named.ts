import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { hour } from '../../core/clock.ts'
import type { Reader } from '../../db/handle.ts'

const address = /\/attachments\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g
const threadsAtOnce = 200
const shelves = [
  { kind: 'issue', state: 'open' },
  { kind: 'issue', state: 'closed' },
  { kind: 'pull', state: 'open' },
  { kind: 'pull', state: 'closed' },
  { kind: 'pull', state: 'merged' },
] as const

/** Which attachments a text names, by their uuids. */
export function namedIn(text: string): readonly string[] {
  return [...text.matchAll(address)].flatMap(([, uuid]) => uuid ?? [])
}

/**
 * Which attachments the texts of a repository name that were written or changed since a time: nobody can have named one
 * before it was there. Texts are looked at rather than remembered when they are saved, so nothing that saves one can
 * forget to; only those that changed lately are, by indexes.
 */
export async function findNamed(reader: Reader, repoId: number, since: number): Promise<ReadonlySet<string>> {
  // The clocks of two machines are not the same.
  const from = since - hour
  const named = new Set(await namedBeside(reader, repoId, from))
  // One after the other, because the index has those first.
  for (const shelf of shelves) {
    for await (const uuid of namedInThreads(reader, { repoId, ...shelf }, from)) named.add(uuid)
  }
  return named
}

type Shelf = (typeof shelves)[number] & { readonly repoId: number }

/** Some at a time, in the order in which they were touched: there may be a hundred thousand. */
async function* namedInThreads(reader: Reader, { repoId, kind, state }: Shelf, from: number): AsyncGenerator<string> {
  const all = reader
    .selectFrom('threads')
    .select(['id', 'number', 'updated_at', sql<string>`case when ${isNaming('body')} then body else '' end`.as('body')])
    .where('repo_id', '=', repoId)
    .where('kind', '=', kind)
    .where('state', '=', state)
    .orderBy('updated_at')
    .orderBy('number')
    .limit(threadsAtOnce)
  let some = await all.where('updated_at', '>=', from).execute()
  for (let last = some.at(-1); last !== undefined; last = some.at(-1)) {
    const ids = some.map(({ id }) => id)
    const comments = await reader
      .selectFrom('comments')
      .select('body')
      .where('thread_id', 'in', ids)
      .where('updated_at', '>=', from)
      .where(isNaming('body'))
      .execute()
    for (const { body } of [...some, ...comments]) yield* namedIn(body)
    if (some.length < threadsAtOnce) return
    await othersTurn()
    const { updated_at: touched, number } = last
    some = await all.where(sql<boolean>`(updated_at, number) > (${touched}, ${number})`).execute()
  }
}

/** By what else people write, of which there is less. */
async function namedBeside(reader: Reader, repoId: number, from: number): Promise<readonly string[]> {
  const texts = [
    sql`select reviews.body from reviews join threads on threads.id = reviews.thread_id
          where reviews.updated_at >= ${from} and threads.repo_id = ${repoId}`,
    // What is not said yet counts too. There are few, and they do not know when they were changed.
    sql`select pending_comments.body from pending_comments
          join reviews on reviews.id = pending_comments.review_id
          join threads on threads.id = reviews.thread_id
          where threads.repo_id = ${repoId}`,
    sql`select body from releases where repo_id = ${repoId} and updated_at >= ${from}`,
    sql`select description as body from milestones where repo_id = ${repoId} and updated_at >= ${from}`,
  ]
  const rows = await reader
    .selectFrom(sql<{ body: string }>`(${sql.join(texts, sql` union all `)})`.as('said'))
    .select('body')
    .where(isNaming('body'))
    .execute()
  return rows.flatMap(({ body }) => namedIn(body))
}

function isNaming(column: string) {
  return sql<boolean>`${sql.ref(column)} like '%/attachments/%'`
}
