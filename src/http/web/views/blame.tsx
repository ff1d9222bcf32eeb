import { codeUrl } from '../code-urls.ts'
import type { BlameRange } from '../components/blame-rows.ts'
import { LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { PathCrumbs } from '../components/path-crumbs.tsx'
import { type RefChoices, RefSwitcher, type ShownRef } from '../components/ref-switcher.tsx'
import { Time } from '../components/time.tsx'
import { TurnsNotice } from '../components/turns-notice.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type BlameProps = {
  chrome: Chrome
  repo: RepoHead
  current: ShownRef
  refs: RefChoices
  path: string
  /** Null where it would take longer than anybody wants to wait. */
  blame: { ranges: readonly BlameRange[]; rows: string } | null
  pages: PageInfo
}

/** Which commit each line came with. */
export function BlameView({ chrome, repo, current, refs, path, blame, pages }: BlameProps) {
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
        {blame === null ? (
          <EmptyState
            icon="hourglass"
            title="Too large for blame"
            action={<LinkButton href={codeUrl(repo, 'raw', current.address, path)}>Open it raw</LinkButton>}
          >
            <p>Finding out where each line of this file came from would take too long.</p>
          </EmptyState>
        ) : (
          <>
            <TurnsNotice lines={blame.ranges.flatMap(({ lines }) => lines)} />
            <AgeScale ranges={blame.ranges} />
            {pages.total > pages.perPage && (
              <div class="blob-pages">
                <Pagination info={pages} noun="lines" />
              </div>
            )}
            <BlameLines rows={blame.rows} pageLines={pages.perPage} />
          </>
        )}
      </section>
    </RepoFrame>
  )
}

/** What the colours mean, for this very file. Where all lines are of one moment they mean nothing. */
function AgeScale({ ranges }: { ranges: readonly BlameRange[] }) {
  const times = [...new Set(ranges.map(({ commit }) => commit.at))].toSorted()
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

function BlameLines({ rows, pageLines }: { rows: string; pageLines: number }) {
  return (
    <div class="source" tabindex={0} role="group" aria-label="Text of the file" data-lines data-page-lines={pageLines}>
      <table class="code-lines blame-lines" role="presentation" dangerouslySetInnerHTML={{ __html: rows }} />
    </div>
  )
}
