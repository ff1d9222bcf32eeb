import type { Reason } from '../../../features/threads/list-my-threads.ts'
import { Count } from '../components/badge.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type FoundThreadRow, FoundThreads } from '../components/found-threads.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { myThreadsUrl, type ThreadKind } from '../thread-query.ts'

export type MyThreadsProps = {
  chrome: Chrome
  kind: ThreadKind
  reason: Reason
  isOpen: boolean
  /** Of those that are open or closed, as chosen. */
  counts: readonly { reason: Reason; count: number }[]
  threads: readonly FoundThreadRow[]
  pagination: PageInfo
}

const titles = { issue: 'My issues', pull: 'My pull requests' } as const
const nouns = { issue: 'issues', pull: 'pull requests' } as const
const words: Record<Reason, string> = {
  created: 'Created',
  assigned: 'Assigned',
  mentioned: 'Mentioned',
  review: 'Review requested',
}

/** What concerns the reader, wherever it is. */
export function MyThreadsView({ chrome, kind, reason, isOpen, counts, threads, pagination }: MyThreadsProps) {
  const icon = kind === 'issue' ? 'issue-opened' : 'git-pull-request'
  return (
    <Page chrome={chrome} title={titles[kind]} crumbs={[{ label: titles[kind] }]}>
      <PageHead title={titles[kind]} lead="In all repositories, newest first." />
      <div class="filter-bar">
        <nav class="segments" aria-label="Why they concern you">
          {counts.map((one) => (
            <a
              key={one.reason}
              href={myThreadsUrl(kind, { reason: one.reason, isOpen })}
              aria-current={one.reason === reason ? 'page' : undefined}
            >
              {words[one.reason]}
              <Count value={one.count} />
            </a>
          ))}
        </nav>
        <nav class="segments" aria-label="State">
          {[true, false].map((open) => (
            <a
              key={String(open)}
              href={myThreadsUrl(kind, { reason, isOpen: open })}
              aria-current={open === isOpen ? 'page' : undefined}
            >
              {open ? 'Open' : 'Closed'}
            </a>
          ))}
        </nav>
      </div>
      <Panel flush footer={<Pagination info={pagination} noun={nouns[kind]} />}>
        {threads.length === 0 ? (
          <EmptyState icon={icon} title={`No ${isOpen ? 'open' : 'closed'} ${nouns[kind]} here`} />
        ) : (
          <FoundThreads threads={threads} />
        )}
      </Panel>
    </Page>
  )
}
