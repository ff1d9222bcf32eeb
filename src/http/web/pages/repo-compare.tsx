import { compare } from '../../../features/diffs/compare.ts'
import { listRecentBranches } from '../../../features/pulls/list-sources.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { compareUrl } from '../code-urls.ts'
import { go, show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { CompareView } from '../views/compare.tsx'
import { commitSummary } from './commit-summary.ts'
import { iso } from './page-info.ts'
import { shownDiff } from './shown-diff.ts'
import { withPictures } from './with-pictures.ts'

export const repoComparePages = [
  // The form without a script: it leads to the address that says the same.
  repoPage({
    method: 'GET',
    path: '/compare',
    right: 'anyone',
    handle: async ({ app, actor, ref, query, chrome, head, frame }) => {
      const base = (query['base'] ?? '').trim()
      const other = (query['head'] ?? '').trim()
      if (base !== '' && other !== '') return go(compareUrl(head, base, other))
      const [refs, offered] = await Promise.all([listRefNames(app, actor, ref), listRecentBranches(app, frame.repo)])
      return show(
        <CompareView
          chrome={chrome}
          repo={head}
          refs={refs}
          base={base || frame.repo.defaultBranch}
          head={other}
          found={null}
          offered={offered.map(({ name, pushedAt }) => ({ name, at: iso(pushedAt) }))}
        />,
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/compare/*',
    right: 'anyone',
    handle: async (call) => {
      const { app, actor, ref, rest, chrome, head, frame } = call
      // One name alone is compared with the default branch.
      const range = rest.includes('...') ? rest : `${frame.repo.defaultBranch}...${rest}`
      const [base = '', other = ''] = range.split('...')
      const [found, refs] = await Promise.all([compare(app, actor, ref, { range }), listRefNames(app, actor, ref)])
      const path = compareUrl(head, base, other)
      const ends = { repo: head, base: found.mergeBase ?? found.base, head: found.head }
      return show(
        <CompareView
          chrome={chrome}
          repo={head}
          refs={refs}
          base={base}
          head={other}
          found={{
            sha: found.head,
            hasCommonBase: found.mergeBase !== null,
            ahead: found.ahead,
            behind: found.behind,
            commits: found.commits.map(commitSummary),
            diff: {
              ...withPictures(await shownDiff(call, found.files, path, { head: found.head }), ends),
              stats: found.stats,
            },
          }}
        />,
      )
    },
  }),
]
