import { issuesUrl, plainQuery } from '../issue-query.ts'
import { Person } from './comment-card.tsx'
import { Icon } from './icon.tsx'
import { LabelChip, type ShownLabel } from './label-chip.tsx'
import { Time } from './time.tsx'

export type ShownIssue = {
  number: number
  title: string
  isOpen: boolean
  author: string | null
  at: string
  labels: readonly ShownLabel[]
  assignees: readonly string[]
  milestone: string | null
  isPinned: boolean
  comments: number
}

type IssueRowProps = { issue: ShownIssue; base: string; selectable: boolean }

/** Two lines: what it is about, then who and when. */
export function IssueRow({ issue, base, selectable }: IssueRowProps) {
  const name = `#${issue.number} ${issue.title}`
  return (
    <li class="row issue-row" data-issue>
      {selectable && (
        <input type="checkbox" class="issue-check" name="number" value={issue.number} aria-label={`Select ${name}`} />
      )}
      <Icon
        name={issue.isOpen ? 'issue-opened' : 'issue-closed'}
        label={issue.isOpen ? 'Open' : 'Closed'}
        class={issue.isOpen ? 'issue-open' : 'issue-closed'}
      />
      <div class="row-main">
        <div class="row-title">
          <a class="row-link" href={`${base}/issues/${issue.number}`} data-issue-link>
            {issue.title}
          </a>
          {issue.labels.map((label) => (
            <LabelChip key={label.name} label={label} href={issuesUrl(base, { ...plainQuery, labels: [label.name] })} />
          ))}
        </div>
        <div class="row-meta">
          <span>
            #{issue.number} opened <Time at={issue.at} /> by <Person username={issue.author} />
          </span>
          {issue.milestone !== null && (
            <a
              class="quiet-link with-icon"
              href={issuesUrl(base, { ...plainQuery, milestone: issue.milestone, state: 'all' })}
            >
              <Icon name="milestone" />
              <span>{issue.milestone}</span>
            </a>
          )}
          {issue.assignees.length > 0 && <span>given to {issue.assignees.join(', ')}</span>}
        </div>
      </div>
      {issue.comments > 0 && (
        <a
          class="quiet-link with-icon issue-comments"
          href={`${base}/issues/${issue.number}#comments`}
          aria-label={`${issue.comments} ${issue.comments === 1 ? 'comment' : 'comments'}`}
        >
          <Icon name="comment" />
          <span>{issue.comments}</span>
        </a>
      )}
    </li>
  )
}
