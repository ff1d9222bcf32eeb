import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import { type ListedTeam, listAllTeams, listMyTeams, maySeeAllTeams } from './list-teams.ts'

export interface TeamsView {
  readonly list: Page<ListedTeam>
  /** Every team there is, not only one's own. */
  readonly isAll: boolean
  readonly can: { readonly seeAll: boolean }
}

/** For the page of teams: all of them where that is asked for by those who may see them, else one's own. */
export async function viewTeams(
  app: Pick<App, 'db'>,
  actor: SessionActor,
  { all, page }: { readonly all: boolean; readonly page: PageRequest },
): Promise<TeamsView> {
  const seeAll = maySeeAllTeams(actor)
  const isAll = all && seeAll
  const list = isAll ? await listAllTeams(app, actor, page) : await listMyTeams(app, actor, page)
  return { list, isAll, can: { seeAll } }
}
