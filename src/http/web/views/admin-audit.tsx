import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Notice } from '../components/notice.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Time } from '../components/time.tsx'
import { AdminFrame } from '../layout/admin-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { AuditEntry, type AuditRow } from './admin-audit-entry.tsx'

export type ChainState =
  | { state: 'verified'; upTo: number; at: string }
  | { state: 'broken'; at: number }
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
      lead="Who did what, and from where. Each entry seals the one before it; nothing can be taken out unseen."
    >
      <Chain chain={chain} />
      <Filter filter={filter} events={events} />
      <Panel flush footer={<Pagination info={pagination} noun="entries" />}>
        {entries.length === 0 ? (
          <EmptyState icon="log" title="No entry matches">
            <p>
              Take a part of the filter away, or <a href="/admin/audit">show all entries</a>.
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

function Chain({ chain }: { chain: ChainState }) {
  if (chain.state === 'broken') {
    return (
      <Notice tone="danger" word="The chain is broken">
        at entry #{chain.at}: that entry or the one before it was changed after it was written. Entries before it are
        sound. Keep a copy of the database, then run <code>stithy doctor</code>.
      </Notice>
    )
  }
  return (
    <p class="state-line">
      {chain.state === 'verified' ? (
        <>
          <Badge tone="open" icon="shield-check">
            Chain verified
          </Badge>
          <span>
            up to #{chain.upTo.toLocaleString('en')}, <Time at={chain.at} />
          </span>
        </>
      ) : (
        <Badge icon="shield">Chain not checked yet</Badge>
      )}
    </p>
  )
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
        placeholder="Event"
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
