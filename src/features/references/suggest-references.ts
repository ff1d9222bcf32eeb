import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { findUsersNamed } from '../../db/grams.ts'
import { beginsWith } from '../../db/holds-text.ts'
import { requireRepo } from '../access/require-repo.ts'
import { seenBy } from '../teams/seen-by.ts'
import { selectTeamsOf } from '../teams/select-teams-of.ts'
import { listThreads } from '../threads/list-threads.ts'

export interface Suggestion {
  /** What to write. */
  readonly text: string
  readonly note: string
}

const most = 8

type Needs = Pick<App, 'config' | 'db' | 'kept'>

/** How what somebody has begun to write may go on: `@ad`, `#12`, `#crash`. */
export async function suggestReferences(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  begun: string,
): Promise<readonly Suggestion[]> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'issues:read' })
  const word = begun.slice(1, 60)
  if (begun.startsWith('@')) return suggestNames(app, actor, repo, word)
  if (!begun.startsWith('#')) return []
  if (/^\d+$/.test(word)) return suggestNumbers(app, repo.id, word)
  const request = { page: 1, perPage: most }
  const asked = { filter: { q: word, state: 'all' }, request } as const
  const [issues, pulls] = await Promise.all([
    listThreads(app, actor, { repo, kind: 'issue' }, asked),
    listThreads(app, actor, { repo, kind: 'pull' }, asked),
  ])
  const found = [...issues.items, ...pulls.items].toSorted((one, other) => other.number - one.number)
  return found.slice(0, most).map((thread) => ({ text: `#${thread.number}`, note: thread.title }))
}

async function suggestNames(app: Needs, actor: Actor, repo: Repo, word: string): Promise<readonly Suggestion[]> {
  const start = word.toLowerCase()
  const [teams, people] = await Promise.all([suggestTeams(app, actor, repo, start), suggestPeople(app, start)])
  return [...teams, ...people].slice(0, most)
}

/** Those that are told when they are called here, and that whoever writes may know of. */
async function suggestTeams(app: Needs, actor: Actor, repo: Repo, start: string): Promise<readonly Suggestion[]> {
  const rows = await selectTeamsOf(app.db, repo)
    .where(beginsWith(start, 'owners.name_key'))
    .where(seenBy(actor))
    .limit(most)
    .execute()
  return rows.map((row) => ({ text: `@${row.name}`, note: row.title === row.name ? 'Team' : `${row.title} (team)` }))
}

/** Some of them may be locked out, and are not offered. */
const mostLookedAt = 5 * most

async function suggestPeople(app: Needs, start: string): Promise<readonly Suggestion[]> {
  const rows = await app.db
    .selectFrom('owners')
    .innerJoin('users', 'users.id', 'owners.id')
    .select(['owners.name', 'users.full_name'])
    .where('owners.id', 'in', findUsersNamed(app.db, start, mostLookedAt))
    .where('users.disabled_at', 'is', null)
    .orderBy('owners.name_key')
    .limit(most)
    .execute()
  return rows.map((row) => ({ text: `@${row.name}`, note: row.full_name }))
}

async function suggestNumbers(app: Needs, repoId: number, digits: string): Promise<readonly Suggestion[]> {
  const rows = await app.db
    .selectFrom('threads')
    .select(['number', 'title'])
    .where('repo_id', '=', repoId)
    .where('number', '=', Number(digits.slice(0, 9)))
    .execute()
  return rows.map((row) => ({ text: `#${row.number}`, note: row.title }))
}
