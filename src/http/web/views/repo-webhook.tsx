import { repoUrl } from '../code-urls.ts'
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
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'

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

export type RepoWebhookProps = {
  chrome: Chrome
  repo: RepoHead
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
  pagination: PageInfo
}

export function RepoWebhookView({ chrome, repo, webhook, deliveries, pagination }: RepoWebhookProps) {
  const all = `${repoUrl(repo)}/settings/webhooks`
  const base = `${all}/${webhook.id}`
  return (
    <RepoSettingsFrame
      chrome={chrome}
      repo={repo}
      title="Webhook"
      lead={<code class="break">{webhook.url}</code>}
      actions={
        <>
          <form method="post" action={`${base}/test`}>
            <Button icon="play">Send a ping</Button>
          </form>
          <LinkButton href={`${base}/edit`} icon="pencil">
            Edit
          </LinkButton>
        </>
      }
    >
      {!webhook.isActive && webhook.failures > 0 && (
        <Notice tone="warning">
          It failed {webhook.failures} times in a row and was switched off. Mend the receiver, send a ping, then edit it
          and tick “Active”.
        </Notice>
      )}
      <Facts
        facts={[
          { label: 'State', value: webhook.isActive ? 'Active' : 'Switched off' },
          { label: 'Events', value: webhook.events.join(', ') },
          { label: 'Branches', value: webhook.branchFilter === '' ? 'all' : <code>{webhook.branchFilter}</code> },
          { label: 'Sent as', value: webhook.contentType },
          { label: 'Signed', value: webhook.hasSecret ? 'yes' : 'no' },
        ]}
      />
      <Panel title="Deliveries" flush footer={<Pagination info={pagination} noun="deliveries" />}>
        {deliveries.length === 0 ? (
          <EmptyState icon="broadcast" title="Nothing was sent yet">
            <p>Send a ping to see whether the receiver hears you.</p>
          </EmptyState>
        ) : (
          <RowList label="Deliveries">
            {deliveries.map((one) => (
              <Row
                key={one.id}
                title={
                  <>
                    <a class="row-link" href={`${base}/deliveries/${one.id}`}>
                      {one.event}
                    </a>{' '}
                    <StatusLabel status={one.status} word={one.word} />
                  </>
                }
                meta={
                  <>
                    <span>
                      <Time at={one.at} />
                    </span>
                    <span>{one.outcome}</span>
                    {one.nextAt !== null && (
                      <span>
                        Next try <Time at={one.nextAt} />
                      </span>
                    )}
                  </>
                }
              />
            ))}
          </RowList>
        )}
      </Panel>
      <Confirm
        id="delete-webhook"
        trigger="Delete webhook"
        title="Delete this webhook?"
        action={`${base}/delete`}
        confirm="Delete webhook"
      >
        <p>The receiver is told nothing any more, and the record of what it was sent is gone.</p>
      </Confirm>
    </RepoSettingsFrame>
  )
}
