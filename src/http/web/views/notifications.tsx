import { Button, LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import type { IconName } from '../components/icon.tsx'
import { SideNav } from '../components/nav-items.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'
import type { NotificationType } from './notification-types.ts'

export type NotificationRow = {
  id: number
  type: NotificationType
  /** What happened, in a sentence. */
  sentence: string
  title: string
  path: string
  at: string
  isRead: boolean
}

export type NotificationsProps = {
  chrome: Chrome
  /** Null: of every kind. */
  type: NotificationType | null
  onlyUnread: boolean
  filters: readonly { label: string; href: string; current: boolean }[]
  notifications: readonly NotificationRow[]
  pagination: PageInfo
  /** The address of this list, to come back to. */
  here: string
}

const icons: Record<NotificationType, IconName> = {
  pr_assigned: 'person-add',
  issue_mentioned: 'mention',
  review_requested: 'eye',
  ci_failed: 'x-circle',
  ci_succeeded: 'check-circle',
  pr_commented: 'comment',
  issue_commented: 'comment',
  pr_merged: 'git-merge',
  pr_closed: 'git-pull-request-closed',
  issue_closed: 'issue-closed',
  team_member_added: 'people',
  repo_access_granted: 'repo',
}

export function NotificationsView(props: NotificationsProps) {
  const { chrome, notifications, pagination, onlyUnread, type } = props
  return (
    <Page chrome={chrome} title="Notifications" crumbs={[{ label: 'Notifications' }]}>
      <div class="with-side-nav">
        <SideNav label="Which ones" items={props.filters} path={chrome.path} />
        <div class="side-content">
          <PageHead
            title="Notifications"
            actions={
              <>
                <form method="post" action="/notifications/read-all">
                  <Button icon="check">Mark all as read</Button>
                </form>
                <LinkButton href="/settings/notifications" icon="gear">
                  Settings
                </LinkButton>
              </>
            }
          />
          <Panel flush footer={<Pagination info={pagination} noun="notifications" />}>
            {notifications.length === 0 ? (
              <EmptyState icon="bell" title={onlyUnread || type !== null ? 'Nothing here' : 'Nothing happened yet'}>
                <p>You are told when somebody asks you for a review, mentions you, or answers you.</p>
              </EmptyState>
            ) : (
              <RowList label="Notifications">
                {notifications.map((one) => (
                  <NotificationItem key={one.id} one={one} here={props.here} />
                ))}
              </RowList>
            )}
          </Panel>
        </div>
      </div>
    </Page>
  )
}

function NotificationItem({ one, here }: { one: NotificationRow; here: string }) {
  const read = `/notifications/${one.id}/read`
  return (
    <Row
      icon={icons[one.type]}
      title={
        <a
          class={one.isRead ? 'row-link is-read' : 'row-link'}
          href={one.path}
          data-read={one.isRead ? undefined : read}
        >
          {!one.isRead && <span class="sr-only">Unread: </span>}
          {one.title}
        </a>
      }
      meta={
        <>
          <span>{one.sentence}</span>
          <span>
            <Time at={one.at} />
          </span>
        </>
      }
      actions={
        !one.isRead && (
          <form method="post" action={read}>
            <input type="hidden" name="here" value={here} />
            <Button size="small" label={`Mark as read: ${one.title}`}>
              Mark as read
            </Button>
          </form>
        )
      }
    />
  )
}
