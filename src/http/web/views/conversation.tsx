import { Button, DefaultButton, LinkButton } from '../components/button.tsx'
import { CommentCard, type ShownComment } from '../components/comment-card.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import type { IconName } from '../components/icon.tsx'
import { type EditorPlace, MarkdownEditor } from '../components/markdown-editor.tsx'
import { Notice } from '../components/notice.tsx'
import { Overtaken, type OvertakenText, saveWord } from '../components/overtaken.tsx'
import type { ShownText } from '../components/shown-text.tsx'
import { TextField } from '../components/text-field.tsx'

/** A text that is being written: the reply, or what `anchor` names. */
export type Draft = {
  /** `opening`, or the anchor of a comment. */
  anchor: string | null
  title: string
  body: string
  preview: ShownText | undefined
  /** Names the text that this one is made from; '' where it replaces none. */
  seen: string
  /** Somebody else was faster: what it says now. */
  overtaken: OvertakenText | null
}

/** What is said in an issue or a pull request, and what somebody is about to say there. */
export type ConversationProps = {
  /** The address of the thread, and what it says besides of the page that is shown. */
  at: string
  search: string
  place: EditorPlace
  draft: Draft
  errors: FormErrors
}

/** What was said, or the form that changes it. */
export function Turn({ comment, ...props }: ConversationProps & { comment: ShownComment }) {
  if (props.draft.anchor !== comment.anchor) return <CommentCard comment={comment} />
  return (
    <CommentCard comment={{ ...comment, editHref: null, quoteHref: null }}>
      <EditForm {...props} anchor={comment.anchor} />
    </CommentCard>
  )
}

function EditForm({ at, search, place, draft, errors, anchor }: ConversationProps & { anchor: string }) {
  const isOpening = anchor === 'opening'
  const action = isOpening ? `${at}/edit` : `${at}/comments/${anchor.replace('comment-', '')}/edit`
  return (
    <form method="post" action={`${action}${search}`} class="form comment-body">
      <DefaultButton />
      <FormErrorSummary errors={errors} fields={{ title: 'Title', body: { label: 'Text', id: 'edit-body' } }} />
      {draft.overtaken !== null && <Overtaken now={draft.overtaken} />}
      <input type="hidden" name="seen" value={draft.seen} />
      {isOpening && (
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
        required={!isOpening}
        place={place}
        preview={draft.preview}
        autofocus
      />
      <div class="form-actions">
        <Button tone="primary">{saveWord(draft.overtaken)}</Button>
        <LinkButton href={`${at}${search}#${anchor}`}>Cancel</LinkButton>
      </div>
    </form>
  )
}

type ReplyProps = ConversationProps & {
  /** The button that closes or opens it; null for those who may not. */
  turn: { state: 'open' | 'closed'; icon: IconName; word: string } | null
  /** Whether saying something is the one thing to do next. */
  isNext: boolean
}

export function Reply({ at, place, draft, errors, turn, isNext }: ReplyProps) {
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
          place={place}
          preview={isReply ? draft.preview : undefined}
        />
        <div class="form-actions form-actions-end">
          {turn !== null && (
            <Button name="state" value={turn.state} icon={turn.icon}>
              {turn.word}
            </Button>
          )}
          <Button tone={isNext ? 'primary' : 'default'}>Comment</Button>
        </div>
      </form>
    </section>
  )
}

type SilenceProps = { at: string; isStranger: boolean; isLocked: boolean; isArchived: boolean }

/** Why somebody cannot answer. */
export function Silence({ at, isStranger, isLocked, isArchived }: SilenceProps) {
  if (isStranger) {
    return (
      <Notice tone="info" word="Reading.">
        <a href={`/login?redirect_to=${encodeURIComponent(at)}`}>Sign in</a> to take part.
      </Notice>
    )
  }
  if (isArchived) return <Notice tone="info">This repository is archived: nobody can comment any more.</Notice>
  return isLocked ? <Notice tone="info">The conversation is locked: only Developers can comment.</Notice> : null
}
