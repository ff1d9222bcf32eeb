import { Badge } from './badge.tsx'
import { Button, LinkButton } from './button.tsx'
import { CodeWords, wordsOf } from './code-words.tsx'
import { Edited, Person } from './comment-card.tsx'
import { Confirm } from './confirm.tsx'
import { counted } from './counted.ts'
import { Icon } from './icon.tsx'
import { type EditorPlace, MarkdownEditor } from './markdown-editor.tsx'
import { type ShownText, TextBody } from './shown-text.tsx'
import { Suggestion, type SuggestionLine } from './suggestion.tsx'
import { editHref, pageHref, type TalkDraft, TalkEdit, type TalkPage } from './talk-edit.tsx'
import { Time } from './time.tsx'

export type TalkPart = { kind: 'text'; text: ShownText } | { kind: 'suggestion'; lines: readonly SuggestionLine[] }

export type TalkComment = {
  id: string
  author: string | null
  at: string
  isEdited: boolean
  /** Who changed it last, where that was not its author. */
  editedBy: string | null
  parts: readonly TalkPart[]
  can: { edit: boolean; delete: boolean; apply: boolean }
}

export type ShownTalk = {
  /** Of the comment that an answer names. */
  rootId: string
  path: string
  /** `line 12` or `lines 3–5`, and of which side. */
  where: string
  /** More than the line that it stands under. */
  isStretch: boolean
  /** Leads to the line, where it is shown. */
  href: string
  isOutdated: boolean
  isResolved: boolean
  resolvedBy: string | null
  /** Lines of the patch that it is about; empty beside the patch itself. */
  excerpt: readonly { sign: string; text: string }[]
  comments: readonly TalkComment[]
  can: { answer: boolean; resolve: boolean }
}

type TalkProps = {
  talk: ShownTalk
  /** The address of the pull request. */
  at: string
  page: TalkPage
  place: EditorPlace
  /** Beside the line itself, it is not named again; several are. */
  inPlace?: boolean | undefined
  /** There are others like it: they can be committed together. */
  isBatch?: boolean | undefined
  /** What is being written, here or elsewhere on the page. */
  draft: TalkDraft
}

/** A conversation about some lines. Resolved ones are folded away. */
export function Talk(props: TalkProps) {
  const { talk, draft, inPlace = false } = props
  const isWritten = [answerAnchor(talk), ...talk.comments.map(({ id }) => `said-${id}`)].some(
    (anchor) => anchor === draft.anchor,
  )
  const [first] = talk.comments
  return (
    <article
      class="talk"
      id={first === undefined ? undefined : `comment-${first.id}`}
      aria-label={`About ${talk.path}`}
    >
      <details open={!talk.isResolved || isWritten}>
        <summary class="talk-head">
          <Icon name="comment" />
          {inPlace ? (
            <span>
              {counted(talk.comments.length, 'comment')}
              {talk.isStretch && ` on ${talk.where}`}
            </span>
          ) : (
            <span class="break">
              <code>{wordsOf(talk.path)}</code> {talk.where}
            </span>
          )}
          {talk.isOutdated && <Badge tone="warning">Outdated</Badge>}
          {talk.isResolved && (
            <Badge tone="open" icon="check">
              Resolved
            </Badge>
          )}
        </summary>
        {!inPlace && talk.excerpt.length > 0 && <Excerpt talk={talk} />}
        {talk.comments.map((comment) => (
          <Said key={comment.id} {...props} comment={comment} />
        ))}
        <Answer {...props} />
      </details>
    </article>
  )
}

