import { Button, LinkButton } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Facts } from '../components/facts.tsx'
import { Notice } from '../components/notice.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { type Status, StatusLabel } from '../components/status-label.tsx'
import { Time } from '../components/time.tsx'
import type { WebhookPlace } from '../layout/webhook-place.ts'
import { contentTypeWords, eventWords } from './webhook-form.tsx'

export type DeliveryRow = {
  id: string
  event: string
  status: Status
  word: string
  /** How the last try went, in a few words. */
  outcome: string
  at: string
  nextAt: string | null
}

export type WebhookProps = {
  place: WebhookPlace
  webhook: {
    id: string
    url: string
    events: readonly string[]
    branchFilter: string
    contentType: string
    isActive: boolean
    hasSecret: boolean
    failures: number
  }
  deliveries: readonly DeliveryRow[]
  /** Something is about to be sent: the page looks again by itself. */
  waits: boolean
  pagination: PageInfo
}

export function WebhookView({ place: { Frame, base }, webhook, deliveries, waits, pagination }: WebhookProps) {
  const one = `${base}/${webhook.id}`
  return (
    <Frame
      title="Webhook"
      lead={<code class="break">{webhook.url}</code>}
      actions={
        <>
          <form method="post" action={`${one}/test`}>
            <Button icon="play">Send a ping</Button>
          </form>
          <LinkButton href={`${one}/edit`} icon="pencil">
            Edit
          </LinkButton>
        </>
      }
    >
      {!webhook.isActive && webhook.failures > 0 && (
        <Notice tone="warning">
          It failed {webhook.failures} times in a row and was switched off. Fix the receiver, send a ping, then edit the
          webhook and tick “Active”.
        </Notice>
      )}
      <Facts
        facts={[
          { label: 'State', value: webhook.isActive ? 'Active' : 'Switched off' },
          { label: 'Events', value: eventWords(webhook.events) },
          { label: 'Branches', value: webhook.branchFilter === '' ? 'all' : <code>{webhook.branchFilter}</code> },
          { label: 'Sent as', value: contentTypeWords(webhook.contentType) },
          { label: 'Signed', value: webhook.hasSecret ? 'yes' : 'no' },
        ]}
      />
      <div id="deliveries" data-live data-waits={waits ? '' : undefined}>
        <Panel title="Deliveries" flush footer={<Pagination info={pagination} noun="deliveries" />}>
          {deliveries.length === 0 ? (
            <EmptyState icon="broadcast" title="Nothing has been sent yet">
              <p>Send a ping to test the receiver.</p>
            </EmptyState>
          ) : (
            <RowList label="Deliveries">
              {deliveries.map((delivery) => (
                <Row
                  key={delivery.id}
                  title={
                    <>
                      <a class="row-link" href={`${one}/deliveries/${delivery.id}`}>
                        {delivery.event}
                      </a>{' '}
                      <StatusLabel status={delivery.status} word={delivery.word} />
                    </>
                  }
                  meta={
                    <>
                      <span>
                        <Time at={delivery.at} />
                      </span>
                      <span>{delivery.outcome}</span>
                      {delivery.nextAt !== null && (
                        <span>
                          Next attempt <Time at={delivery.nextAt} isDue />
                        </span>
                      )}
                    </>
                  }
                />
              ))}
            </RowList>
          )}
        </Panel>
      </div>
      <Confirm
        id="delete-webhook"
        trigger="Delete webhook"
        title="Delete this webhook?"
        action={`${one}/delete`}
        confirm="Delete webhook"
      >
        <p>The receiver gets nothing any more, and the record of deliveries is lost.</p>
      </Confirm>
    </Frame>
  )
}
