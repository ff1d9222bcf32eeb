import { createTeam } from '../../../features/teams/create-team.ts'
import type { ListedTeam } from '../../../features/teams/list-teams.ts'
import { viewTeams } from '../../../features/teams/view-teams.ts'
import { avatarUrl } from '../../avatar-url.ts'
import { noErrors } from '../components/form-errors.tsx'
import type { TeamValues } from '../components/team-fields.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { teamUrl } from '../layout/team-frame.tsx'
import { done, go, page, show } from '../page-route.ts'
import { NewTeamView } from '../views/new-team.tsx'
import { type TeamRow, TeamsView } from '../views/teams.tsx'
import { backFromPastEnd, pageInfo } from './page-info.ts'

export const teamsPages = [
  page({
    method: 'GET',
    path: '/teams',
    right: 'session',
    handle: async ({ app, actor, chrome, query, page: request }) => {
      const { list, isAll, can } = await viewTeams(app, actor, { all: query['all'] !== undefined, page: request })
      const filter: Record<string, string> = isAll ? { all: '1' } : {}
      const back = backFromPastEnd(list, '/teams', filter)
      if (back !== null) return go(back)
      return show(
        <TeamsView
          chrome={chrome}
          teams={list.items.map((team) => rowOf(team))}
          pagination={pageInfo(list, '/teams', filter)}
          isAll={isAll}
          can={can}
        />,
      )
    },
  }),
  page({
    method: 'GET',
    path: '/teams/new',
    right: 'session',
    handle: async ({ chrome }) =>
      show(<NewTeamView chrome={chrome} values={{ slug: '', name: '', description: '' }} errors={noErrors} />),
  }),
  page({
    method: 'POST',
    path: '/teams/new',
    right: 'session',
    handle: ({ app, actor, chrome, form }) => {
      const values = teamValues(form)
      return orErrors(
        async () => {
          const { slug } = await createTeam(app, actor, values)
          return done(`${teamUrl(slug)}/members`, 'The team was created. Now add members.')
        },
        (errors, kind) => show(<NewTeamView chrome={chrome} values={values} errors={errors} />, statusOf(kind)),
      )
    },
  }),
]

export function teamValues(form: FormFields): TeamValues {
  return {
    slug: form.text('slug').trim(),
    name: form.text('name').trim(),
    description: form.text('description'),
  }
}

function rowOf(team: ListedTeam): TeamRow {
  return {
    slug: team.slug,
    name: team.name,
    description: team.description,
    avatarUrl: avatarUrl(team.slug),
    members: team.membersCount,
    repositories: team.reposCount,
    role: team.role ?? null,
  }
}
