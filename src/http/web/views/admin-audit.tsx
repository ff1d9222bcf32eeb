import { Badge } from '../components/badge.tsx'
import { Button, LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Notice } from '../components/notice.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { AdminFrame } from '../layout/admin-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { AuditEntry, type AuditRow } from './admin-audit-entry.tsx'

export type ChainState =
  | { state: 'verified'; entries: number }
  /** `sound`: how many entries hold from the first on; `at`: the one after them, or null when the end is missing. */
  | { state: 'broken'; sound: number; at: number | null }
  | { state: 'unchecked' }

export type AdminAuditProps = {
  chrome: Chrome
  entries: readonly AuditRow[]
  pagination: PageInfo
  filter: { event: string; actor: string }
  /** The events that occur, for suggestions. */
  events: readonly string[]
  chain: ChainState
}

export function AdminAuditView({ chrome, entries, pagination, filter, events, chain }: AdminAuditProps) {
  return (
    <AdminFrame
      chrome={chrome}
      title="Audit"
      lead="Who did what, and from where. Each entry seals the one before it, so none can be removed unnoticed."
    >
      <Chain chain={chain} filter={filter} />
      <Filter filter={filter} events={events} />
      <Panel flush footer={<Pagination info={pagination} noun="entries" />}>
        {entries.length === 0 ? (
          <EmptyState icon="log" title="No entry matches">
            <p>
              Remove part of the filter, or <a href="/admin/audit">show all entries</a>.
            </p>
          </EmptyState>
        ) : (
          <ol class="audit" role="list" aria-label="Audit entries">
            {entries.map((entry) => (
              <AuditEntry key={entry.number} entry={entry} />
            ))}
          </ol>
        )}
      </Panel>
    </AdminFrame>
  )
}

function Chain({ chain, filter }: Pick<AdminAuditProps, 'chain' | 'filter'>) {
  switch (chain.state) {
    case 'unchecked':
      return (
        <p class="state-line">
          <Badge icon="shield">Chain not checked yet</Badge>
          <LinkButton href={verifyHref(filter)} size="small" icon="shield-check">
            Verify the chain
          </LinkButton>
        </p>
      )
    case 'verified':
      return (
        <Notice tone="success" word="The chain is intact." live>
          Each of the {chain.entries.toLocaleString('en')} entries seals the one before it; none was changed, added or
          removed.
        </Notice>
      )
    case 'broken':
      return (
        <Notice tone="danger" word="The chain is broken." live>
          {chain.at === null
            ? 'Entries are missing at its end.'
            : `Entry #${chain.at}, or the one before it, was changed or removed after it was written.`}{' '}
          The first {chain.sound.toLocaleString('en')} entries are intact. Keep a copy of the database, then run{' '}
          <code>stithy doctor</code>.
        </Notice>
      )
  }
}

function verifyHref(filter: AdminAuditProps['filter']): string {
  const kept = Object.entries(filter).filter(([, value]) => value !== '')
  return `/admin/audit?${new URLSearchParams([...kept, ['verify', '1']]).toString()}`
}

function Filter({ filter, events }: Pick<AdminAuditProps, 'filter' | 'events'>) {
  return (
    <form method="get" action="/admin/audit" class="filter-bar" role="search" aria-label="Audit entries">
      <label class="sr-only" for="filter-event">
        Event
      </label>
      <input
        id="filter-event"
        class="input input-mono"
        name="event"
        value={filter.event}
        placeholder="Part of an event"
        list="events"
      />
      <datalist id="events">
        {events.map((event) => (
          <option key={event} value={event} />
        ))}
      </datalist>
      <label class="sr-only" for="filter-actor">
        Actor
      </label>
      <input id="filter-actor" class="input" name="actor" value={filter.actor} placeholder="Actor" autocomplete="off" />
      <Button icon="search">Filter</Button>
    </form>
  )
}
