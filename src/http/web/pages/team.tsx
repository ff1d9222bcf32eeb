import { invalidField } from '../../../core/errors.ts'
import { unshareWithTeam } from '../../../features/collaborators/unshare-with-team.ts'
import { getTeamStorage } from '../../../features/quota/get-storage.ts'
import { deleteTeam } from '../../../features/teams/delete-team.ts'
import { listTeamRepos } from '../../../features/teams/list-team-repos.ts'
import { updateTeam } from '../../../features/teams/update-team.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import type { TeamValues } from '../components/team-fields.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { teamUrl } from '../layout/team-frame.tsx'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { type TeamCall, teamPage } from '../team-page.ts'
import { TeamDeleteView } from '../views/team-delete.tsx'
import { TeamReposView } from '../views/team-repos.tsx'
import { TeamSettingsView } from '../views/team-settings.tsx'
import { backFromPastEnd, pageInfo } from './page-info.ts'
import { repoSummary } from './repo-summary.ts'
import { teamValues } from './teams.tsx'

export const teamPages = [
  teamPage({
    method: 'GET',
    path: '',
    handle: async ({ app, actor, chrome, team, head, page: request }) => {
      const list = await listTeamRepos(app, actor, team.slug, request)
      const back = backFromPastEnd(list, teamUrl(team.slug))
      if (back !== null) return go(back)
      return show(
        <TeamReposView
          chrome={chrome}
          team={head}
          repositories={list.items.map((repo) => ({ ...repoSummary(repo), sharedRole: repo.sharedRole }))}
          pagination={pageInfo(list, teamUrl(team.slug))}
        />,
      )
    },
  }),
  teamPage({
    method: 'POST',
    path: '/repos/:owner/:repo/remove',
    handle: async ({ app, actor, team, params }) => {
      const ref = { owner: params['owner'] ?? '', repo: params['repo'] ?? '' }
      await unshareWithTeam(app, actor, team.slug, ref)
      return done(teamUrl(team.slug), `${ref.owner}/${ref.repo} is no longer shared with the team.`)
    },
  }),
  teamPage({
    method: 'GET',
    path: '/settings',
    role: 'Owner',
    handle: async (call) => {
      const { slug, name, description } = call.team
      return showSettings(call, { slug, name, description }, noErrors)
    },
  }),
  teamPage({
    method: 'POST',
    path: '/settings',
    role: 'Owner',
    handle: (call) => {
      const { app, actor, team, form } = call
      const values = teamValues(form)
      return orErrors(
        async () => {
          const name = values.name === '' ? values.slug : values.name
          const saved = await updateTeam(app, actor, team.slug, { ...values, name })
          return done(`${teamUrl(saved.slug)}/settings`, 'The team was changed.')
        },
        (errors, kind) => showSettings(call, values, errors, statusOf(kind)),
      )
    },
  }),
  teamPage({
    method: 'GET',
    path: '/settings/delete',
    role: 'Owner',
    handle: async (call) => showDelete(call, noErrors),
  }),
  teamPage({
    method: 'POST',
    path: '/settings/delete',
    role: 'Owner',
    handle: (call) =>
      orErrors(
        async () => {
          const { app, actor, team, form } = call
          if (form.text('confirm').trim() !== team.slug) {
            throw invalidField('confirm', 'format', `Type ${team.slug} to confirm`)
          }
          await deleteTeam(app, actor, team.slug)
          return done('/teams', `The team ${team.slug} was deleted.`)
        },
        (errors, kind) => showDelete(call, errors, statusOf(kind)),
      ),
  }),
]

async function showSettings(
  { app, actor, chrome, team, head }: TeamCall,
  values: TeamValues,
  errors: FormErrors,
  status = 200,
): Promise<PageAnswer> {
  const storage = await getTeamStorage(app, actor, team.slug)
  return show(
    <TeamSettingsView chrome={chrome} team={head} values={values} errors={errors} storage={storage} />,
    status,
  )
}

function showDelete({ chrome, head }: TeamCall, errors: FormErrors, status = 200): PageAnswer {
  return show(<TeamDeleteView chrome={chrome} team={head} errors={errors} />, status)
}
