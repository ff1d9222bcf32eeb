import { Button } from '../components/button.tsx'
import { counted } from '../components/counted.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Facts } from '../components/facts.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { Time } from '../components/time.tsx'
import { AdminFrame } from '../layout/admin-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type KeptMailRow = { name: string; at: string; to: string; subject: string }

export type AdminMailProps = {
  chrome: Chrome
  /** The SMTP server; null where mails are kept as files. */
  server: string | null
  from: string
  folder: string
  queue: { waiting: number; dead: number; failing: { count: number; error: string } | null }
  /** The newest, newest first. */
  kept: readonly KeptMailRow[]
}

export function AdminMailView({ chrome, server, from, folder, queue, kept }: AdminMailProps) {
  return (
    <AdminFrame chrome={chrome} title="Mail" lead="The e-mails of this server, and whether they are delivered.">
      {queue.failing !== null && (
        <Notice tone="danger" word="Not sent.">
          {counted(queue.failing.count, 'mail')} could not be sent so far. The last error was{' '}
          <code class="break">{queue.failing.error}</code>. Each is tried again, later each time, for nine hours.
        </Notice>
      )}
      {queue.failing !== null && (
        <form method="post" action="/admin/mail/retry">
          <Button icon="sync">Try now</Button>
        </form>
      )}
      <Panel title="Sending">
        <Facts
          facts={[
            { label: 'Server', value: server ?? 'none (SMTP_URL is not set)' },
            { label: 'Sender', value: from },
            { label: 'Waiting', value: queue.waiting.toLocaleString('en') },
            { label: 'Gave up', value: <GaveUp count={queue.dead} /> },
          ]}
        />
      </Panel>
      {server === null && (
        <>
          <Notice tone="info">
            Without a mail server, e-mails are kept as files in <code class="break">{folder}</code>. Set{' '}
            <code>SMTP_URL</code> to have them sent.
          </Notice>
          <KeptMails kept={kept} />
        </>
      )}
    </AdminFrame>
  )
}

function GaveUp({ count }: { count: number }) {
  return count === 0 ? <>0</> : <a href="/admin/jobs">{count.toLocaleString('en')}, with the reason under Jobs</a>
}

function KeptMails({ kept }: { kept: readonly KeptMailRow[] }) {
  return (
    <Panel title="Kept mails" note={kept.length === 0 ? undefined : `The newest ${kept.length}`} flush>
      {kept.length === 0 ? (
        <EmptyState icon="mail" title="No mail yet">
          <p>Confirmations, invitations and password links will be listed here.</p>
        </EmptyState>
      ) : (
        <RowList label="Kept mails">
          {kept.map((mail) => (
            <Row
              key={mail.name}
              icon="mail"
              title={
                <a class="row-link" href={`/admin/mail/${mail.name}`}>
                  {mail.subject}
                </a>
              }
              meta={
                <>
                  <span class="break">{mail.to}</span>
                  <Time at={mail.at} />
                </>
              }
            />
          ))}
        </RowList>
      )}
    </Panel>
  )
}
