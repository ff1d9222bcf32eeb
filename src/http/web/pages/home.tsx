import { minidenticon } from 'minidenticons'
import type { SessionActor } from '../../../core/actor.ts'
import { userOf } from '../../../core/actor.ts'
import { iso } from '../../../core/iso-time.ts'
import { nameKey } from '../../../core/slug.ts'
import type { Team } from '../../../core/team.ts'
import type { User } from '../../../core/user.ts'
import { getOwner } from '../../../features/owners/get-owner.ts'
import { listOwnerNames } from '../../../features/repos/list-owner-names.ts'
import { listOwnRepos, listReposOf, listStarredRepos } from '../../../features/repos/list-repos.ts'
import { searchRepos } from '../../../features/repos/search-repos.ts'
import { listActivity } from '../../../features/subscriptions/list-activity.ts'
import { listMembers } from '../../../features/teams/list-members.ts'
import { listTeamsOf } from '../../../features/teams/list-teams-of.ts'
import { firstSteps } from '../../../features/users/first-steps.ts'
import { getContributions } from '../../../features/users/get-contributions.ts'
import { hideFirstSteps } from '../../../features/users/hide-first-steps.ts'
import { avatarUrl } from '../../avatar-url.ts'
import type { Chrome, Viewer } from '../layout/chrome.ts'
import { go, page, show } from '../page-route.ts'
import { DashboardView } from '../views/dashboard.tsx'
import { ExploreView } from '../views/explore.tsx'
import { HomeView } from '../views/home.tsx'
import { type ProfileProps, ProfileView } from '../views/profile.tsx'
import { backFromPastEnd, pageInfo } from './page-info.ts'
import { repoSummary } from './repo-summary.ts'
import { waitingItems } from './waiting-items.ts'

const longestQuery = 100
const someMembers = { page: 1, perPage: 12 }
const year = 365 * 24 * 60 * 60

export const homePages = [
  page({
    method: 'GET',
    path: '/',
    right: 'anyone',
    scope: 'repo:read',
    handle: async ({ app, actor, chrome, query, page: request }) => {
      if (actor.kind === 'session') return go('/dashboard')
      const q = (query['q'] ?? '').trim().slice(0, longestQuery)
      const list = await searchRepos(app, actor, { q, counting: 'some' }, request)
      return show(
        <HomeView
          chrome={chrome}
          q={q}
          repositories={list.items.map(repoSummary)}
          pagination={pageInfo(list, '/', { q })}
        />,
      )
    },
  }),
  page({
    method: 'GET',
    path: '/explore',
    right: 'anyone',
    scope: 'repo:read',
    handle: async ({ app, actor, chrome, query, page: request }) => {
      const q = (query['q'] ?? '').trim().slice(0, longestQuery)
      const list = await searchRepos(app, actor, { q, counting: 'some' }, request)
      const back = backFromPastEnd(list, '/explore', { q })
      if (back !== null) return go(back)
      return show(
        <ExploreView
          chrome={chrome}
          q={q}
          repositories={list.items.map(repoSummary)}
          pagination={pageInfo(list, '/explore', { q })}
        />,
      )
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard',
    right: 'session',
    handle: async ({ app, actor, chrome, query, page: request }) => {
      const isStarred = query['repositories'] === 'starred'
      const [done, list, waiting, activity] = await Promise.all([
        firstSteps(app, actor),
        isStarred ? listStarredRepos(app, actor, request) : listOwnRepos(app, actor, request),
        waitingItems(app, actor),
        listActivity(app, actor),
      ])
      const isFinished = done === null || Object.values(done).every((step) => step !== false)
      return show(
        <DashboardView
          chrome={{ ...chrome, viewer: viewerOf(chrome, actor) }}
          firstSteps={isFinished ? null : done}
          waiting={waiting}
          activity={activity.map((one) => ({ ...one, at: iso(one.at) }))}
          repositories={list.items.map(repoSummary)}
          isStarred={isStarred}
          pagination={pageInfo(list, '/dashboard', isStarred ? { repositories: 'starred' } : {})}
          newRepositoryHref="/new"
        />,
      )
    },
  }),
  page({
    method: 'POST',
    path: '/dashboard/first-steps/hide',
    formAt: '/dashboard',
    right: 'session',
    handle: async ({ app, actor }) => {
      await hideFirstSteps(app, actor)
      return go('/dashboard')
    },
  }),
  page({
    method: 'GET',
    path: '/avatars/:file',
    right: 'anyone',
    enrols: true,
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
    scope: 'repo:read',
    handle: async ({ app, actor, chrome, params, page: request }) => {
      const asked = params['owner'] ?? ''
      const owner = await getOwner(app, actor, asked)
      const person = owner.kind === 'user' ? personOf(owner.user) : teamOf(owner.team)
      if (nameKey(asked) !== nameKey(person.username)) return { kind: 'moved', to: `/${person.username}` }
      const isInside = owner.kind === 'team' && owner.team.role !== null && actor.kind === 'session'
      const [list, contributions, members, teams] = await Promise.all([
        listReposOf(app, actor, person.username, request),
        owner.kind === 'user' ? getContributions(app, actor, owner.user) : null,
        isInside ? listMembers(app, actor, owner.team.slug, someMembers) : null,
        owner.kind === 'user' ? listTeamsOf(app, actor, owner.user) : [],
      ])
      return show(
        <ProfileView
          chrome={chrome}
          person={person}
          repositories={list.items.map(repoSummary)}
          contributions={contributions}
          members={members && { first: members.items.map(({ username }) => username), total: members.total }}
          teams={teams.map(({ slug }) => slug)}
          pagination={pageInfo(list, `/${person.username}`)}
          can={{
            edit: owner.kind === 'user' && userOf(actor)?.id === owner.user.id,
            create: actor.kind === 'session' && (await listOwnerNames(app, actor)).includes(person.username),
          }}
        />,
      )
    },
  }),
]

function personOf(user: User): ProfileProps['person'] {
  return {
    kind: 'user',
    username: user.username,
    fullName: user.fullName === '' ? null : user.fullName,
    description: '',
    avatarUrl: avatarUrl(user.username),
    joinedAt: iso(user.createdAt),
  }
}

function teamOf(team: Team): ProfileProps['person'] {
  return {
    kind: 'team',
    username: team.slug,
    fullName: team.name === team.slug ? null : team.name,
    description: team.description,
    avatarUrl: avatarUrl(team.slug),
    joinedAt: iso(team.createdAt),
  }
}

function viewerOf(chrome: Chrome, actor: SessionActor): Viewer {
  const { username, isAdmin } = actor.user
  return chrome.viewer ?? { username, avatarUrl: avatarUrl(username), isAdmin, unread: null }
}
