import { Button, LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import type { IconName } from '../components/icon.tsx'
import { Icon } from '../components/icon.tsx'
import { SideNav } from '../components/nav-items.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { SelectAll, SelectedCount, SelectRow } from '../components/select-rows.tsx'
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
  /** `ada/anvil`; empty where it is about none. */
  repo: string
  at: string
  isRead: boolean
}

type Filter = { label: string; href: string; current: boolean }

export type NotificationsProps = {
  chrome: Chrome
  shown: 'unread' | 'all' | 'done'
  filters: readonly Filter[]
  notifications: readonly NotificationRow[]
  pagination: PageInfo
  /** The address of this list, to come back to. */
  here: string
  /** Every box is ticked to begin with: for whoever has no script to tick them. */
  allSelected: boolean
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
  issue_assigned: 'person',
  pr_approved: 'check-circle',
  pr_changes_requested: 'x-circle',
  issue_opened: 'issue-opened',
  pr_opened: 'git-pull-request',
}

/** In the hues of their states. */
const hues: Partial<Record<NotificationType, string>> = {
  ci_failed: 'status-failed',
  ci_succeeded: 'status-open',
}

export function NotificationsView(props: NotificationsProps) {
  const { chrome, notifications, pagination } = props
  return (
    <Page chrome={chrome} title="Notifications" crumbs={[{ label: 'Notifications' }]}>
      <div class="with-side-nav">
        <SideNav label="Which ones" items={props.filters} path={chrome.path} liveId="inbox-filters" />
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
          <div id="inbox" class="inbox" data-live data-rows data-inbox>
            {notifications.length === 0 ? (
              <div class="panel">
                <Nothing {...props} />
              </div>
            ) : (
              <>
                <Selection {...props} />
                {groupsOf(notifications).map(([repo, some]) => (
                  <Group key={repo} {...props} repo={repo} some={some} />
                ))}
              </>
            )}
            <Pagination info={pagination} noun="notifications" />
          </div>
          {notifications.length > 0 && (
            <p class="inbox-keys keys-hint muted">
              <kbd>j</kbd> <kbd>k</kbd> to move, <kbd>o</kbd> to open, <kbd>e</kbd> to mark it as done, <kbd>u</kbd> to
              mark it as read or unread; <kbd>x</kbd> to select, <kbd>a</kbd> to select all, then <kbd>e</kbd>,{' '}
              <kbd>r</kbd> or <kbd>u</kbd> to mark all of them as done, read or unread
            </p>
          )}
        </div>
      </div>
    </Page>
  )
}

const marks = [
  { mark: 'read', word: 'Read', icon: 'check', shortcut: 'r' },
  { mark: 'unread', word: 'Unread', icon: 'circle', shortcut: 'u' },
  { mark: 'done', word: 'Done', icon: 'archive', shortcut: 'e' },
] as const

const selectionForm = 'selected-notifications'

/** What is done to all that are ticked. The boxes belong to this form and stand in their rows, which have one of their own. */
function Selection({ pagination, here }: NotificationsProps) {
  return (
    <form id={selectionForm} method="post" action="/notifications/selected" class="selection panel" data-selection>
      <input type="hidden" name="here" value={here} />
      <div class="selection-head">
        <SelectAll info={pagination} />
        <SelectedCount />
      </div>
      <div class="selection-actions" role="group" aria-label="Mark selected">
        <span class="selection-word" aria-hidden="true">
          Mark as
        </span>
        {marks.map(({ mark, word, icon, shortcut }) => (
          <Button
            key={mark}
            size="small"
            name="mark"
            value={mark}
            icon={icon}
            label={`Mark as ${mark}`}
            shortcut={shortcut}
          >
            {word}
          </Button>
        ))}
      </div>
    </form>
  )
}

/** By repository, the one with the newest first. */
function groupsOf(rows: readonly NotificationRow[]): readonly (readonly [string, readonly NotificationRow[]])[] {
  return [...Map.groupBy(rows, ({ repo }) => repo)]
}

type GroupProps = NotificationsProps & { repo: string; some: readonly NotificationRow[] }

function Group({ repo, some, here, allSelected }: GroupProps) {
  return (
    <section class="panel" aria-label={repo === '' ? 'About you' : repo}>
      <header class="panel-head inbox-head">
        <h2>{repo === '' ? 'About you' : <a href={`/${repo}`}>{repo}</a>}</h2>
      </header>
      <ul class="rows" role="list">
        {some.map((one) => (
          <Item key={one.id} one={one} here={here} selected={allSelected} />
        ))}
      </ul>
    </section>
  )
}

function Item({ one, here, selected }: { one: NotificationRow; here: string; selected: boolean }) {
  const at = `/notifications/${one.id}`
  return (
    <li class={one.isRead ? 'row inbox-row' : 'row inbox-row is-unread'} data-row={one.id}>
      <SelectRow name="id" value={one.id} label={one.title} checked={selected} form={selectionForm} />
      <Icon name={icons[one.type]} class={`inbox-icon ${hues[one.type] ?? ''}`.trim()} />
      <div class="row-main">
        <div class="row-title">
          <a
            class={one.isRead ? 'row-link is-read' : 'row-link'}
            href={one.path}
            data-row-link
            data-read={one.isRead ? undefined : `${at}/read`}
          >
            {!one.isRead && <span class="sr-only">Unread: </span>}
            {one.title}
          </a>
        </div>
        <div class="row-meta">
          <span>{one.sentence}</span>
          <span>
            <Time at={one.at} />
          </span>
        </div>
      </div>
      <form method="post" action={`${at}/read`} class="inbox-actions">
        <input type="hidden" name="here" value={here} />
        <Mark
          at={`${at}/${one.isRead ? 'unread' : 'read'}`}
          icon={one.isRead ? 'circle' : 'check'}
          label={`${one.isRead ? 'Mark as unread' : 'Mark as read'}: ${one.title}`}
          shortcut="u"
        />
        <Mark at={`${at}/done`} icon="archive" label={`Done: ${one.title}`} shortcut="e" />
      </form>
    </li>
  )
}

type MarkProps = { at: string; icon: IconName; label: string; shortcut: string }

function Mark({ at, icon, label, shortcut }: MarkProps) {
  return (
    <button
      type="submit"
      class="icon-link"
      formaction={at}
      aria-label={label}
      title={label.split(':', 1)[0]}
      data-key={shortcut}
    >
      <Icon name={icon} />
    </button>
  )
}

function Nothing({ shown, filters }: NotificationsProps) {
  const isPlain = filters.some(({ current, href }) => current && href === '/notifications')
  return (
    <EmptyState icon="bell" title={isPlain && shown === 'unread' ? 'You are all caught up' : 'Nothing here'}>
      <p>You are notified when somebody requests your review, mentions you, or replies to you.</p>
      <p>Watch a repository to be notified about everything there.</p>
    </EmptyState>
  )
}
