import { iso } from '../../../core/iso-time.ts'
import { emptyPage } from '../../../core/page.ts'
import { searchRepos } from '../../../features/repos/search-repos.ts'
import { mostCounted, searchEveryThread } from '../../../features/search/search-threads.ts'
import { searchTeams } from '../../../features/teams/search-teams.ts'
import { searchUsers } from '../../../features/users/search-users.ts'
import { avatarUrl } from '../../avatar-url.ts'
import { page, show } from '../page-route.ts'
import { SearchView } from '../views/search.tsx'
import { foundThreadRow } from './found-thread-row.ts'
import { pageInfo } from './page-info.ts'
import { repoSummary } from './repo-summary.ts'
import { showCodeSearch } from './search-code.tsx'

const longestQuery = 100
const fewThreads = 5
const mostThreads = 50

export const searchPages = [
  page({
    method: 'GET',
    path: '/search',
    right: 'anyone',
    scope: 'repo:read',
    handle: async (call) => {
      if (call.query['type'] === 'code') return showCodeSearch(call)
      const { app, actor, chrome, query, page: request } = call
      const kind = query['type'] === 'issues' ? 'issues' : 'all'
      const q = (query['q'] ?? '').trim().slice(0, longestQuery)
      const nothing = emptyPage(request)
      const isOverview = kind === 'all'
      const [found, repos, teams] = await Promise.all([
        isOverview && q !== '' ? searchUsers(app, q, request) : nothing,
        isOverview ? searchRepos(app, actor, { q, counting: 'some' }, request) : nothing,
        isOverview && q !== '' ? searchTeams(app, actor, q, request) : nothing,
      ])
      const { threads, count } = await searchEveryThread(app, actor, q, kind === 'issues' ? mostThreads : fewThreads)
      const people = found.items.map((user) => ({
        username: user.username,
        fullName: user.fullName === '' ? null : user.fullName,
        avatarUrl: avatarUrl(user.username),
        joinedAt: iso(user.createdAt),
      }))
      return show(
        <SearchView
          chrome={chrome}
          q={q}
          kind={kind}
          threads={threads.map(foundThreadRow)}
          threadCount={{ value: count, isAtLeast: count === mostCounted }}
          people={people}
          pagination={pageInfo(found, '/search', { q })}
          teams={teams.items.map((team) => ({
            slug: team.slug,
            name: team.name === team.slug ? null : team.name,
            avatarUrl: avatarUrl(team.slug),
            description: team.description,
          }))}
          teamPages={pageInfo(teams, '/search', { q })}
          repositories={repos.items.map(repoSummary)}
          repositoryPages={pageInfo(repos, '/search', { q })}
        />,
      )
    },
  }),
]
