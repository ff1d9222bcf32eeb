import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { Role } from '../../core/roles.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import { requireTeam } from '../access/require-team.ts'

export interface TeamMember {
  readonly username: string
  readonly fullName: string
  readonly role: Role
  readonly since: number
  /** Null while they can sign in. */
  readonly disabledAt: number | null
}

/** By name. Only members see each other. */
export async function listMembers(
  app: Pick<App, 'db'>,
  actor: SessionActor,
  slug: string,
  request: PageRequest,
): Promise<Page<TeamMember>> {
  const team = await requireTeam(app, actor, slug, 'Reader')
  return readPage(selectMembers(app.db, team.id).orderBy('owners.name_key'), request)
}

export async function getMember(
  app: Pick<App, 'db'>,
  actor: SessionActor,
  slug: string,
  username: string,
): Promise<TeamMember> {
  const team = await requireTeam(app, actor, slug, 'Reader')
  const member = await selectMembers(app.db, team.id)
    .where('owners.name_key', '=', nameKey(username))
    .executeTakeFirst()
  if (member === undefined) throw notFound('USER')
  return member
}

function selectMembers(reader: Reader, teamId: number) {
  return reader
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .innerJoin('owners', 'owners.id', 'users.id')
    .select(['owners.name as username', 'users.full_name as fullName', 'team_members.role'])
    .select(['team_members.created_at as since', 'users.disabled_at as disabledAt'])
    .where('team_members.team_id', '=', teamId)
}
