import { Button, LinkButton } from '../components/button.tsx'
import { CodeBlock } from '../components/code-block.tsx'
import { Facts } from '../components/facts.tsx'
import { Panel } from '../components/panel.tsx'
import { type Status, StatusLabel } from '../components/status-label.tsx'
import { Time } from '../components/time.tsx'
import type { WebhookPlace } from '../layout/webhook-place.ts'

export type WebhookDeliveryProps = {
  place: WebhookPlace
  webhookId: string
  /** It is about to be sent: the page looks again by itself. */
  waits: boolean
  delivery: {
    id: string
    event: string
    status: Status
    word: string
    at: string
    nextAt: string | null
    /** Why it is not tried again, where that is not what the last attempt says. */
    why: string | null
    redeliveryOf: string | null
    /** Laid out for reading; null until the first try. */
    body: string | null
    tries: readonly {
      number: number
      at: string
      outcome: string
      requestHeaders: string
      responseHeaders: string
      responseBody: string | null
    }[]
  }
}

export function WebhookDeliveryView({ place: { Frame, base }, webhookId, waits, delivery }: WebhookDeliveryProps) {
  const hook = `${base}/${webhookId}`
  return (
    <Frame
      title={`Delivery of ${delivery.event}`}
      actions={
        <>
          <form method="post" action={`${hook}/deliveries/${delivery.id}/redeliver`}>
            <Button icon="sync">Send again</Button>
          </form>
          <LinkButton href={hook}>All deliveries</LinkButton>
        </>
      }
    >
      <Facts
        facts={[
          { label: 'State', value: <State {...delivery} waits={waits} /> },
          ...(delivery.nextAt === null ? [] : [{ label: 'Next attempt', value: <Time at={delivery.nextAt} isDue /> }]),
          { label: 'Delivery', value: <code class="break">{delivery.id}</code> },
          { label: 'Happened', value: <Time at={delivery.at} /> },
          ...(delivery.redeliveryOf === null
            ? []
            : [
                {
                  label: 'Repeats',
                  value: (
                    <a href={`${hook}/deliveries/${delivery.redeliveryOf}`}>
                      <code class="break">{delivery.redeliveryOf}</code>
                    </a>
                  ),
                },
              ]),
        ]}
      />
      {delivery.tries.map((one) => (
        <Panel key={one.number} title={`Attempt ${one.number}: ${one.outcome}`}>
          <div class="attempt">
            <p>
              <Time at={one.at} />
            </p>
            <h3>Request headers</h3>
            <CodeBlock code={one.requestHeaders} label={`request headers, attempt ${one.number}`} />
            {one.responseHeaders !== '' && (
              <>
                <h3>Response headers</h3>
                <CodeBlock code={one.responseHeaders} label={`response headers, attempt ${one.number}`} />
              </>
            )}
            {one.responseBody !== null && one.responseBody !== '' && (
              <>
                <h3>Response body</h3>
                <CodeBlock code={one.responseBody} label={`response body, attempt ${one.number}`} />
              </>
            )}
          </div>
        </Panel>
      ))}
      {delivery.body !== null && (
        <Panel title="Payload">
          <CodeBlock code={delivery.body} label="payload" />
        </Panel>
      )}
    </Frame>
  )
}

type StateProps = Pick<WebhookDeliveryProps['delivery'], 'status' | 'word' | 'why'> & { waits: boolean }

function State({ status, word, why, waits }: StateProps) {
  return (
    <span id="delivery-state" data-live data-waits={waits ? '' : undefined}>
      <StatusLabel status={status} word={word} /> {why}
    </span>
  )
}
