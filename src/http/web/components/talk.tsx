import { Badge } from './badge.tsx'
import { Button, LinkButton } from './button.tsx'
import { Edited, Person } from './comment-card.tsx'
import { Confirm } from './confirm.tsx'
import { Icon } from './icon.tsx'
import { type ShownText, TextBody } from './shown-text.tsx'
import { Suggestion, type SuggestionLine } from './suggestion.tsx'
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
  /** The page that a form leads back to. */
  from: 'files' | 'conversation'
  /** Beside the lines themselves, they are not named again. */
  inPlace?: boolean | undefined
  /** There are others like it: they can be committed together. */
  isBatch?: boolean | undefined
  /** What was typed as an answer before something came in between, or a comment that is being edited. */
  editing?: { id: string; body: string } | undefined
}

/** A conversation about some lines. Resolved ones are folded away. */
export function Talk(props: TalkProps) {
  const { talk, inPlace = false } = props
  const [first] = talk.comments
  return (
    <article
      class="talk"
      id={first === undefined ? undefined : `comment-${first.id}`}
      aria-label={`About ${talk.path}`}
    >
      <details open={!talk.isResolved || props.editing !== undefined}>
        <summary class="talk-head">
          <Icon name="comment" />
          {inPlace ? (
            <span>{talk.comments.length === 1 ? '1 comment' : `${talk.comments.length} comments`}</span>
          ) : (
            <span class="break">
              <code>{talk.path}</code> {talk.where}
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
            {`${sign} ${text}\n`}
          </code>
        ))}
      </pre>
      <a href={talk.href}>Show in the files</a>
    </div>
  )
}

function Said({ comment, at, from, editing, isBatch = false }: TalkProps & { comment: TalkComment }) {
  const action = `${at}/comments/${comment.id}`
  return (
    <div class="talk-comment" id={`said-${comment.id}`}>
      <div class="talk-byline">
        <Person username={comment.author} />
        <span class="muted">
          <Time at={comment.at} />
        </span>
        {comment.isEdited && <Edited href={`${at}/history?comment=${comment.id}`} by={comment.editedBy} />}
        <div class="talk-tools">
          {comment.can.edit && (
            <LinkButton
              size="small"
              tone="ghost"
              href={`${at}${from === 'files' ? '/files' : ''}?edit=${comment.id}#said-${comment.id}`}
            >
              Edit
            </LinkButton>
          )}
          {comment.can.delete && (
            <Confirm
              id={`delete-${comment.id}`}
              trigger="Delete"
              isBare
              title="Delete this comment?"
              action={`${action}/delete?from=${from}`}
              confirm="Delete comment"
            >
              <p>Its text will be lost.</p>
            </Confirm>
          )}
        </div>
      </div>
      {editing?.id === comment.id ? (
        <form method="post" action={`${action}/edit`} class="form">
          <input type="hidden" name="from" value={from} />
          <textarea
            class="input input-area"
            name="body"
            rows={4}
            aria-label="Comment"
            required
            autofocus
            maxlength={65_536}
          >
            {editing.body.startsWith('\n') ? `\n${editing.body}` : editing.body}
          </textarea>
          <div class="form-actions">
            <Button size="small" tone="primary">
              Save
            </Button>
          </div>
        </form>
      ) : (
        <>
          {comment.parts.map((part, index) =>
            part.kind === 'text' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
              <TextBody key={index} text={part.text} empty="" />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
              <Suggestion key={index} lines={part.lines} />
            ),
          )}
          {comment.can.apply && <Apply action={action} id={comment.id} from={from} isBatch={isBatch} />}
        </>
      )}
    </div>
  )
}

type ApplyProps = { action: string; id: string; from: TalkProps['from']; isBatch: boolean }

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

function Answer({ talk, at, from }: TalkProps) {
  if (!talk.can.answer && !talk.can.resolve) return null
  return (
    <form method="post" action={`${at}/comment-line`} class="form talk-answer">
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="in_reply_to" value={talk.rootId} />
      {talk.can.answer && (
        <textarea
          class="input input-area"
          name="body"
          rows={2}
          aria-label="Reply"
          placeholder="Reply"
          maxlength={65_536}
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
