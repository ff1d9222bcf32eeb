import { Badge } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { type Status, StatusLabel } from '../components/status-label.tsx'
import { Time } from '../components/time.tsx'
import type { WebhookPlace } from '../layout/webhook-place.ts'
import { eventWords } from './webhook-form.tsx'

export type WebhookRow = {
  id: string
  url: string
  events: readonly string[]
  isActive: boolean
  last: { status: Status; word: string; at: string } | null
}

export type WebhooksProps = {
  place: WebhookPlace
  webhooks: readonly WebhookRow[]
  pagination: PageInfo
}

export function WebhooksView({ place: { Frame, base, hears }, webhooks, pagination }: WebhooksProps) {
  const add = (
    <LinkButton href={`${base}/new`} icon="plus" tone={webhooks.length === 0 ? 'primary' : 'default'}>
      Add webhook
    </LinkButton>
  )
  return (
    <Frame title="Webhooks" lead={hears} actions={webhooks.length === 0 ? undefined : add}>
      <Panel flush footer={<Pagination info={pagination} noun="webhooks" />}>
        {webhooks.length === 0 ? (
          <EmptyState icon="broadcast" title="No webhooks yet" action={add}>
            <p>Add the address of a service to notify about pushes, issues, pull requests or releases.</p>
          </EmptyState>
        ) : (
          <RowList label="Webhooks">
            {webhooks.map((one) => (
              <Row
                key={one.id}
                icon="broadcast"
                title={
                  <>
                    <a class="row-link" href={`${base}/${one.id}`}>
                      <code class="break">{one.url}</code>
                    </a>{' '}
                    {!one.isActive && <Badge icon="circle-slash">Switched off</Badge>}
                  </>
                }
                meta={
                  <>
                    <span>{eventWords(one.events)}</span>
                    {one.last === null ? (
                      <span>Nothing has been sent yet</span>
                    ) : (
                      <span>
                        <StatusLabel status={one.last.status} word={one.last.word} /> <Time at={one.last.at} />
                      </span>
                    )}
                  </>
                }
              />
            ))}
          </RowList>
        )}
      </Panel>
    </Frame>
  )
}
