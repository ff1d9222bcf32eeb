import { Chip, Choice } from '../components/filter-chip.tsx'
import { Icon } from '../components/icon.tsx'
import { LabelDot, type ShownLabel } from '../components/label-chip.tsx'
import { type ThreadKind, type ThreadQuery, threadsUrl } from '../thread-query.ts'
import { type Chooser, ReviewChips } from './threads-review-filters.tsx'

export type ThreadChoices = {
  labels: readonly ShownLabel[]
  milestones: readonly string[]
  isSignedIn: boolean
}

export type ThreadCounts = { open: number; closed: number; merged: number }

type Place = { base: string; kind: ThreadKind; query: ThreadQuery }

const states = {
  issue: [
    { state: 'open', icon: 'issue-opened', word: 'open' },
    { state: 'closed', icon: 'issue-closed', word: 'closed' },
  ],
  pull: [
    { state: 'open', icon: 'git-pull-request', word: 'open' },
    { state: 'merged', icon: 'git-merge', word: 'merged' },
    { state: 'closed', icon: 'git-pull-request-closed', word: 'closed' },
  ],
} as const

/** How many of what is asked for are in each state; each leads there. */
export function StateLinks({ base, kind, query, counts }: Place & { counts: ThreadCounts }) {
  return (
    <div class="state-links">
      {states[kind].map(({ state, icon, word }) => (
        <a
          key={state}
          class="state-link"
          href={threadsUrl(base, kind, { ...query, state })}
          aria-current={query.state === state ? 'true' : undefined}
        >
          <Icon name={icon} />
          <span>
            {counts[state].toLocaleString('en')} {word}
          </span>
        </a>
      ))}
    </div>
  )
}

/** Chips that write the query. */
export function ThreadFilters({ choices, ...place }: Place & { choices: ThreadChoices }) {
  const { base, kind, query } = place
  const to = (change: Partial<ThreadQuery>): string => threadsUrl(base, kind, { ...query, ...change })
  const toggled = (name: string): readonly string[] =>
    query.labels.includes(name) ? query.labels.filter((one) => one !== name) : [...query.labels, name]
  return (
    <div class="issue-filters">
      {kind === 'pull' && <ReviewChips to={to} query={query} isSignedIn={choices.isSignedIn} />}
      {choices.labels.length > 0 && (
        <Chip word="Label" active={query.labels.length > 0 || query.isBare}>
          {choices.labels.map((label) => (
            <Choice
              key={label.name}
              href={to({ labels: toggled(label.name), isBare: false })}
              chosen={query.labels.includes(label.name)}
            >
              <LabelDot color={label.color} />
              <span>{label.name}</span>
            </Choice>
          ))}
          <Choice href={to({ labels: [], isBare: !query.isBare })} chosen={query.isBare}>
            <span>No label</span>
          </Choice>
        </Chip>
      )}
      {choices.milestones.length > 0 && (
        <Chip word="Milestone" active={query.milestone !== null}>
          {[...choices.milestones, 'none'].map((title) => (
            <Choice
              key={title}
              href={to({ milestone: query.milestone === title ? null : title })}
              chosen={query.milestone === title}
            >
              <span>{title === 'none' ? 'No milestone' : title}</span>
            </Choice>
          ))}
        </Chip>
      )}
      <People to={to} query={query} isSignedIn={choices.isSignedIn} />
      <Chip word="Sort" active={query.sort !== 'created' || query.direction !== 'desc'}>
        {sorts.map(({ word, ...order }) => (
          <Choice key={word} href={to(order)} chosen={query.sort === order.sort && query.direction === order.direction}>
            <span>{word}</span>
          </Choice>
        ))}
      </Chip>
    </div>
  )
}

function People({ to, query, isSignedIn }: Chooser) {
  const { assignee, author, mentions } = query
  return (
    <Chip word="Person" active={assignee !== null || author !== null || mentions !== null}>
      {isSignedIn && (
        <>
          <Choice href={to({ assignee: assignee === 'me' ? null : 'me' })} chosen={assignee === 'me'}>
            <span>Assigned to me</span>
          </Choice>
          <Choice href={to({ author: author === 'me' ? null : 'me' })} chosen={author === 'me'}>
            <span>Opened by me</span>
          </Choice>
          <Choice href={to({ mentions: mentions === 'me' ? null : 'me' })} chosen={mentions === 'me'}>
            <span>Mentioning me</span>
          </Choice>
        </>
      )}
      <Choice href={to({ assignee: assignee === 'none' ? null : 'none' })} chosen={assignee === 'none'}>
        <span>Assigned to nobody</span>
      </Choice>
    </Chip>
  )
}

const sorts = [
  { word: 'Newest first', sort: 'created', direction: 'desc' },
  { word: 'Oldest first', sort: 'created', direction: 'asc' },
  { word: 'Recently updated first', sort: 'updated', direction: 'desc' },
  { word: 'Least recently updated first', sort: 'updated', direction: 'asc' },
  { word: 'Most discussed first', sort: 'comments', direction: 'desc' },
] as const
