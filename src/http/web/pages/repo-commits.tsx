import { getCommit } from '../../../features/commits/get-commit.ts'
import { listCommits } from '../../../features/commits/list-commits.ts'
import { openHistory } from '../../../features/commits/open-history.ts'
import { openRevision } from '../../../features/contents/open-revision.ts'
import { getCommitDiff } from '../../../features/diffs/get-diff.ts'
import { findContaining } from '../../../features/refs/find-containing.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { refsAt } from '../../../features/refs/refs-at.ts'
import { checkCommits } from '../../../features/signatures/check-commits.ts'
import { combineStates } from '../../../features/statuses/combine-states.ts'
import { codeUrl, commitUrl } from '../code-urls.ts'
import { show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { CommitView } from '../views/commit.tsx'
import { CommitsView } from '../views/commits.tsx'
import { shownCommitChecks, summariesWithAuthors } from './commit-summary.ts'
import { iso, pageInfo } from './page-info.ts'
import { shownDiff } from './shown-diff.ts'
import { withPictures } from './with-pictures.ts'

/** A page comes at once: how often a file was touched in a long history takes git half a second to count. */
const countMs = 100

export const repoCommitPages = [
  repoPage({
    method: 'GET',
    path: '/commits/*',
    right: 'anyone',
    lasts: true,
    handle: async ({ app, actor, ref, rest, chrome, head, query, page: request }) => {
      const { repo, revision, path } = await openHistory(app, actor, ref, rest)
      const asGraph = query['view'] === 'graph' && path === ''
      const filter = { path, ...(asGraph ? { inOrder: true as const } : {}) }
      const [commits, refs] = await Promise.all([
        listCommits(app, actor, ref, { revision: revision.name, filter, page: request, countMs }),
        listRefNames(app, actor, ref),
      ])
      const shas = commits.items.map(({ sha }) => sha)
      const [summaryOf, signatures, checks, named] = await Promise.all([
        summariesWithAuthors(app, commits.items),
        checkCommits(app, repo, commits.items),
        combineStates(app, repo, shas),
        refsAt(app, repo, asGraph ? shas : []),
      ])
      const href = codeUrl(repo, 'commits', revision.name, path)
      const view = (
        <CommitsView
          chrome={chrome}
          repo={head}
          current={revision}
          refs={refs}
          path={path}
          commits={commits.items.map((one) => ({
            ...summaryOf(one),
            parents: one.parents,
            refs: named.get(one.sha) ?? [],
            signature: signatures.get(one.sha),
            checks: shownCommitChecks(checks.get(one.sha)),
          }))}
          asGraph={asGraph}
          href={href}
          pagination={pageInfo(commits, href, asGraph ? { view: 'graph' } : {})}
        />
      )
      return { kind: 'show', view, status: 200, isPartial: commits.isAtLeast === true }
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
      const opened = await openRevision(app, actor, ref, sha)
      // In this order: the diff has all that is said about the files.
      const changed = getCommitDiff(app, actor, ref, { commit: sha }).then(async (files) => ({
        files,
        commit: await getCommit(app, actor, ref, sha),
      }))
      const [{ files, commit }, checks, containing] = await Promise.all([
        changed,
        combineStates(app, opened.repo, [opened.revision.sha]),
        findContaining(app, opened),
      ])
      const summaryOf = await summariesWithAuthors(app, [commit])
      const path = commitUrl(head, commit.sha)
      const ends = { repo: head, base: commit.parents[0], head: commit.sha }
      return show(
        <CommitView
          chrome={chrome}
          repo={head}
          commit={{
            ...summaryOf(commit),
            signature: commit.signature ?? undefined,
            checks: shownCommitChecks(checks.get(commit.sha)),
            authorEmail: commit.author.email,
            committer: commit.committer.name || commit.committer.email || 'nobody',
            committedAt: iso(commit.committer.at),
            parents: commit.parents,
            containing,
          }}
          diff={{
            ...withPictures(await shownDiff(call, files, path, { head: commit.sha }), ends),
            stats: commit.stats,
          }}
        />,
      )
    },
  }),
]
