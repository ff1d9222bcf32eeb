import type { RepoName } from '../code-urls.ts'
import { pullUrl } from '../pull-urls.ts'
import { Person } from './comment-card.tsx'
import { Icon, type IconName } from './icon.tsx'
import { LabelChip, type ShownLabel } from './label-chip.tsx'
import { Time } from './time.tsx'

export type PullStatus = 'open' | 'draft' | 'merged' | 'closed'

export type ListedPull = {
  number: number
  title: string
  status: PullStatus
  author: string | null
  at: string
  source: string
  target: string
  labels: readonly ShownLabel[]
  reviewers: readonly string[]
  comments: number
}

const looks = {
  open: { icon: 'git-pull-request', word: 'Open' },
  draft: { icon: 'git-pull-request-draft', word: 'Draft' },
  merged: { icon: 'git-merge', word: 'Merged' },
  closed: { icon: 'git-pull-request-closed', word: 'Closed' },
} satisfies Record<PullStatus, { icon: IconName; word: string }>

/** Two lines: what it is about, then who, when, and what merges where. */
export function PullRow({ pull, repo }: { pull: ListedPull; repo: RepoName }) {
  const look = looks[pull.status]
  const href = pullUrl({ ...repo, number: pull.number })
  return (
    <li class="row">
      <Icon name={look.icon} label={look.word} class={`pull-icon pull-icon-${pull.status}`} />
      <div class="row-main">
        <div class="row-title">
          <a class="row-link" href={href}>
            {pull.title}
          </a>
          {pull.labels.map((label) => (
            <LabelChip key={label.name} label={label} />
          ))}
        </div>
        <div class="row-meta">
          <span>
            #{pull.number} opened <Time at={pull.at} /> by <Person username={pull.author} />
          </span>
          <span class="pull-way">
            <code>{pull.source}</code> → <code>{pull.target}</code>
          </span>
          {pull.reviewers.length > 0 && <span>waits for {pull.reviewers.join(', ')}</span>}
        </div>
      </div>
      {pull.comments > 0 && (
        <a
          class="quiet-link with-icon"
          href={href}
          aria-label={`${pull.comments} ${pull.comments === 1 ? 'comment' : 'comments'}`}
        >
          <Icon name="comment" />
          <span>{pull.comments}</span>
        </a>
      )}
    </li>
  )
}
