import { minidenticon } from 'minidenticons'
import type { SessionActor } from '../../../core/actor.ts'
import { userOf } from '../../../core/actor.ts'
import { emptyPage } from '../../../core/page.ts'
import { firstSteps } from '../../../features/users/first-steps.ts'
import { getProfile } from '../../../features/users/get-profile.ts'
import { avatarUrl } from '../../avatar-url.ts'
import type { Chrome, Viewer } from '../layout/chrome.ts'
import { go, page, show } from '../page-route.ts'
import { DashboardView } from '../views/dashboard.tsx'
import { HomeView } from '../views/home.tsx'
import { ProfileView } from '../views/profile.tsx'
import { iso, pageInfo } from './page-info.ts'

const year = 365 * 24 * 60 * 60

export const homePages = [
  page({
    method: 'GET',
    path: '/',
    right: 'anyone',
    handle: async ({ actor, chrome, page: request }) => {
      if (actor.kind === 'session') return go('/dashboard')
      return show(<HomeView chrome={chrome} repositories={[]} pagination={pageInfo(emptyPage(request), '/')} />)
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard',
    right: 'session',
    handle: async ({ app, actor, chrome, page: request }) => {
      const done = await firstSteps(app, actor)
      const finished = Object.values(done).every((step) => step !== false)
      return show(
        <DashboardView
          chrome={{ ...chrome, viewer: viewerOf(chrome, actor) }}
          firstSteps={finished ? null : done}
          waiting={[]}
          repositories={[]}
          pagination={pageInfo(emptyPage(request), '/dashboard')}
          newRepositoryHref={null}
        />,
      )
    },
  }),
  page({
    method: 'GET',
    path: '/avatars/:file',
    right: 'anyone',
    // A picture is looked at, never run, even when somebody opens it as a page of its own.
    contentPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    handle: async ({ params }) => ({
      kind: 'raw',
      type: 'image/svg+xml',
      body: minidenticon((params['file'] ?? '').replace(/\.svg$/, '').toLowerCase(), 60, 34),
      maxAgeSeconds: year,
    }),
  }),
  page({
    method: 'GET',
    path: '/:owner',
    right: 'anyone',
    handle: async ({ app, actor, chrome, params, page: request }) => {
      const user = await getProfile(app, actor, params['owner'] ?? '')
      const person = {
        username: user.username,
        fullName: user.fullName === '' ? null : user.fullName,
        avatarUrl: avatarUrl(user.username),
        joinedAt: iso(user.createdAt),
      }
      return show(
        <ProfileView
          chrome={chrome}
          person={person}
          repositories={[]}
          pagination={pageInfo(emptyPage(request), `/${user.username}`)}
          can={{ edit: userOf(actor)?.id === user.id }}
        />,
      )
    },
  }),
]

function viewerOf(chrome: Chrome, actor: SessionActor): Viewer {
  const { username, isAdmin } = actor.user
  return chrome.viewer ?? { username, avatarUrl: avatarUrl(username), isAdmin, unread: null }
}
