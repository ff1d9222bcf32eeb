import { Person } from '../components/comment-card.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type TextHistoryProps = {
  chrome: Chrome
  repo: RepoHead
  /** `#12 It breaks`. */
  name: string
  backHref: string
  versions: readonly { editor: string | null; title: string | null; body: string; at: string }[]
  pagination: PageInfo
}

/** What a text was before, as it was written. */
export function TextHistoryView({ chrome, repo, name, backHref, versions, pagination }: TextHistoryProps) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`History of ${name}`}>
      <div class="narrow stack">
        <PageHead
          title="Edit history"
          lead={
            <>
              Of <a href={backHref}>{name}</a>, most recent edit first.
            </>
          }
        />
        {versions.length === 0 && (
          <Panel>
            <EmptyState icon="history" title="It was never edited" />
          </Panel>
        )}
        {versions.map((version) => (
          <section key={version.at} class="panel" aria-label={`Until ${version.at}`}>
            <header class="panel-head">
              <p>
                Until <Person username={version.editor} /> changed it <Time at={version.at} />
              </p>
            </header>
            <div class="panel-body">
              {version.title !== null && <p class="break strong">{version.title}</p>}
              <pre class="plain-text">{version.body}</pre>
            </div>
          </section>
        ))}
        <Pagination info={pagination} noun="versions" />
      </div>
    </RepoFrame>
  )
}
