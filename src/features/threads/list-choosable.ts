import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { holdsText } from '../../db/holds-text.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { searchUsers } from '../users/search-users.ts'
import { openForThreads } from './open-threads.ts'
import { mayManage } from './rights.ts'
import type { ThreadKind } from './thread.ts'

/** Somebody who can be assigned, or asked for a review. */
export interface Choosable {
  readonly username: string
  readonly fullName: string
}

interface Asked {
  /** A part of their name; '' for the first of them all. */
  readonly text: string
  readonly most: number
}

/**
 * People who may read a repository: those who work in it first. Who works in a public one is told to those who do; all
 * others find everybody there, as anybody may be named.
 */
export async function listChoosable(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef & { readonly kind: ThreadKind },
  { text, most }: Asked,
): Promise<readonly Choosable[]> {
  const repo = await openForThreads(app, actor, ref, 'read')
  const members = repo.isPublic && !mayManage(repo) ? [] : await listMembers(app, repo, { text, most })
  if (!repo.isPublic || text === '' || members.length >= most) return members
  const known = new Set(members.map(({ username }) => username))
  const { items } = await searchUsers(app, text, { page: 1, perPage: most })
  const others = items.filter(({ username }) => !known.has(username))
  return [...members, ...others.map(({ username, fullName }) => ({ username, fullName }))].slice(0, most)
}

/** By name. However many there are, they are found from their grants on, not from the list of all people. */
async function listMembers(app: Pick<App, 'db'>, repo: OpenRepo, { text, most }: Asked): Promise<readonly Choosable[]> {
  const rows = await app.db
    .selectFrom('users')
    .innerJoin('owners', 'owners.id', 'users.id')
    .select(['owners.name', 'users.full_name'])
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('repo_grants')
        .select('grantee_id as id')
        .where('repo_id', '=', repo.id)
        .union(
          eb
            .selectFrom('team_members')
            .innerJoin('repo_grants', 'repo_grants.grantee_id', 'team_members.team_id')
            .select('team_members.user_id as id')
            .where('repo_grants.repo_id', '=', repo.id),
        )
        .union(eb.selectFrom('team_members').select('user_id as id').where('team_id', '=', repo.ownerId))
        .union(eb.selectFrom('owners').select('owners.id as id').where('owners.id', '=', repo.ownerId)),
    )
    .where('users.disabled_at', 'is', null)
    .where(holdsText(text, 'owners.name_key', sql<string>`lower(users.full_name)`))
    .orderBy('owners.name_key')
    .limit(most)
    .execute()
  return rows.map((row) => ({ username: row.name, fullName: row.full_name }))
}
