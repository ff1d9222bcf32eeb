import type { ExpressionBuilder } from 'kysely'
import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { type Fault, notFound } from '../../core/errors.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { Role } from '../../core/roles.ts'
import { readPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'
import { requireRepo } from '../access/require-repo.ts'
import { type OpenTeam, requireTeam } from '../access/require-team.ts'
import { selectRepos, toRepo } from '../repos/repo-record.ts'
import { visibleTo } from '../repos/visible-to.ts'

export interface TeamRepo extends Repo {
  /** What the members may do there. Null: the team owns it, and each may do what their role in the team says. */
  readonly sharedRole: Role | null
}

/** What a team owns and what is shared with it, last touched first. Outsiders see the first, as far as they may. */
export async function listTeamRepos(
  app: Pick<App, 'db'>,
  actor: SessionActor,
  slug: string,
  request: PageRequest,
): Promise<Page<TeamRepo>> {
  const team = await requireTeam(app, actor, slug, 'look')
  const query = selectTeamRepos(app, team)
    .where(visibleTo(actor))
    .orderBy('repos.updated_at', 'desc')
    .orderBy('repos.id', 'desc')
  return mapPage(await readPage(query, request), (row) => ({ ...toRepo(row), sharedRole: row.shared_role }))
}

/** One of them; 404 where the team has nothing to do with it. */
export async function getTeamRepo(
  app: Pick<App, 'db'>,
  actor: SessionActor,
  slug: string,
  ref: RepoRef,
): Promise<TeamRepo> {
  const team = await requireTeam(app, actor, slug, 'look')
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  const row = await selectTeamRepos(app, team).where('repos.id', '=', repo.id).executeTakeFirst()
  if (row === undefined) throw notShared()
  return { ...toRepo(row), sharedRole: row.shared_role }
}

/** Only for whoever may see both. */
export function notShared(): Fault {
  return notFound('REPO', 'The repository is not shared with this team')
}

function selectTeamRepos(app: Pick<App, 'db'>, team: OpenTeam) {
  const all = selectRepos(app.db)
    .leftJoin('repo_grants as share', (join) =>
      join.onRef('share.repo_id', '=', 'repos.id').on('share.grantee_id', '=', team.id),
    )
    .select('share.role as shared_role')
  return all.where((eb: ExpressionBuilder<Schema & { share: Schema['repo_grants'] }, 'repos' | 'share'>) =>
    team.role === null
      ? eb('repos.owner_id', '=', team.id)
      : eb.or([eb('repos.owner_id', '=', team.id), eb('share.id', 'is not', null)]),
  )
}