function Excerpt({ talk }: { talk: ShownTalk }) {
  return (
    <div class="talk-excerpt">
      <pre tabindex={0}>
        {talk.excerpt.map(({ sign, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
          <code key={at} class={sign === '+' ? 'excerpt-add' : sign === '−' ? 'excerpt-remove' : undefined}>
            {`${sign} `}
            <CodeWords text={text} />
            {'\n'}
          </code>
        ))}
      </pre>
      <a href={talk.href}>Show in the files</a>
    </div>
  )
}

function Said({ comment, at, page, place, draft, isBatch = false }: TalkProps & { comment: TalkComment }) {
  const action = `${at}/comments/${comment.id}`
  const anchor = `said-${comment.id}`
  return (
    <div class="talk-comment" id={anchor}>
      <div class="talk-byline">
        <Person username={comment.author} />
        <span class="muted">
          <Time at={comment.at} />
        </span>
        {comment.isEdited && <Edited href={`${at}/history?comment=${comment.id}`} by={comment.editedBy} />}
        <div class="talk-tools">
          {comment.can.edit && (
            <LinkButton size="small" tone="ghost" href={editHref(at, page, comment.id, anchor)}>
              Edit
            </LinkButton>
          )}
          {comment.can.delete && (
            <Confirm
              id={`delete-${comment.id}`}
              trigger="Delete"
              isBare
              title="Delete this comment?"
              action={`${action}/delete?from=${page.from}`}
              confirm="Delete comment"
            >
              <p>Its text will be lost.</p>
            </Confirm>
          )}
        </div>
      </div>
      {draft.anchor === anchor ? (
        <TalkEdit
          action={`${action}/edit`}
          page={page}
          cancelHref={`${pageHref(at, page)}#${anchor}`}
          place={place}
          draft={draft}
        />
      ) : (
        <>
          <SaidParts parts={comment.parts} />
          {comment.can.apply && <Apply action={action} id={comment.id} from={page.from} isBatch={isBatch} />}
        </>
      )}
    </div>
  )
}

export function SaidParts({ parts }: { parts: readonly TalkPart[] }) {
  return (
    <>
      {parts.map((part, index) =>
        part.kind === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
          <TextBody key={index} text={part.text} empty="" />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
          <Suggestion key={index} lines={part.lines} />
        ),
      )}
    </>
  )
}

type ApplyProps = { action: string; id: string; from: TalkPage['from']; isBatch: boolean }

/** Commits what is suggested, alone or together with others; whoever suggested it is named in the commit. */
function Apply({ action, id, from, isBatch }: ApplyProps) {
  return (
    <div class="suggestion-apply">
      <form method="post" action={`${action}/apply`}>
        <input type="hidden" name="from" value={from} />
        <Button size="small" icon="git-commit">
          Commit suggestion
        </Button>
      </form>
      {isBatch && (
        // Belongs to the form of all that are ticked, wherever that stands.
        <label class="talk-batch">
          <input type="checkbox" name="id" value={id} form="suggestions" />
          <span>with others</span>
        </label>
      )}
    </div>
  )
}

function answerAnchor({ rootId }: ShownTalk): string {
  return `answer-${rootId}`
}

/** The tools of its editor come when somebody begins to write: a page may have many of them. */
function Answer({ talk, at, page, place, draft }: TalkProps) {
  if (!talk.can.answer && !talk.can.resolve) return null
  const anchor = answerAnchor(talk)
  const begun = draft.anchor === anchor ? draft : undefined
  return (
    <form method="post" action={`${at}/comment-line${page.search}`} class="form talk-answer" id={anchor}>
      <input type="hidden" name="from" value={page.from} />
      <input type="hidden" name="in_reply_to" value={talk.rootId} />
      {talk.can.answer && (
        <MarkdownEditor
          label="Reply"
          isLabelHidden
          id={`${anchor}-body`}
          placeholder="Reply"
          value={begun?.body ?? ''}
          error={begun?.error}
          preview={begun?.preview}
          rows={2}
          place={place}
        />
      )}
      <div class="form-actions">
        {talk.can.answer && <Button size="small">Reply</Button>}
        {talk.can.resolve && (
          <Button size="small" tone="ghost" name="settle" value={talk.isResolved ? 'unresolve' : 'resolve'}>
            {talk.isResolved ? 'Unresolve' : 'Resolve'}
          </Button>
        )}
        {talk.isResolved && talk.resolvedBy !== null && <span class="muted">Resolved by {talk.resolvedBy}</span>}
      </div>
    </form>
  )
}

/** Commits all the suggestions that are ticked on the page at once. */
export function SuggestionBatch({ at, count }: { at: string; count: number }) {
  if (count < 2) return null
  return (
    <form method="post" action={`${at}/suggestions`} id="suggestions" class="panel suggestion-batch">
      <Icon name="git-commit" />
      <span>{count} suggestions can be committed. Select those to commit together.</span>
      <Button size="small">Commit selected</Button>
    </form>
  )
}
