import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { User } from '../../core/user.ts'
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

const day = 24 * 60 * 60 * 1000
const weeksShown = 53
const mostRepos = 12
const mostRows = 20_000
const patienceMs = 1500

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
    threadTimes(app, actor, user, from),
    inTime(allCommitTimes(app, actor, user, from), patienceMs),
  ])
  for (const time of [...written, ...(committed ?? [])]) {
    const at = Math.floor((time - from) / day)
    if (at >= 0 && at < days.length) days[at] = (days[at] ?? 0) + 1
  }
  return { from, days, total: days.reduce((sum, count) => sum + count, 0) }
}

async function threadTimes(app: Needs, actor: Actor, user: User, from: number): Promise<readonly number[]> {
  const opened = app.db
    .selectFrom('threads')
    .innerJoin('repos', 'repos.id', 'threads.repo_id')
    .select('threads.created_at as at')
    .where('threads.author_id', '=', user.id)
    .where('threads.created_at', '>=', from)
    .where(visibleTo(actor))
    .limit(mostRows)
  const said = app.db
    .selectFrom('comments')
    .innerJoin('threads', 'threads.id', 'comments.thread_id')
    .innerJoin('repos', 'repos.id', 'threads.repo_id')
    .select('comments.created_at as at')
    .where('comments.author_id', '=', user.id)
    .where('comments.created_at', '>=', from)
    .where(visibleTo(actor))
    .limit(mostRows)
  const reviewed = app.db
    .selectFrom('reviews')
    .innerJoin('threads', 'threads.id', 'reviews.thread_id')
    .innerJoin('repos', 'repos.id', 'threads.repo_id')
    .select('reviews.submitted_at as at')
    .where('reviews.author_id', '=', user.id)
    .where('reviews.submitted_at', '>=', from)
    .where(visibleTo(actor))
    .limit(mostRows)
  const rows = await Promise.all([opened.execute(), said.execute(), reviewed.execute()])
  return rows.flat().map((row) => Number(row.at))
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
