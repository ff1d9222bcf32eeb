import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { Repo } from '../../core/repo.ts'
import { findReposByGrams, gramsOf } from '../../db/grams.ts'
import type { Db } from '../../db/handle.ts'
import { holdsText } from '../../db/holds-text.ts'
import { readLongPage, readPage } from '../../db/read-page.ts'
import { listVisibleRepos, newestFirst } from './list-repos.ts'
import { selectRepos, toRepo } from './repo-record.ts'
import { visibleAmong, visibleTo } from './visible-to.ts'

interface RepoQuestion {
  /** A part of a name, a description or a topic. */
  readonly q: string
  /** How much of what is found: programs hear of all of it, and people no more than that there is more. */
  readonly counting: 'all' | 'some'
}

const mostCounted = 1000
/** To look at all of them takes longer than to find a page of them among those that were touched last. */
const many = 500

/** Among everything that the one who asks may see, last touched first. */
export async function searchRepos(
  app: Pick<App, 'db'>,
  actor: Actor,
  { q, counting }: RepoQuestion,
  request: PageRequest,
): Promise<Page<Repo>> {
  const text = q.trim().toLowerCase()
  if (text === '') return listVisibleRepos(app, actor, request)
  const { db } = app
  const grams = gramsOf(text)
  const holds = holdsText(
    text,
    sql<string>`owners.name_key || '/' || repos.slug_key`,
    sql<string>`lower(repos.description)`,
    'repos.topics',
  )
  const walked = newestFirst(selectRepos(db).where(visibleTo(actor)).where(holds))
  const named = (): typeof walked =>
    newestFirst(
      selectRepos(db).where('repos.id', 'in', findReposByGrams(db, grams)).where(visibleAmong(actor)).where(holds),
    )
  if (grams.length > 0 && !(await areMany(db, grams))) return mapPage(await readPage(named(), request), toRepo)
  if (counting === 'some') return mapPage(await readLongPage(walked, request, mostCounted), toRepo)
  return mapPage(await readPage(walked, request, grams.length > 0 ? named() : walked), toRepo)
}

async function areMany(db: Db, grams: readonly string[]): Promise<boolean> {
  const some = findReposByGrams(db, grams).limit(many)
  const counted = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(counted.count) >= many
}
