import { repoUrl } from '../code-urls.ts'
import { AdminFrame } from '../layout/admin-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'
import { TeamFrame, teamUrl } from '../layout/team-frame.tsx'
import { type PageRoute, page } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { teamPage } from '../team-page.ts'
import { webhookActions } from './webhook-actions.tsx'

const ofRepos = webhookActions.map(({ method, path, handle }) =>
  repoPage({
    method,
    path: `/settings/webhooks${path}`,
    right: 'session',
    handle: (call) => {
      const { actor, ref, chrome, head } = call
      return handle({
        ...call,
        of: { actor, repo: ref },
        place: {
          base: `${repoUrl(head)}/settings/webhooks`,
          hears: 'Notify another service when something happens here: signed, and tried again when it does not arrive.',
          Frame: (props) => <RepoSettingsFrame chrome={chrome} repo={head} {...props} />,
        },
      })
    },
  }),
)

const ofTeams = webhookActions.map(({ method, path, handle }) =>
  teamPage({
    method,
    path: `/webhooks${path}`,
    handle: (call) => {
      const { actor, team, chrome, head } = call
      return handle({
        ...call,
        of: { actor, team: team.slug },
        place: {
          base: `${teamUrl(team.slug)}/webhooks`,
          hears: 'Notify another service when something happens in any repository that the team owns.',
          Frame: (props) => <TeamFrame chrome={chrome} team={head} {...props} />,
        },
      })
    },
  }),
)

const ofService = webhookActions.map(({ method, path, handle }) =>
  page({
    method,
    path: `/admin/webhooks${path}`,
    right: 'admin',
    handle: (call) => {
      const { actor, chrome } = call
      return handle({
        ...call,
        of: { actor, service: true },
        place: {
          base: '/admin/webhooks',
          hears:
            'Notify another service when something happens in any repository of this server, including private ones.',
          Frame: (props) => <AdminFrame chrome={chrome} {...props} />,
        },
      })
    },
  }),
)

export const webhookPages: readonly PageRoute[] = [...ofRepos, ...ofTeams, ...ofService]
