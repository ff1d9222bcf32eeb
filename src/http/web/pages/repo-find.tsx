import { openHistory } from '../../../features/commits/open-history.ts'
import { findFiles } from '../../../features/contents/find-files.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { codeUrl } from '../code-urls.ts'
import { show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { FindFileView } from '../views/find-file.tsx'

const shown = 100
const mostPaths = 50_000
const longestQuery = 255

export const repoFindPages = [
  repoPage({
    method: 'GET',
    path: '/find/*',
    right: 'anyone',
    handle: async ({ app, actor, ref, rest, chrome, head, query }) => {
      const { revision } = await openHistory(app, actor, ref, rest)
      const isForScript = query['paths'] !== undefined
      const q = (query['q'] ?? '').trim().slice(0, longestQuery)
      const page = { page: 1, perPage: isForScript ? mostPaths : shown }
      const files = await findFiles(app, actor, ref, { revision: revision.address, text: isForScript ? '' : q, page })
      const paths = files.items.map((file) => file.path)
      if (isForScript) return { kind: 'json', body: paths }
      const refs = await listRefNames(app, actor, ref)
      return show(
        <FindFileView
          chrome={chrome}
          repo={head}
          current={revision}
          refs={refs}
          q={q}
          paths={paths}
          total={files.total}
          pathsHref={`${codeUrl(head, 'find', revision.address)}?paths=all`}
        />,
      )
    },
  }),
]
