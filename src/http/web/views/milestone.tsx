import { repoUrl } from '../code-urls.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Icon } from '../components/icon.tsx'
import { type ShownText, TextBody } from '../components/shown-text.tsx'
import { StatusLabel } from '../components/status-label.tsx'
import { type ListedThread, ThreadRow } from '../components/thread-row.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { plainQuery, type ThreadKind, threadsUrl } from '../thread-query.ts'
import { MilestoneActions, MilestoneFacts, type MilestoneRow } from './milestones.tsx'

export type MilestonePart = {
  kind: ThreadKind
  state: 'open' | 'closed' | 'merged'
  threads: readonly ListedThread[]
  /** Of all there are; the list may be shorter. */
  total: number
}

export type MilestoneProps = {
  chrome: Chrome
  repo: RepoHead
  milestone: MilestoneRow
  description: ShownText
  state: 'open' | 'closed'
  parts: readonly MilestonePart[]
}

/** What belongs to a milestone: issues and pull requests, those that are open or those that are done. */
export function MilestoneView({ chrome, repo, milestone, description, state, parts }: MilestoneProps) {
  const at = `${repoUrl(repo)}/milestones/${milestone.id}`
  const shown = parts.filter(({ total }) => total > 0)
  return (
    <RepoFrame chrome={chrome} repo={repo} title={milestone.title}>
      <PageHead
        title={<span class="break">{milestone.title}</span>}
        actions={repo.can.work && <MilestoneActions at={at} milestone={milestone} />}
      />
      <p class="row-meta milestone-facts">
        <StatusLabel status={milestone.isOpen ? 'open' : 'closed'} />
        <MilestoneFacts milestone={milestone} />
      </p>
      {milestone.description !== '' && (
        <div class="milestone-text">
          <TextBody text={description} empty="" />
        </div>
      )}
      <section class="panel" aria-label="What belongs to it">
        <header class="panel-head">
          <div class="state-links">
            <a class="state-link" href={at} aria-current={state === 'open' ? 'true' : undefined}>
              <Icon name="issue-opened" />
              <span>{milestone.open.toLocaleString('en')} open</span>
            </a>
            <a class="state-link" href={`${at}?state=closed`} aria-current={state === 'closed' ? 'true' : undefined}>
              <Icon name="check" />
              <span>{milestone.closed.toLocaleString('en')} closed</span>
            </a>
          </div>
        </header>
        {shown.length === 0 && <Nothing state={state} />}
        {shown.map((part) => (
          <Part key={`${part.kind} ${part.state}`} part={part} repo={repo} title={milestone.title} />
        ))}
      </section>
    </RepoFrame>
  )
}

const headings = {
  issue: { open: 'Issues', closed: 'Issues', merged: 'Issues' },
  pull: { open: 'Pull requests', closed: 'Closed pull requests', merged: 'Merged pull requests' },
} as const satisfies Record<ThreadKind, Record<MilestonePart['state'], string>>

function Part({ part, repo, title }: { part: MilestonePart; repo: RepoHead; title: string }) {
  const { kind, state, threads, total } = part
  const base = repoUrl(repo)
  const heading = headings[kind][state]
  return (
    <>
      <h2 class="milestone-part">{heading}</h2>
      <ul class="rows" role="list" aria-label={heading}>
        {threads.map((thread) => (
          <ThreadRow key={thread.number} thread={thread} kind={kind} base={base} select={null} />
        ))}
      </ul>
      {total > threads.length && (
        <p class="list-note">
          <a href={threadsUrl(base, kind, { ...plainQuery, milestone: title, state })}>
            All {total.toLocaleString('en')}
          </a>
        </p>
      )}
    </>
  )
}

function Nothing({ state }: { state: MilestoneProps['state'] }) {
  return state === 'open' ? (
    <EmptyState icon="milestone" title="Nothing is open">
      <p>Issues and pull requests are given a milestone on their own pages, beside the conversation.</p>
    </EmptyState>
  ) : (
    <EmptyState icon="milestone" title="Nothing is done yet" />
  )
}
