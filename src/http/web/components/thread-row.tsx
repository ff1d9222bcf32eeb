import type { PullStand } from '../../../features/pulls/stand-of-pulls.ts'
import { plainQuery, type ThreadKind, threadsUrl } from '../thread-query.ts'
import { Badge } from './badge.tsx'
import { Person } from './comment-card.tsx'
import { counted } from './counted.ts'
import { Icon, type IconName } from './icon.tsx'
import { LabelChip, type ShownLabel } from './label-chip.tsx'
import { SelectRow } from './select-rows.tsx'
import { StatusIcon } from './status-label.tsx'
import { Time } from './time.tsx'

export type PullStatus = 'open' | 'draft' | 'merged' | 'closed'

export type ListedThread = {
  number: number
  title: string
  status: PullStatus
  author: string | null
  elsewhere: string | null
  at: string
  labels: readonly ShownLabel[]
  assignees: readonly string[]
  milestone: string | null
  comments: number
  /** Null where it lists no tasks. */
  tasks: { done: number; total: number } | null
  /** What only a pull request has. */
  pull: (PullStand & { source: string; target: string; reviewers: readonly string[] }) | null
}

const looks = {
  issue: {
    open: { icon: 'issue-opened', word: 'Open' },
    draft: { icon: 'issue-opened', word: 'Open' },
    merged: { icon: 'issue-closed', word: 'Closed' },
    closed: { icon: 'issue-closed', word: 'Closed' },
  },
  pull: {
    open: { icon: 'git-pull-request', word: 'Open' },
    draft: { icon: 'git-pull-request-draft', word: 'Draft' },
    merged: { icon: 'git-merge', word: 'Merged' },
    closed: { icon: 'git-pull-request-closed', word: 'Closed' },
  },
} satisfies Record<ThreadKind, Record<PullStatus, { icon: IconName; word: string }>>

type ThreadRowProps = {
  thread: ListedThread
  kind: ThreadKind
  base: string
  /** Null for whoever has nothing to do with what is selected. */
  select: { all: boolean } | null
}

/** Two lines: what it is about, then who, when, and how it stands. */
export function ThreadRow({ thread, kind, base, select }: ThreadRowProps) {
  const name = `#${thread.number} ${thread.title}`
  const href = `${base}/${kind}s/${thread.number}`
  const look = looks[kind][thread.status]
  return (
    <li class="row issue-row" data-row={thread.number}>
      {select !== null && <SelectRow name="number" value={thread.number} label={name} checked={select.all} />}
      <Icon name={look.icon} label={look.word} class={`pull-icon pull-icon-${thread.status}`} />
      <div class="row-main">
        <div class="row-title">
          <a class="row-link" href={href} data-row-link>
            {thread.title}
          </a>
          {look.word === 'Draft' && <Badge>Draft</Badge>}
          {thread.pull?.status && <StatusIcon status={checkStatus[thread.pull.status]} />}
          {thread.labels.map((label) => (
            <LabelChip
              key={label.name}
              label={label}
              href={threadsUrl(base, kind, { ...plainQuery, labels: [label.name] })}
            />
          ))}
        </div>
        <div class="row-meta">
          <span>
            #{thread.number} opened <Time at={thread.at} /> by{' '}
            <Person username={thread.author} elsewhere={thread.elsewhere} />
          </span>
          {thread.pull && <Way pull={thread.pull} isOpen={thread.status === 'open' || thread.status === 'draft'} />}
          {thread.milestone !== null && (
            <a
              class="quiet-link with-icon"
              href={threadsUrl(base, kind, { ...plainQuery, milestone: thread.milestone, state: 'all' })}
            >
              <Icon name="milestone" />
              <span class="break">{thread.milestone}</span>
            </a>
          )}
          {thread.tasks && (
            <span class="with-icon">
              <Icon name="tasklist" />
              <span>
                {thread.tasks.done} of {counted(thread.tasks.total, 'task')}
              </span>
            </span>
          )}
          {thread.assignees.length > 0 && <span>assigned to {thread.assignees.join(', ')}</span>}
        </div>
      </div>
      {thread.comments > 0 && (
        <a
          class="quiet-link with-icon issue-comments"
          href={`${href}#comments`}
          aria-label={counted(thread.comments, 'comment')}
        >
          <Icon name="comment" />
          <span>{thread.comments.toLocaleString('en')}</span>
        </a>
      )}
    </li>
  )
}

const checkStatus = { success: 'success', failure: 'failed', pending: 'pending' } as const
const reviewLooks = {
  required: null,
  approved: { icon: 'check', word: 'approved', name: 'verdict-approved' },
  changes_requested: { icon: 'x-circle', word: 'changes requested', name: 'verdict-changes_requested' },
} as const

function Way({ pull, isOpen }: { pull: NonNullable<ListedThread['pull']>; isOpen: boolean }) {
  const review = isOpen ? reviewLooks[pull.review] : null
  return (
    <>
      <span class="pull-way">
        <code>{pull.source}</code> → <code>{pull.target}</code>
      </span>
      {review !== null && (
        <span class={`with-icon ${review.name}`}>
          <Icon name={review.icon} />
          <span>{review.word}</span>
        </span>
      )}
      {isOpen && pull.reviewers.length > 0 && <span>waiting for {pull.reviewers.join(', ')}</span>}
    </>
  )
}
