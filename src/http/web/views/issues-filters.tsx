import type { ComponentChildren } from 'preact'
import { Icon } from '../components/icon.tsx'
import { LabelDot, type ShownLabel } from '../components/label-chip.tsx'
import { Menu } from '../components/menu.tsx'
import { type IssueQuery, issuesUrl } from '../issue-query.ts'

export type IssueChoices = {
  labels: readonly ShownLabel[]
  milestones: readonly string[]
  isSignedIn: boolean
}

type StateLinksProps = { base: string; query: IssueQuery; counts: { open: number; closed: number } }

/** How many of what is asked for are open and how many closed; each leads there. */
export function StateLinks({ base, query, counts }: StateLinksProps) {
  const link = (state: 'open' | 'closed', word: string) => (
    <a
      class="state-link"
      href={issuesUrl(base, { ...query, state })}
      aria-current={query.state === state ? 'true' : undefined}
    >
      <Icon name={state === 'open' ? 'issue-opened' : 'issue-closed'} />
      <span>
        {counts[state].toLocaleString('en')} {word}
      </span>
    </a>
  )
  return (
    <div class="state-links">
      {link('open', 'open')}
      {link('closed', 'closed')}
    </div>
  )
}

type IssueFiltersProps = { base: string; query: IssueQuery; choices: IssueChoices }

/** Chips that write the query. */
export function IssueFilters({ base, query, choices }: IssueFiltersProps) {
  const to = (change: Partial<IssueQuery>): string => issuesUrl(base, { ...query, ...change })
  const toggled = (name: string): readonly string[] =>
    query.labels.includes(name) ? query.labels.filter((one) => one !== name) : [...query.labels, name]
  return (
    <div class="issue-filters">
      {choices.labels.length > 0 && (
        <Chip word="Label" active={query.labels.length > 0}>
          {choices.labels.map((label) => (
            <Choice
              key={label.name}
              href={to({ labels: toggled(label.name) })}
              chosen={query.labels.includes(label.name)}
            >
              <LabelDot color={label.color} />
              <span>{label.name}</span>
            </Choice>
          ))}
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
              <span>{title === 'none' ? 'Without one' : title}</span>
            </Choice>
          ))}
        </Chip>
      )}
      <Chip word="Person" active={query.assignee !== null || query.author !== null}>
        {choices.isSignedIn && (
          <>
            <Choice href={to({ assignee: query.assignee === 'me' ? null : 'me' })} chosen={query.assignee === 'me'}>
              <span>Assigned to me</span>
            </Choice>
            <Choice href={to({ author: query.author === 'me' ? null : 'me' })} chosen={query.author === 'me'}>
              <span>Opened by me</span>
            </Choice>
          </>
        )}
        <Choice href={to({ assignee: query.assignee === 'none' ? null : 'none' })} chosen={query.assignee === 'none'}>
          <span>Assigned to nobody</span>
        </Choice>
      </Chip>
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

const sorts = [
  { word: 'Newest first', sort: 'created', direction: 'desc' },
  { word: 'Oldest first', sort: 'created', direction: 'asc' },
  { word: 'Last changed first', sort: 'updated', direction: 'desc' },
  { word: 'Most discussed first', sort: 'comments', direction: 'desc' },
] as const

type ChipProps = { word: string; active: boolean; children: ComponentChildren }

function Chip({ word, active, children }: ChipProps) {
  return (
    <Menu
      label={active ? `${word}, in use` : word}
      face={
        <span class={active ? 'filter-chip filter-chip-active' : 'filter-chip'}>
          {word}
          <Icon name="chevron-down" class="menu-chevron" />
        </span>
      }
    >
      <div class="filter-choices">{children}</div>
    </Menu>
  )
}

function Choice({ href, chosen, children }: { href: string; chosen: boolean; children: ComponentChildren }) {
  return (
    <a class="menu-entry" href={href} aria-current={chosen ? 'true' : undefined}>
      {children}
      {chosen && <Icon name="check" class="choice-check" />}
    </a>
  )
}
