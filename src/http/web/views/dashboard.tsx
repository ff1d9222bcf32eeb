import { ActivityList, type ShownActivity } from '../components/activity-list.tsx'
import { Badge } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import type { IconName } from '../components/icon.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { RepoList, type RepoSummary } from '../components/repo-list.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome, Viewer } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { FirstSteps, type FirstStepsDone } from './dashboard-first-steps.tsx'

export type WaitingItem = {
  kind: 'review' | 'failing' | 'failed' | 'mention' | 'approval' | 'assigned'
  title: string
  href: string
  /** `owner/repo#12` or the like. */
  reference: string
  at: string
}

export type Waiting = {
  items: readonly WaitingItem[]
  total: number
  /** Of which kinds there is more than is listed, and where. */
  cut: readonly { kind: 'review' | 'assigned' | 'mention'; total: number; href: string }[]
}

export type DashboardProps = {
  chrome: Chrome & { viewer: Viewer }
  /** Null once the person has put the list away or finished it. */
  firstSteps: FirstStepsDone | null
  waiting: Waiting
  /** What others did in what the person has, watches or starred. */
  activity: readonly ShownActivity[]
  repositories: readonly RepoSummary[]
  /** They are those that the person has starred, not their own. */
  isStarred: boolean
  pagination: PageInfo
  /** Where a repository is made; null while there is no such page. */
  newRepositoryHref: string | null
}

const waitingLooks = {
  review: { icon: 'eye', word: 'Review requested' },
  failing: { icon: 'x-circle', word: 'Checks failing' },
  failed: { icon: 'x-circle', word: 'Failed' },
  mention: { icon: 'mention', word: 'Mentioned' },
  approval: { icon: 'hourglass', word: 'Waiting for approval' },
  assigned: { icon: 'issue-opened', word: 'Assigned' },
} satisfies Record<WaitingItem['kind'], { icon: IconName; word: string }>

export function DashboardView(props: DashboardProps) {
  const { chrome, firstSteps, waiting, newRepositoryHref } = props
  // Whoever has begun looks for what has happened first.
  const isNew = firstSteps?.repository === false
  const steps = firstSteps && <FirstSteps chrome={chrome} done={firstSteps} />
  return (
    <Page chrome={chrome} title="Dashboard">
      <PageHead
        title={isNew ? `Welcome, ${chrome.viewer.username}` : 'Dashboard'}
        actions={
          <>
            <LinkButton href="/issues" icon="issue-opened">
              My issues
            </LinkButton>
            <LinkButton href="/pulls" icon="git-pull-request">
              My pull requests
            </LinkButton>
            <LinkButton href="/new/import" icon="download">
              Import
            </LinkButton>
            {newRepositoryHref !== null && (
              <LinkButton href={newRepositoryHref} tone={firstSteps === null ? 'primary' : 'default'} icon="plus">
                New repository
              </LinkButton>
            )}
          </>
        }
      />
      <div class="two-columns">
        <div class="column-main">
          {/* What somebody else waits for comes before what can be done at any time. */}
          {waiting.total > 0 && <WaitingPanel {...waiting} />}
          {isNew && steps}
          {waiting.total === 0 && <WaitingPanel {...waiting} />}
          <Panel title="Recent activity" flush>
            {props.activity.length === 0 ? (
              <EmptyState icon="eye" title="Nothing yet">
                <p>
                  Watch or star repositories to see here what others open, merge and release.{' '}
                  <a href="/search">Find repositories</a>.
                </p>
              </EmptyState>
            ) : (
              <ActivityList activity={props.activity} />
            )}
          </Panel>
          {!isNew && steps}
        </div>
        <div class="column-side">
          <Repositories {...props} />
        </div>
      </div>
    </Page>
  )
}

const cutWords = {
  review: 'reviews requested',
  assigned: 'issues assigned',
  mention: 'mentions',
} satisfies Record<Waiting['cut'][number]['kind'], string>

function WaitingPanel({ items, total, cut }: Waiting) {
  return (
    <Panel
      title="Waiting for you"
      note={total === 0 ? undefined : total.toLocaleString('en')}
      flush
      footer={
        cut.length > 0 && (
          <p class="waiting-more">
            All of them:{' '}
            {cut.map(({ kind, total: count, href }) => (
              <a key={kind} href={href}>
                {count.toLocaleString('en')} {cutWords[kind]}
              </a>
            ))}
          </p>
        )
      }
    >
      {items.length === 0 ? (
        <EmptyState icon="inbox" title="Nothing is waiting for you">
          <p>
            Review requests, issues assigned to you, your pull requests with failing checks, and mentions appear here.
          </p>
        </EmptyState>
      ) : (
        <RowList label="Waiting for you">
          {items.map((item) => (
            <Row
              key={`${item.kind} ${item.href}`}
              icon={waitingLooks[item.kind].icon}
              title={
                <a class="row-link" href={item.href}>
                  {item.title}
                </a>
              }
              meta={
                <>
                  <Badge tone={item.kind === 'failing' || item.kind === 'failed' ? 'failed' : 'neutral'}>
                    {waitingLooks[item.kind].word}
                  </Badge>
                  <code>{item.reference}</code>
                  <Time at={item.at} />
                </>
              }
            />
          ))}
        </RowList>
      )}
    </Panel>
  )
}

const starredHref = '/dashboard?repositories=starred'

function Repositories({ repositories, isStarred, pagination, newRepositoryHref }: DashboardProps) {
  return (
    <Panel
      title={isStarred ? 'Starred repositories' : 'Your repositories'}
      actions={
        <>
          {isStarred ? <a href="/dashboard">Yours</a> : <a href={starredHref}>Starred</a>}
          <a href="/search">Explore</a>
        </>
      }
      flush
      footer={<Pagination info={pagination} noun="repositories" />}
    >
      {repositories.length > 0 ? (
        <RepoList
          label={isStarred ? 'Starred repositories' : 'Your repositories'}
          repositories={repositories}
          compact
        />
      ) : isStarred ? (
        <EmptyState icon="star" title="You have starred nothing yet">
          <p>Star a repository on its page to find it here again.</p>
        </EmptyState>
      ) : (
        <EmptyState
          icon="repo"
          title="No repositories yet"
          action={newRepositoryHref !== null && <LinkButton href={newRepositoryHref}>Create one</LinkButton>}
        >
          <p>Those you own and those shared with you are listed here, most recently updated first.</p>
        </EmptyState>
      )}
    </Panel>
  )
}
