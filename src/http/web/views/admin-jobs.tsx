import { Button } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { CopyText } from '../components/copy-field.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { StatusLabel } from '../components/status-label.tsx'
import { type Column, Table } from '../components/table.tsx'
import { Time } from '../components/time.tsx'
import { AdminFrame } from '../layout/admin-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type DeadJob = { id: string; name: string; attempts: number; error: string; failedAt: string; createdAt: string }

export type LiveJob = {
  id: string
  name: string
  state: 'running' | 'waiting'
  attempts: number
  /** What the last attempt met with. */
  error: string | null
  /** Started at, for a running job; due at, for a waiting one. */
  at: string
}

export type AdminJobsProps = {
  chrome: Chrome
  counts: { running: number; waiting: number; dead: number }
  dead: readonly DeadJob[]
  pagination: PageInfo
  live: readonly LiveJob[]
}

const liveColumns: readonly Column<LiveJob>[] = [
  { key: 'name', head: 'Job', names: true, grow: true, cell: (job) => <LiveName job={job} /> },
  {
    key: 'state',
    head: 'State',
    cell: (job) => <StatusLabel status={job.state === 'running' ? 'running' : 'pending'} />,
  },
  { key: 'attempts', head: 'Attempt', align: 'end', cell: (job) => job.attempts },
  { key: 'at', head: 'Started or due', align: 'end', cell: (job) => <Time at={job.at} /> },
]

export function AdminJobsView({ chrome, counts, dead, pagination, live }: AdminJobsProps) {
  return (
    <AdminFrame
      chrome={chrome}
      title="Jobs"
      lead="Mail, webhooks, clean-up and pipelines run here. A job that fails is tried again, later each time."
    >
      <ul class="figures" role="list" aria-label="Counts">
        <Figure label="Running" value={counts.running} />
        <Figure label="Waiting" value={counts.waiting} />
        <Figure label="Gave up" value={counts.dead} />
      </ul>
      <Panel
        title="Gave up"
        note={dead.length === 0 ? undefined : 'All attempts failed. Fix the cause, then try again.'}
        flush
        footer={<Pagination info={pagination} noun="failed jobs" />}
      >
        {dead.length === 0 ? (
          <EmptyState icon="check-circle" title="No job has given up">
            <p>A job that fails every attempt is listed here with its last error.</p>
          </EmptyState>
        ) : (
          <RowList label="Jobs that gave up">
            {dead.map((job) => (
              <DeadRow key={job.id} job={job} />
            ))}
          </RowList>
        )}
      </Panel>
      <Panel title="Running and waiting" flush>
        {live.length === 0 ? (
          <EmptyState icon="inbox" title="The queue is empty" />
        ) : (
          <Table caption="Running and waiting jobs" columns={liveColumns} rows={live} rowKey={(job) => job.id} />
        )}
      </Panel>
    </AdminFrame>
  )
}

function LiveName({ job }: { job: LiveJob }) {
  return (
    <span class="person-text">
      <code>{job.name}</code>
      {job.error !== null && <span class="muted break">{job.error}</span>}
    </span>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <li class="figure">
      <span class="figure-label">{label}</span>
      <span class="figure-value">{value.toLocaleString('en')}</span>
    </li>
  )
}

function DeadRow({ job }: { job: DeadJob }) {
  return (
    <Row
      icon="x-circle"
      title={<code class="job-name">{job.name}</code>}
      meta={
        <>
          <span>{job.attempts} attempts</span>
          <span>
            Gave up <Time at={job.failedAt} />
          </span>
          <span>
            Created <Time at={job.createdAt} />
          </span>
          <CopyText value={job.id} label="job id" />
        </>
      }
      actions={
        <>
          <form method="post" action={`/admin/jobs/${job.id}/retry`}>
            <Button size="small" icon="sync" label={`Try again: ${job.name}`}>
              Try again
            </Button>
          </form>
          <Confirm
            id={`discard-job-${job.id}`}
            trigger="Discard"
            triggerLabel={`Discard ${job.name}`}
            title={`Discard ${job.name}?`}
            action={`/admin/jobs/${job.id}/discard`}
            confirm="Discard job"
          >
            <p>What it was meant to do will not happen: an e-mail is not sent, or a webhook not delivered.</p>
          </Confirm>
        </>
      }
    >
      <pre class="job-error" tabindex={0} role="group" aria-label={`Error of ${job.name}`}>
        {job.error}
      </pre>
    </Row>
  )
}
