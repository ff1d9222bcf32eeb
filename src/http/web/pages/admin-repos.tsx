import { iso, maybeIso } from '../../../core/iso-time.ts'
import { listAllRepos } from '../../../features/admin/list-all-repos.ts'
import { go, page, show } from '../page-route.ts'
import { AdminReposView } from '../views/admin-repos.tsx'
import { backFromPastEnd, pageInfo } from './page-info.ts'

const path = '/admin/repos'
const sorts = ['size', 'pushed', 'created'] as const

export const adminRepoPages = [
  page({
    method: 'GET',
    path,
    right: 'admin',
    handle: async ({ app, actor, chrome, query, page: request }) => {
      const sort = sorts.find((one) => one === query['sort']) ?? 'size'
      const filter = { q: (query['q'] ?? '').trim().slice(0, 255), sort }
      const list = await listAllRepos(app, actor, filter, request)
      const asked = { q: filter.q, sort: sort === 'size' ? '' : sort }
      const back = backFromPastEnd(list, path, asked)
      if (back !== null) return go(back)
      return show(
        <AdminReposView
          chrome={chrome}
          repos={list.items.map(({ sizeBytes, createdAt, pushedAt, ...repo }) => ({
            ...repo,
            bytes: sizeBytes,
            createdAt: iso(createdAt),
            pushedAt: maybeIso(pushedAt),
          }))}
          pagination={pageInfo(list, path, asked)}
          filter={filter}
        />,
      )
    },
  }),
]
