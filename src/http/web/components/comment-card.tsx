import type { ComponentChildren } from 'preact'
import { avatarUrl } from '../../avatar-url.ts'
import { Avatar } from './avatar.tsx'
import { Badge } from './badge.tsx'
import { Icon } from './icon.tsx'
import { Reactions, type ShownReaction } from './reactions.tsx'
import { type ShownText, TextBody } from './shown-text.tsx'
import { Time } from './time.tsx'

export type ShownComment = {
  /** `comment-…`: what links point to. */
  anchor: string
  /** Null when the account is gone. */
  author: string | null
  /** Who wrote it on another server, and where. */
  elsewhere: string | null
  isThreadAuthor: boolean
  at: string
  text: ShownText
  reactions: readonly ShownReaction[]
  reactAt: string | null
  /** Where ticking a task is sent to; null for those who may not. */
  taskAt: string | null
  /** Where to see what it was before; null where it was never changed. */
  historyHref: string | null
  /** Who changed it last, where that was not its author. */
  editedBy: string | null
  /** Each null for those who may not. */
  quoteHref: string | null
  editHref: string | null
  deleteForm: ComponentChildren
}

type CommentCardProps = {
  comment: ShownComment
  /** Stands in place of what was said while it is being edited. */
  children?: ComponentChildren
}

/** One turn in a conversation. */
export function CommentCard({ comment, children }: CommentCardProps) {
  const { author, elsewhere } = comment
  return (
    <article class="comment" id={comment.anchor} aria-label={`Comment by ${author ?? elsewhere ?? 'a deleted user'}`}>
      {author === null ? <Icon name="person" class="comment-face" /> : <Face username={author} />}
      <div class="panel comment-sheet">
        <header class="comment-head">
          <p class="comment-byline">
            <Person username={author} elsewhere={elsewhere} />
            <a class="quiet-link muted" href={`#${comment.anchor}`}>
              <Time at={comment.at} />
            </a>
            {comment.historyHref !== null && <Edited href={comment.historyHref} by={comment.editedBy} />}
            {comment.isThreadAuthor && <Badge>Author</Badge>}
          </p>
          <div class="comment-actions">
            <CopyLink anchor={comment.anchor} />
            {comment.quoteHref !== null && <Action href={comment.quoteHref} icon="quote" label="Quote in a reply" />}
            {comment.editHref !== null && <Action href={comment.editHref} icon="pencil" label="Edit" />}
            {comment.deleteForm}
          </div>
        </header>
        {children ?? (
          <div class="comment-body" data-tasks={comment.taskAt ?? undefined}>
            <TextBody text={comment.text} empty="No description." />
            <Reactions reactions={comment.reactions} action={comment.reactAt} />
          </div>
        )}
      </div>
    </article>
  )
}

function Face({ username }: { username: string }) {
  return (
    <a class="comment-face" href={`/${username}`} tabIndex={-1} aria-hidden="true">
      <Avatar src={avatarUrl(username)} size={32} />
    </a>
  )
}

/** The script puts the address of the page before it. */
function CopyLink({ anchor }: { anchor: string }) {
  return (
    <button
      type="button"
      class="icon-link copy-link"
      data-copy={`#${anchor}`}
      aria-label="Copy link"
      title="Copy link"
      hidden
    >
      <Icon name="link" class="copy-icon" />
      <Icon name="check" class="copied-icon" />
      <span class="sr-only" role="status" data-copy-status />
    </button>
  )
}

function Action({ href, icon, label }: { href: string; icon: 'pencil' | 'quote'; label: string }) {
  return (
    <a class="icon-link" href={href} aria-label={label} title={label}>
      <Icon name={icon} />
    </a>
  )
}

/** Leads to what it said before. */
export function Edited({ href, by }: { href: string; by: string | null }) {
  return (
    <a class="quiet-link muted" href={href}>
      {by === null ? 'edited' : `edited by ${by}`}
    </a>
  )
}

export function Person({ username, elsewhere = null }: { username: string | null; elsewhere?: string | null }) {
  if (username === null) return <span class="muted break">{elsewhere ?? 'a deleted user'}</span>
  return (
    <a class="person-link" href={`/${username}`}>
      {username}
    </a>
  )
}
