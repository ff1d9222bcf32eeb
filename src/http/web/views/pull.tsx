import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { CommentCard, type ShownComment } from '../components/comment-card.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { MarkdownEditor } from '../components/markdown-editor.tsx'
import { MergeBox, type MergeBoxProps } from '../components/merge-box.tsx'
import { Notice } from '../components/notice.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { type ReviewVerdict, VerdictLine } from '../components/review-line.tsx'
import type { ShownText } from '../components/shown-text.tsx'
import { type ShownTalk, Talk } from '../components/talk.tsx'
import { TextField } from '../components/text-field.tsx'
import { type ShownEvent, TimelineLine } from '../components/timeline-event.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { pullUrl } from '../pull-urls.ts'
import { PullFrame, type PullHead } from './pull-frame.tsx'
import { PullSide, type PullSideProps } from './pull-side.tsx'

export type ConversationItem =
  | { kind: 'comment'; comment: ShownComment }
  | { kind: 'event'; event: ShownEvent }
  | { kind: 'talk'; talk: ShownTalk }
  | { kind: 'review'; review: ReviewVerdict }

export type PullDraft = {
  /** What is being written: `opening`, the anchor of a comment, or the reply. */
  anchor: string | null
  title: string
  body: string
  preview: ShownText | undefined
}

export type PullProps = {
  chrome: Chrome
  repo: RepoHead
  pull: PullHead
  opening: ShownComment
  items: readonly ConversationItem[]
  pagination: PageInfo
  /** Null when it is not open. */
  merge: Omit<MergeBoxProps, 'at'> | null
  /** Null while it was not merged; the commit otherwise. */
  mergedAs: { sha: string; branch: string } | null
  side: Omit<PullSideProps, 'at'>
  draft: PullDraft
  errors: FormErrors
  isLocked: boolean
  can: { speak: boolean; edit: boolean; reopen: boolean }
}

export function PullView(props: PullProps) {
  const { chrome, repo, pull, items } = props
  const base = repoUrl(repo)
  const at = pullUrl({ ...repo, number: pull.number })
  return (
    <PullFrame chrome={chrome} repo={repo} pull={pull} page="">
      <div class="repo-columns">
        <div class="conversation">
          <Turn {...props} comment={props.opening} at={at} />
          <div class="conversation-rest">
            {items.map((item) => {
              switch (item.kind) {
                case 'comment':
                  return <Turn key={item.comment.anchor} {...props} comment={item.comment} at={at} />
                case 'event':
                  return <TimelineLine key={item.event.id} shown={item.event} base={base} />
                case 'talk':
                  return (
                    <Talk
                      key={item.talk.rootId}
                      talk={item.talk}
                      at={at}
                      from="conversation"
                      editing={editingOf(props)}
                    />
                  )
                case 'review':
                  return <VerdictLine key={item.review.id} review={item.review} at={at} />
              }
            })}
          </div>
          <Pagination info={props.pagination} noun="entries" />
          {props.merge !== null && <MergeBox {...props.merge} at={at} />}
          {props.mergedAs !== null && (
            <Notice tone="success" word="Merged.">
              It went into {props.mergedAs.branch} as{' '}
              <a href={`${base}/commit/${props.mergedAs.sha}`}>
                <code>{props.mergedAs.sha.slice(0, 8)}</code>
              </a>
              .
            </Notice>
          )}
          <Reply {...props} at={at} />
        </div>
        <PullSide {...props.side} at={at} />
      </div>
    </PullFrame>
  )
}

function editingOf({ draft }: PullProps): { id: string; body: string } | undefined {
  const id = draft.anchor?.startsWith('said-') === true ? draft.anchor.slice('said-'.length) : null
  return id === null ? undefined : { id, body: draft.body }
}

/** What was said, or the form that changes it. */
function Turn({ comment, at, ...props }: PullProps & { comment: ShownComment; at: string }) {
  if (props.draft.anchor !== comment.anchor) return <CommentCard comment={comment} />
  return (
    <CommentCard comment={{ ...comment, editHref: null, quoteHref: null }}>
      <EditForm {...props} comment={comment} at={at} />
    </CommentCard>
  )
}

function EditForm({ repo, draft, errors, comment, at }: PullProps & { comment: ShownComment; at: string }) {
  const isPull = comment.anchor === 'opening'
  const action = isPull ? `${at}/edit` : `${at}/comments/${comment.anchor.replace('comment-', '')}/edit`
  return (
    <form method="post" action={action} class="form comment-body">
      <FormErrorSummary errors={errors} fields={{ title: 'Title', body: { label: 'Text', id: 'edit-body' } }} />
      {isPull && (
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
        required={!isPull}
        place={{ base: repoUrl(repo), owner: repo.owner, slug: repo.slug }}
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

function Reply({ chrome, repo, pull, draft, errors, can, isLocked, at }: PullProps & { at: string }) {
  if (!can.speak) return <Silence chrome={chrome} isLocked={isLocked} isArchived={repo.isArchived} at={at} />
  const isReply = draft.anchor === null
  const isOpen = pull.status === 'open' || pull.status === 'draft'
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
          place={{ base: repoUrl(repo), owner: repo.owner, slug: repo.slug }}
          preview={isReply ? draft.preview : undefined}
        />
        <div class="form-actions form-actions-end">
          {can.edit && isOpen && (
            <Button name="state" value="closed" icon="git-pull-request-closed">
              Close
            </Button>
          )}
          {can.edit && pull.status === 'closed' && can.reopen && (
            <Button name="state" value="open" icon="git-pull-request">
              Open again
            </Button>
          )}
          <Button>Comment</Button>
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
