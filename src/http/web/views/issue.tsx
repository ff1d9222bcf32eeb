import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { Person, type ShownComment } from '../components/comment-card.tsx'
import { Confirm } from '../components/confirm.tsx'
import { counted } from '../components/counted.ts'
import type { FormErrors } from '../components/form-errors.tsx'
import { LiveNote, ToNewest, threadNewsAt } from '../components/live-note.tsx'
import { Original } from '../components/original.tsx'
import { type PageInfo, Pagination, pageSearch } from '../components/pagination.tsx'
import { SidePart } from '../components/side-part.tsx'
import { type Status, StatusIcon, StatusLabel } from '../components/status-label.tsx'
import { Time } from '../components/time.tsx'
import { foldMentions, Mentions, type ShownEvent, TimelineLine } from '../components/timeline-event.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { type Draft, Reply, Silence, Turn } from './conversation.tsx'
import { type ThreadFacts, ThreadSide } from './thread-side.tsx'

export type ShownItem = { kind: 'comment'; comment: ShownComment } | { kind: 'event'; event: ShownEvent }

/** A pull request that closes it. */
export type ShownCloser = { number: number; title: string; status: Status }

export type IssueProps = {
  chrome: Chrome
  repo: RepoHead
  issue: {
    number: number
    title: string
    isOpen: boolean
    isPinned: boolean
    author: string | null
    elsewhere: string | null
    importedFrom: string | null
    at: string
    comments: number
    tasks: { done: number; total: number }
  }
  opening: ShownComment
  items: readonly ShownItem[]
  pagination: PageInfo
  facts: ThreadFacts
  closers: readonly ShownCloser[]
  draft: Draft
  errors: FormErrors
  can: { speak: boolean; edit: boolean; manage: boolean; delete: boolean }
}

export function IssueView(props: IssueProps) {
  const { chrome, repo, issue, opening, items, can, facts, draft, errors } = props
  const base = repoUrl(repo)
  const at = `${base}/issues/${issue.number}`
  const search = pageSearch(props.pagination.page)
  const talk = { at, search, place: { base, owner: repo.owner, slug: repo.slug }, draft, errors }
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`${issue.title} · #${issue.number}`}>
      <IssueHead {...props} base={base} at={at} />
      <div class="repo-columns">
        <div class="conversation" data-live-at={threadNewsAt(repo, 'issue', issue.number)}>
          <ToNewest info={props.pagination} />
          <div class="conversation-turns">
            <Turn {...talk} comment={opening} />
            <div id="comments" class="conversation-rest">
              {foldMentions(items).map((item) => {
                switch (item.kind) {
                  case 'comment':
                    return <Turn key={item.comment.anchor} {...talk} comment={item.comment} />
                  case 'event':
                    return <TimelineLine key={item.event.id} shown={item.event} base={base} />
                  case 'mentions':
                    return <Mentions key={item.events[0]?.id} events={item.events} base={base} />
                }
              })}
            </div>
            <LiveNote total={props.pagination.total} perPage={props.pagination.perPage} />
          </div>
          <Pagination info={props.pagination} noun="entries" />
          {can.speak ? (
            <Reply {...talk} turn={can.edit ? turnOf(issue) : null} isNext />
          ) : (
            <Silence
              at={at}
              isStranger={chrome.viewer === null}
              isLocked={facts.isLocked}
              isArchived={repo.isArchived}
            />
          )}
        </div>
        <ThreadSide
          kind="issue"
          base={base}
          at={at}
          facts={facts}
          below={props.closers.length > 0 && <Closers {...props} base={base} />}
          buttons={
            facts.choices && (
              <Button size="small" name="set" value={issue.isPinned ? 'unpin' : 'pin'} icon="pin">
                {issue.isPinned ? 'Unpin' : 'Pin'}
              </Button>
            )
          }
          last={can.delete && <Deletion issue={issue} at={at} />}
        />
      </div>
    </RepoFrame>
  )
}

function Closers({ issue, closers, base }: IssueProps & { base: string }) {
  return (
    <SidePart title={issue.isOpen ? 'Will be closed by' : 'Closed by'}>
      <ul role="list" class="side-closing">
        {closers.map(({ number, title, status }) => (
          <li key={number}>
            <StatusIcon status={status} /> <a href={`${base}/pulls/${number}`}>#{number}</a> {title}
          </li>
        ))}
      </ul>
    </SidePart>
  )
}

function Deletion({ issue, at }: Pick<IssueProps, 'issue'> & { at: string }) {
  return (
    <div class="side-part">
      <Confirm
        id="delete-issue"
        trigger="Delete issue"
        triggerIcon="trash"
        title={`Delete #${issue.number}?`}
        action={`${at}/delete`}
        confirm="Delete issue"
      >
        <p>
          It goes for good, with {issue.comments === 0 ? '' : `${counted(issue.comments, 'comment')} and `}everything
          {issue.comments === 0 ? '' : ' else'} in it. To end it and keep what was said, close it instead.
        </p>
      </Confirm>
    </div>
  )
}

function turnOf({ isOpen }: IssueProps['issue']) {
  return isOpen
    ? ({ state: 'closed', icon: 'issue-closed', word: 'Close issue' } as const)
    : ({ state: 'open', icon: 'issue-opened', word: 'Reopen' } as const)
}

function IssueHead({ chrome, issue, can, base, at }: IssueProps & { base: string; at: string }) {
  const { done, total } = issue.tasks
  return (
    <header class="issue-title" id="thread-head" data-live>
      <h1>
        <span class="break">{issue.title}</span> <bdi class="issue-number">#{issue.number}</bdi>
      </h1>
      <div class="page-head-actions">
        {can.edit && (
          <LinkButton href={`${at}?edit=issue`} icon="pencil">
            Edit
          </LinkButton>
        )}
        {chrome.viewer !== null && (
          <LinkButton href={`${base}/issues/new`} icon="plus">
            New issue
          </LinkButton>
        )}
      </div>
      <p class="state-line">
        <StatusLabel status={issue.isOpen ? 'open' : 'closed'} />
        <span>
          <Person username={issue.author} elsewhere={issue.elsewhere} /> opened this <Time at={issue.at} /> ·{' '}
          {counted(issue.comments, 'comment')}
        </span>
        <Original href={issue.importedFrom} />
        {total > 0 && (
          <span class="task-progress">
            <progress value={done} max={total} aria-label="Tasks done" />
            <span>
              {done} of {counted(total, 'task')}
            </span>
          </span>
        )}
      </p>
    </header>
  )
}
