import { iso } from '../../../core/iso-time.ts'
import { offsetOf, type Page } from '../../../core/page.ts'
import { findFormerPlace } from '../../../features/commits/find-former-place.ts'
import { readSignedCommit, statsOf } from '../../../features/commits/get-commit.ts'
import { listCommits, readCommit } from '../../../features/commits/list-commits.ts'
import { openHistory } from '../../../features/commits/open-history.ts'
import { searchCommits, searchedFor } from '../../../features/commits/search-commits.ts'
import { inTime } from '../../../features/contents/in-time.ts'
import { openTrusted } from '../../../features/contents/open-revision.ts'
import { diffBetween, rangeOfCommit } from '../../../features/diffs/get-diff.ts'
import { openCommitPatch } from '../../../features/diffs/open-patch.ts'
import { findContaining } from '../../../features/refs/find-containing.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { refsAt } from '../../../features/refs/refs-at.ts'
import { findRevision } from '../../../features/refs/resolve-revision.ts'
import { checkCommits } from '../../../features/signatures/check-commits.ts'
import { combineStates } from '../../../features/statuses/combine-states.ts'
import { patchBytes } from '../../raw-bytes.ts'
import { codeUrl, commitUrl } from '../code-urls.ts'
import { repoPage } from '../repo-page.ts'
import { CommitView } from '../views/commit.tsx'
import { CommitsView } from '../views/commits.tsx'
import { linkedSummaries, shownCommitChecks } from './commit-summary.ts'
import { pageInfo } from './page-info.ts'
import { shownDiff } from './shown-diff.ts'
import { withPictures } from './with-pictures.ts'

/** A page comes at once: how often a file was touched in a long history takes git half a second to count. */
const countMs = 100
/** Which name a file had before is found by comparing all that its first commit brought. */
const formerMs = 500
/** For which branches hold a commit, once its page is there. */
const wholePatienceMs = 1500
/** `…/commit/1f2e3d.patch` is what it shows as text. */
const asText = /^(.+)\.(patch|diff)$/

export const repoCommitPages = [
  repoPage({
    method: 'GET',
    path: '/commits/*',
    right: 'anyone',
    lasts: true,
    handle: async (call) => {
      const { app, actor, ref, rest, chrome, head, query, page: request } = call
      const at = await openHistory(app, actor, ref, rest)
      const { repo, revision, path } = at
      const question = { text: searchedFor(query['q']), author: searchedFor(query['author']), path }
      const isSearch = question.text !== '' || question.author !== ''
      const asGraph = query['view'] === 'graph' && path === '' && !isSearch
      const filter = { path, ...(asGraph ? { inOrder: true as const } : {}) }
      const [commits, refs] = await Promise.all([
        isSearch
          ? searchCommits(app, actor, at, { question, page: request })
          : listCommits(app, actor, ref, { revision: revision.address, filter, page: request, countMs }),
        listRefNames(app, actor, ref),
      ])
      const shas = commits.items.map(({ sha }) => sha)
      const first = isSearch || !endsHere(commits) ? undefined : commits.items.at(-1)
      const [summaryOf, signatures, checks, named, before] = await Promise.all([
        linkedSummaries(call, repo, commits.items),
        checkCommits(app, repo, commits.items),
        combineStates(app, repo, shas),
        refsAt(app, repo, asGraph ? shas : []),
        first === undefined
          ? { place: null }
          : inTime(
              findFormerPlace(app, at.dir, { path, first }).then((place) => ({ place })),
              formerMs,
            ),
      ])
      const href = codeUrl(repo, 'commits', revision.address, path)
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
          former={before?.place ?? null}
          asGraph={asGraph}
          href={href}
          search={{
            text: question.text,
            author: question.author,
            isSearch,
            isPartial: 'isPartial' in commits && commits.isPartial === true,
          }}
          pagination={pageInfo(commits, href, isSearch ? searchQuery(question) : asGraph ? { view: 'graph' } : {})}
        />
      )
      return { kind: 'show', view, status: 200, isPartial: commits.isAtLeast === true || before === null }
    },
  }),
  repoPage({
    method: 'GET',
    path: '/commit/:sha',
    right: 'anyone',
    lasts: true,
    handle: async (call) => {
      const { app, actor, ref, params, chrome, head, frame } = call
      const sha = params['sha'] ?? ''
      const text = asText.exec(sha)
      // A branch may be called so.
      if (text !== null && (await findRevision(app, frame.repo, sha)) === null) {
        const [, commit = '', format] = text
        const asked = { commit, format: format === 'patch' ? 'patch' : 'diff' } as const
        return { kind: 'bytes', bytes: patchBytes(await openCommitPatch(app, actor, ref, asked)) }
      }
      const opened = await openTrusted(app, actor, ref, { text: sha, mayBeGone: true })
      const path = commitUrl(head, opened.revision.sha)
      const isFirst = call.query['commits'] !== 'all'
      // Asked before anything else: git works it out while everything else is read here.
      const changed = diffBetween(app, opened.dir, await rangeOfCommit(app, opened), {}).catch(
        async (error: unknown) => {
          // Whoever reads a commit that is gone says so; git just fails.
          await readCommit(app, opened.dir, opened.revision.sha)
          throw error
        },
      )
      const [{ stats, diff }, { commit, summaryOf }, checks, containing] = await Promise.all([
        changed.then(async (files) => ({
          stats: statsOf(files),
          diff: await shownDiff(call, files, path, { head: opened.revision.sha }),
        })),
        readSignedCommit(app, opened).then(async (said) => ({
          commit: said,
          summaryOf: await linkedSummaries(call, opened.repo, [said]),
        })),
        combineStates(app, opened.repo, [opened.revision.sha]),
        findContaining(app, opened, isFirst ? app.firstLookMs : wholePatienceMs),
      ])
      const ends = { repo: head, base: commit.parents[0], head: commit.sha }
      const view = (
        <CommitView
          chrome={chrome}
          repo={head}
          commit={{
            ...summaryOf(commit),
            signature: commit.signature ?? undefined,
            checks: shownCommitChecks(checks.get(commit.sha)),
            authorEmail: commit.author.email,
            committer: commit.committer.name || commit.committer.email || 'nobody',
            authoredAt: iso(commit.author.at),
            parents: commit.parents,
            containing: containing ?? (isFirst ? 'late' : null),
          }}
          wholeHref={`${path}?${new URLSearchParams({ ...call.query, commits: 'all' }).toString()}`}
          diff={{
            ...withPictures(diff, ends),
            stats,
            texts: { Patch: `${path}.patch`, Diff: `${path}.diff` },
          }}
        />
      )
      return { kind: 'show', view, status: 200, isPartial: containing === null && isFirst }
    },
  }),
]

function endsHere(commits: Page<unknown>): boolean {
  return commits.isAtLeast !== true && offsetOf(commits) + commits.items.length >= commits.total
}

function searchQuery({ text, author }: { readonly text: string; readonly author: string }): Record<string, string> {
  return { ...(text === '' ? {} : { q: text }), ...(author === '' ? {} : { author }) }
}
