import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { CommentCard, Person, type ShownComment } from '../components/comment-card.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { MarkdownEditor } from '../components/markdown-editor.tsx'
import { Notice } from '../components/notice.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import type { ShownText } from '../components/shown-text.tsx'
import { StatusLabel } from '../components/status-label.tsx'
import { TextField } from '../components/text-field.tsx'
import { Time } from '../components/time.tsx'
import { type ShownEvent, TimelineLine } from '../components/timeline-event.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { IssueSide, type IssueSideProps } from './issue-side.tsx'

export type ShownItem = { kind: 'comment'; comment: ShownComment } | { kind: 'event'; event: ShownEvent }

/** A text that is being written: the reply, or what `anchor` names. */
export type Draft = {
  anchor: string | null
  title: string
  body: string
  preview: ShownText | undefined
}

export type IssueProps = {
  chrome: Chrome
  repo: RepoHead
  issue: { number: number; title: string; isOpen: boolean; isLocked: boolean; author: string | null; at: string }
  opening: ShownComment
  items: readonly ShownItem[]
  comments: number
  pagination: PageInfo
  side: Omit<IssueSideProps, 'base' | 'number'>
  draft: Draft
  errors: FormErrors
  can: { speak: boolean; edit: boolean; manage: boolean }
}

export function IssueView(props: IssueProps) {
  const { chrome, repo, issue, opening, items } = props
  const base = repoUrl(repo)
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`${issue.title} · #${issue.number}`}>
      <header class="issue-title">
        <h1>
          <span class="break">{issue.title}</span> <span class="issue-number">#{issue.number}</span>
        </h1>
        <div class="page-head-actions">
          {props.can.edit && (
            <LinkButton href={`${base}/issues/${issue.number}?edit=issue`} icon="pencil">
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
            <Person username={issue.author} /> opened this <Time at={issue.at} /> ·{' '}
            {props.comments === 1 ? '1 comment' : `${props.comments} comments`}
          </span>
        </p>
      </header>
      <div class="repo-columns">
        <div class="conversation">
          <Turn {...props} comment={opening} />
          <div id="comments" class="conversation-rest">
            {items.map((item) =>
              item.kind === 'comment' ? (
                <Turn key={item.comment.anchor} {...props} comment={item.comment} />
              ) : (
                <TimelineLine key={item.event.id} shown={item.event} base={base} />
              ),
            )}
          </div>
          <Pagination info={props.pagination} noun="entries" />
          <Reply {...props} />
        </div>
        <IssueSide {...props.side} base={base} number={issue.number} />
      </div>
    </RepoFrame>
  )
}

/** What was said, or the form that changes it. */
function Turn({ comment, ...props }: IssueProps & { comment: ShownComment }) {
  if (props.draft.anchor !== comment.anchor) return <CommentCard comment={comment} />
  return (
    <CommentCard comment={{ ...comment, editHref: null, quoteHref: null }}>
      <EditForm {...props} comment={comment} />
    </CommentCard>
  )
}

function EditForm({ repo, issue, draft, errors, comment, opening }: IssueProps & { comment: ShownComment }) {
  const base = repoUrl(repo)
  const at = `${base}/issues/${issue.number}`
  const isIssue = comment.anchor === opening.anchor
  const action = isIssue ? `${at}/edit` : `${at}/comments/${comment.anchor.replace('comment-', '')}/edit`
  return (
    <form method="post" action={action} class="form comment-body">
      <FormErrorSummary errors={errors} fields={{ title: 'Title', body: { label: 'Text', id: 'edit-body' } }} />
      {isIssue && (
        <TextField
          name="title"
          label="Title"
          value={draft.title}
          error={errors['title']}
          maxlength={255}
          autocomplete="off"
          required
        />
      )}
      <MarkdownEditor
        label="Text"
        id="edit-body"
        value={draft.body}
        error={errors['body']}
        rows={10}
        required={!isIssue}
        place={{ base, owner: repo.owner, slug: repo.slug }}
        preview={draft.preview}
        autofocus
      />
      <div class="form-actions">
        <Button tone="primary">Save</Button>
        <LinkButton href={`${at}#${comment.anchor}`}>Cancel</LinkButton>
      </div>
    </form>
  )
}

function Reply({ chrome, repo, issue, draft, errors, can }: IssueProps) {
  const base = repoUrl(repo)
  const at = `${base}/issues/${issue.number}`
  if (!can.speak) return <Silence chrome={chrome} isLocked={issue.isLocked} isArchived={repo.isArchived} at={at} />
  const isReply = draft.anchor === null
  return (
    <section class="reply panel" id="reply" aria-label="Reply">
      <form method="post" action={`${at}/comment`} class="form comment-body">
        {isReply && <FormErrorSummary errors={errors} fields={{ body: { label: 'Comment', id: 'reply-body' } }} />}
        <MarkdownEditor
          label="Comment"
          id="reply-body"
          value={isReply ? draft.body : ''}
          error={isReply ? errors['body'] : undefined}
          rows={6}
          place={{ base, owner: repo.owner, slug: repo.slug }}
          preview={isReply ? draft.preview : undefined}
        />
        <div class="form-actions form-actions-end">
          {can.edit && (
            <Button
              name="state"
              value={issue.isOpen ? 'closed' : 'open'}
              icon={issue.isOpen ? 'issue-closed' : 'issue-opened'}
            >
              {issue.isOpen ? 'Close issue' : 'Open again'}
            </Button>
          )}
          <Button tone="primary">Comment</Button>
        </div>
      </form>
    </section>
  )
}

type SilenceProps = { chrome: Chrome; isLocked: boolean; isArchived: boolean; at: string }

function Silence({ chrome, isLocked, isArchived, at }: SilenceProps) {
  if (chrome.viewer === null) {
    return (
      <Notice tone="info" word="Reading.">
        <a href={`/login?redirect_to=${encodeURIComponent(at)}`}>Sign in</a> to take part.
      </Notice>
    )
  }
  if (isArchived) return <Notice tone="info">This repository is archived: nobody can comment any more.</Notice>
  return isLocked ? <Notice tone="info">The conversation is locked: only Developers can comment.</Notice> : null
}
