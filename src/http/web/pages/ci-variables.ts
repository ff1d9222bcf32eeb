import { openRepoVariables, openTeamVariables } from '../../../features/ci-variables/open-place.ts'
import { repoPage } from '../repo-page.ts'
import { teamPage } from '../team-page.ts'
import { variablePages } from './variable-visits.tsx'

export const ciVariablePages = [
  ...variablePages.map(({ method, path, handle }) =>
    repoPage({
      method,
      path: `/ci/variables${path}`,
      right: 'session',
      takes: 'prose',
      handle: (call) =>
        handle({
          call,
          of: { repo: call.head },
          open: (scope) => openRepoVariables(call.app, call.actor, call.ref, scope),
        }),
    }),
  ),
  ...variablePages.map(({ method, path, handle }) =>
    teamPage({
      method,
      path: `/ci/variables${path}`,
      takes: 'prose',
      handle: (call) =>
        handle({
          call,
          of: { team: call.head },
          open: () => openTeamVariables(call.app, call.actor, call.team.slug),
        }),
    }),
  ),
]
