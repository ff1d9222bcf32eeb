import { shortSha } from '../../../core/sha.ts'
import { codeUrl, commitUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import type { CommitSummary } from '../components/commit-line.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Icon } from '../components/icon.tsx'
import { type LineText, lineHtml } from '../components/line-html.ts'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { PathCrumbs } from '../components/path-crumbs.tsx'
import { type RefChoices, RefSwitcher, type ShownRef } from '../components/ref-switcher.tsx'
import { Time } from '../components/time.tsx'
import { TurnsNotice } from '../components/turns-notice.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type BlameRange = {
  commit: CommitSummary
  /** Among the lines of the page: 0 the newest, 7 the oldest. */
  age: number
  /** Where the lines were before this commit changed them; null where the file begins with it. */
  before: { sha: string; path: string; line: number } | null
  firstLine: number
  lines: readonly LineText[]
}

export type BlameProps = {
  chrome: Chrome
  repo: RepoHead
  current: ShownRef
  refs: RefChoices
  path: string
  /** Null where it would take longer than anybody wants to wait. */
  ranges: readonly BlameRange[] | null
  pages: PageInfo
}

/** Which commit each line came with. */
export function BlameView({ chrome, repo, current, refs, path, ranges, pages }: BlameProps) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`Blame of ${path}`}>
      <h1 class="sr-only">Blame of {path}</h1>
      <div class="code-bar">
        <RefSwitcher repo={repo} current={current} refs={refs} page="blame" path={path} />
        <PathCrumbs repo={repo} refName={current.address} path={path} />
        <div class="code-bar-end">
          <LinkButton size="small" href={codeUrl(repo, 'blob', current.address, path)} icon="file-code">
            File
          </LinkButton>
          <LinkButton size="small" href={codeUrl(repo, 'commits', current.address, path)} icon="history">
            History
          </LinkButton>
        </div>
      </div>
      <section class="panel blob" aria-label="Lines and their commits">
        {ranges === null ? (
          <EmptyState
            icon="hourglass"
            title="Too large for blame"
            action={<LinkButton href={codeUrl(repo, 'raw', current.address, path)}>Open it raw</LinkButton>}
          >
            <p>Finding out where each line of this file came from would take too long.</p>
          </EmptyState>
        ) : (
          <>
            <TurnsNotice lines={ranges.flatMap(({ lines }) => lines)} />
            <AgeScale ranges={ranges} />
            {pages.total > pages.perPage && (
              <div class="blob-pages">
                <Pagination info={pages} noun="lines" />
              </div>
            )}
            <BlameLines repo={repo} ranges={ranges} pageLines={pages.perPage} />
          </>
        )}
      </section>
    </RepoFrame>
  )
}

/** What the colours mean, for this very file. Where all lines are of one moment they mean nothing. */
function AgeScale({ ranges }: { ranges: readonly BlameRange[] }) {
  const times = ranges.map(({ commit }) => commit.at).toSorted()
  const [oldest, newest] = [times[0], times.at(-1)]
  if (oldest === undefined || newest === undefined || oldest === newest) return null
  return (
    <p class="blame-scale">
      <span>
        Older, <Time at={oldest} />
      </span>
      {Array.from({ length: 8 }, (_, at) => (
        <span key={at} class="blame-age" data-age={7 - at} aria-hidden="true" />
      ))}
      <span>
        Newer, <Time at={newest} />
      </span>
    </p>
  )
}

type BlameLinesProps = { repo: RepoHead; ranges: readonly BlameRange[]; pageLines: number }

function BlameLines({ repo, ranges, pageLines }: BlameLinesProps) {
  return (
    <div class="source" tabindex={0} role="group" aria-label="Text of the file" data-lines data-page-lines={pageLines}>
      <table class="code-lines blame-lines" role="presentation">
        {ranges.map((range) => (
          <tbody key={range.firstLine}>
            {range.lines.map((line, at) => (
              <BlameLine key={at} repo={repo} range={range} line={line} at={at} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

type BlameLineProps = { repo: RepoHead; range: BlameRange; line: LineText; at: number }

function BlameLine({ repo, range, line, at }: BlameLineProps) {
  const { commit, firstLine, lines } = range
  const number = firstLine + at
  return (
    <tr id={`L${number}`}>
      {at === 0 && (
        <td class="blame-commit" rowspan={lines.length} data-age={range.age}>
          <div class="blame-note">
            <a
              class="quiet-link blame-title"
              href={commitUrl(repo, commit.sha)}
              title={`${shortSha(commit.sha)} ${commit.title}`}
            >
              {commit.title}
            </a>
            <span class="blame-facts">
              <span class="blame-author" title={commit.author}>
                {commit.author}
              </span>{' '}
              <Time at={commit.at} />
            </span>
            <span class="blame-initials" title={commit.author} aria-hidden="true">
              {initialsOf(commit.author)}
            </span>
            {range.before && (
              <a
                class="blame-before"
                href={`${codeUrl(repo, 'blame', range.before.sha, range.before.path)}#L${range.before.line}`}
                aria-label={`Before ${shortSha(commit.sha)}`}
                title="As it was before this change"
              >
                <Icon name="history" />
              </a>
            )}
          </div>
        </td>
      )}
      <td class="no">
        <a href={`#L${number}`} aria-label={`Line ${number}`} data-line={number} />
      </td>
      <td>
        <code dangerouslySetInnerHTML={{ __html: lineHtml(line) }} />
      </td>
    </tr>
  )
}

/** For where there is no room for a name: `AL` for Ada Lovelace. */
function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '')
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
