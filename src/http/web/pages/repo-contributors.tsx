import { openPath } from '../../../features/contents/open-path.ts'
import { homeRevision } from '../../../features/refs/home-revision.ts'
import { getActivity } from '../../../features/repos/get-activity.ts'
import { show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { ContributorsView } from '../views/contributors.tsx'

const patienceMs = 3000

export const repoContributorPages = [
  repoPage({
    method: 'GET',
    path: '/contributors',
    right: 'anyone',
    handle: async ({ app, actor, ref, chrome, head }) => {
      const revision = await homeRevision(app, actor, ref)
      const at = revision === null ? null : await openPath(app, actor, ref, revision)
      const activity = at === null ? 'nothing' : ((await getActivity(app, at, patienceMs)) ?? 'counting')
      return show(<ContributorsView chrome={chrome} repo={head} activity={activity} />)
    },
  }),
]
