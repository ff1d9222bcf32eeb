import { Person } from '../components/comment-card.tsx'
import { Confirm } from '../components/confirm.tsx'
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
  versions: readonly { editor: string | null; title: string | null; body: string; isRemoved: boolean; at: string }[]
  /** Where former texts are removed, for those who may. */
  forgetAt: string | null
  pagination: PageInfo
}

/** What a text was before, as it was written. */
export function TextHistoryView(props: TextHistoryProps) {
  const { chrome, repo, name, backHref, versions, forgetAt, pagination } = props
  const isSomethingLeft = versions.some(({ isRemoved }) => !isRemoved)
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
        {forgetAt !== null && isSomethingLeft && (
          <div>
            <Confirm
              id="forget"
              trigger="Remove former texts"
              triggerIcon="trash"
              title="Remove former texts?"
              action={forgetAt}
              confirm="Remove them"
            >
              <p>
                Nobody can read them any more, whether they are on this page or on another one. Who changed the text and
                when stays, and so does the text as it is now. Mails and webhooks that were sent are not taken back.
              </p>
            </Confirm>
          </div>
        )}
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
              {version.isRemoved ? (
                <p class="muted">What it said was removed.</p>
              ) : (
                <pre class="plain-text">{version.body}</pre>
              )}
            </div>
          </section>
        ))}
        <Pagination info={pagination} noun="versions" />
      </div>
    </RepoFrame>
  )
}
