import { getCommit } from '../../../features/commits/get-commit.ts'
import { listCommits } from '../../../features/commits/list-commits.ts'
import { openHistory } from '../../../features/commits/open-history.ts'
import { getCommitDiff } from '../../../features/diffs/get-diff.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { checkCommits } from '../../../features/signatures/check-commits.ts'
import { combineStates } from '../../../features/statuses/combine-states.ts'
import { codeUrl, commitUrl } from '../code-urls.ts'
import { show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { CommitView } from '../views/commit.tsx'
import { CommitsView } from '../views/commits.tsx'
import { commitSummary, shownCommitChecks } from './commit-summary.ts'
import { iso, pageInfo } from './page-info.ts'
import { shownDiff } from './shown-diff.ts'

export const repoCommitPages = [
  repoPage({
    method: 'GET',
    path: '/commits/*',
    right: 'anyone',
    lasts: true,
    handle: async ({ app, actor, ref, rest, chrome, head, page: request }) => {
      const { repo, revision, path } = await openHistory(app, actor, ref, rest)
      const [commits, refs] = await Promise.all([
        listCommits(app, actor, ref, { revision: revision.name, filter: { path }, page: request }),
        listRefNames(app, actor, ref),
      ])
      const shas = commits.items.map(({ sha }) => sha)
      const [signatures, checks] = await Promise.all([
        checkCommits(app, repo, commits.items),
        combineStates(app, repo, shas),
      ])
      return show(
        <CommitsView
          chrome={chrome}
          repo={head}
          current={revision}
          refs={refs}
          path={path}
          commits={commits.items.map((one) => ({
            ...commitSummary(one),
            signature: signatures.get(one.sha),
            checks: shownCommitChecks(checks.get(one.sha)),
          }))}
          pagination={pageInfo(commits, codeUrl(repo, 'commits', revision.name, path))}
        />,
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/commit/:sha',
    right: 'anyone',
    lasts: true,
    handle: async (call) => {
      const { app, actor, ref, params, chrome, head } = call
      const sha = params['sha'] ?? ''
      // In this order: the diff has all that is said about the files.
      const files = await getCommitDiff(app, actor, ref, { commit: sha })
      const commit = await getCommit(app, actor, ref, sha)
      const path = commitUrl(head, commit.sha)
      const checks = await combineStates(app, call.frame.repo, [commit.sha])
      return show(
        <CommitView
          chrome={chrome}
          repo={head}
          commit={{
            ...commitSummary(commit),
            signature: commit.signature ?? undefined,
            checks: shownCommitChecks(checks.get(commit.sha)),
            authorEmail: commit.author.email,
            committer: commit.committer.name || commit.committer.email || 'nobody',
            committedAt: iso(commit.committer.at),
            parents: commit.parents,
          }}
          diff={{ ...(await shownDiff(call, files, path)), stats: commit.stats }}
        />,
      )
    },
  }),
]
