import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { day } from '../../core/clock.ts'
import type { User } from '../../core/user.ts'
import { dayOf } from '../../db/day-of.ts'
import { commitTimes } from '../../git/commit-times.ts'
import { inTime } from '../contents/in-time.ts'
import { findDefaultCommit } from '../refs/find-default-commit.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { selectRepos, toRepo } from '../repos/repo-record.ts'
import { idsOf, visibleAmong, visibleTo } from '../repos/visible-to.ts'
import { noreplyAddress } from './noreply-address.ts'

export interface Contributions {
  /** The first day, a Sunday, at midnight UTC, in milliseconds. */
  readonly from: number
  /** How much somebody did on each day since then, up to today. */
  readonly days: readonly number[]
  readonly total: number
}

const weeksShown = 53
const mostRepos = 12
const mostRows = 20_000
const patienceMs = 1500

interface DayCount {
  /** Its number since 1970. */
  readonly day: number
  readonly count: number
}

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'kept'>

/**
 * What somebody did in the last year, day by day, as far as the reader may know: commits on default branches, issues,
 * pull requests, comments and reviews. Commits are counted in the repositories that were touched last.
 */
export async function getContributions(app: Needs, actor: Actor, user: User): Promise<Contributions> {
  const today = Math.floor(app.clock.now() / day) * day
  const from = today - new Date(today).getUTCDay() * day - (weeksShown - 1) * 7 * day
  const days = Array.from({ length: (today - from) / day + 1 }, () => 0)
  const [written, committed] = await Promise.all([
    writtenByDay(app, actor, user, from),
    inTime(allCommitTimes(app, actor, user, from), patienceMs),
  ])
  const commits = (committed ?? []).map((time) => ({ day: Math.floor(time / day), count: 1 }))
  for (const one of [...written, ...commits]) {
    const at = one.day - from / day
    if (at >= 0 && at < days.length) days[at] = (days[at] ?? 0) + Number(one.count)
  }
  return { from, days, total: days.reduce((sum, count) => sum + count, 0) }
}

async function writtenByDay(app: Needs, actor: Actor, user: User, from: number): Promise<readonly DayCount[]> {
  const opened = app.db
    .selectFrom('threads')
    .innerJoin('repos', 'repos.id', 'threads.repo_id')
    .select((eb) => dayOf(eb.ref('threads.created_at')).as('day'))
    .where('threads.author_id', '=', user.id)
    .where('threads.created_at', '>=', from)
    .where(visibleTo(actor))
  const said = app.db
    .selectFrom('comments')
    .innerJoin('threads', 'threads.id', 'comments.thread_id')
    .innerJoin('repos', 'repos.id', 'threads.repo_id')
    .select((eb) => dayOf(eb.ref('comments.created_at')).as('day'))
    .where('comments.author_id', '=', user.id)
    .where('comments.created_at', '>=', from)
    .where(visibleTo(actor))
  const reviewed = app.db
    .selectFrom('reviews')
    .innerJoin('threads', 'threads.id', 'reviews.thread_id')
    .innerJoin('repos', 'repos.id', 'threads.repo_id')
    .select((eb) => dayOf(eb.ref('reviews.submitted_at').$castTo<number>()).as('day'))
    .where('reviews.author_id', '=', user.id)
    .where('reviews.submitted_at', '>=', from)
    .where(visibleTo(actor))
  const counts = [opened, said, reviewed].map((days) =>
    app.db
      .selectFrom(days.limit(mostRows).as('days'))
      .select((eb) => ['day', eb.fn.countAll<number>().as('count')])
      .groupBy('day')
      .execute(),
  )
  return (await Promise.all(counts)).flat()
}

/** By the address that is proven to be theirs, and by the one that the service gives them. */
async function allCommitTimes(app: Needs, actor: Actor, user: User, from: number): Promise<readonly number[]> {
  const rows = await selectRepos(app.db)
    .where('repos.id', 'in', idsOf(app.db, user.id))
    .where(visibleAmong(actor))
    .where('repos.is_empty', '=', 0)
    .orderBy('repos.updated_at', 'desc')
    .limit(mostRepos)
    .execute()
  const emails = [...(user.emailVerified ? [user.email] : []), noreplyAddress(app.config, user)]
  const all: number[] = []
  for (const repo of rows.map(toRepo)) {
    // The same commits again.
    if (repo.forkOf !== null) continue
    const head = await findDefaultCommit(app, repo)
    if (head === null) continue
    const dir = repoDirectory(app.config, repo)
    for (const email of emails) all.push(...(await commitTimes(app, dir, { head, email, sinceMs: from })))
  }
  return all
}
