import type { Role } from '../../core/roles.ts'
import { nameKey } from '../../core/slug.ts'
import { getTeam, type TeamView } from '../../features/teams/get-team.ts'
import { type TeamHead, teamUrl } from './layout/team-frame.tsx'
import { type PageAnswer, type PageCall, type PageRoute, type PageRouteDefinition, page } from './page-route.ts'

export interface TeamCall extends PageCall<'session'> {
  readonly team: TeamView
  /** What the frame of the page shows. */
  readonly head: TeamHead
}

type TeamPageDefinition = Pick<PageRouteDefinition<'session'>, 'method' | 'path' | 'takes'> & {
  /** The weakest role in the team that it takes; without one, whoever may see the team. */
  readonly role?: Role
  handle(call: TeamCall): Promise<PageAnswer>
}

/** A page of a team, its path counted from there. An old name leads on to the name of today. */
export function teamPage({ role, ...definition }: TeamPageDefinition): PageRoute {
  return page({
    ...definition,
    path: `/teams/:slug${definition.path}`,
    right: 'session',
    handle: async (call) => {
      const asked = call.params['slug'] ?? ''
      const team = await getTeam(call.app, call.actor, asked, role)
      if (nameKey(asked) !== nameKey(team.slug) && definition.method === 'GET') {
        const rest = call.chrome.path.split('/').slice(3)
        return { kind: 'moved', to: [teamUrl(team.slug), ...rest].join('/') }
      }
      return definition.handle({ ...call, team, head: headOf(team) })
    },
  })
}

function headOf(team: TeamView): TeamHead {
  return {
    slug: team.slug,
    name: team.name,
    description: team.description,
    members: team.membersCount,
    repositories: team.reposCount,
    can: team.can,
  }
}
