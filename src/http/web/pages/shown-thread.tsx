import { iso } from '../../../core/iso-time.ts'
import { shortSha } from '../../../core/sha.ts'
import type { Closer } from '../../../features/pulls/list-closers.ts'
import type { Comment } from '../../../features/threads/comment.ts'
import type { Thread } from '../../../features/threads/thread.ts'
import type { TimelineEvent } from '../../../features/threads/timeline.ts'
import type { ThreadView, ViewedItem } from '../../../features/threads/view-thread.ts'
import { commitUrl, repoUrl } from '../code-urls.ts'
import type { ShownComment } from '../components/comment-card.tsx'
import { Confirm } from '../components/confirm.tsx'
import { pageSearch } from '../components/pagination.tsx'
import { shownText } from '../components/shown-text.tsx'
import type { ShownSource } from '../components/timeline-event.tsx'
import type { ShownCloser, ShownItem } from '../views/issue.tsx'
import { authorElsewhere } from './author-elsewhere.ts'

/** A hundred of them may stand on a page, and a line in a timeline says what it is about. */
const longestTitle = 200

/** `at` is the address of the thread. */
export function shownOpening({ thread, opening, can }: ThreadView, at: string): ShownComment {
  return {
    anchor: 'opening',
    author: thread.author?.username ?? null,
    elsewhere: authorElsewhere(thread),
    isThreadAuthor: false,
    at: iso(thread.createdAt),
    text: shownText(thread.body, opening.html),
    reactions: opening.reactions,
    reactAt: can.speak ? `${at}/react` : null,
    taskAt: opening.can.edit ? `${at}/task` : null,
    historyHref: opening.isEdited ? `${at}/history` : null,
    editedBy: opening.editedBy,
    quoteHref: can.speak && thread.body.trim() !== '' ? `${at}?quote=issue#reply` : null,
    editHref: opening.can.edit ? `${at}?edit=issue#opening` : null,
    deleteForm: null,
  }
}

function isThreadAuthor(thread: Thread, { author, authorElsewhere: name }: Comment): boolean {
  return author === null ? name !== null && name === thread.elsewhere?.author : author.id === thread.author?.id
}

/** What is done to a comment leads back to the page that it is on. */
export function shownItem(
  view: ThreadView,
  at: string,
  closers: readonly Closer[] = [],
): (item: ViewedItem) => ShownItem {
  const search = pageSearch(view.timeline.page)
  const asking = search === '' ? '?' : `${search}&`
  return (item) => {
    if (item.kind === 'event') {
      const { uuid: id, actor, createdAt, event } = item.event
      const source = sourceOf(view, event, closers)
      return { kind: 'event', event: { id, actor: actor?.username ?? null, at: iso(createdAt), event, source } }
    }
    const { comment } = item
    const anchor = `comment-${comment.uuid}`
    return {
      kind: 'comment',
      comment: {
        anchor,
        author: comment.author?.username ?? null,
        elsewhere: authorElsewhere(view.thread, comment.authorElsewhere),
        isThreadAuthor: isThreadAuthor(view.thread, comment),
        at: iso(comment.createdAt),
        text: shownText(comment.body, item.html),
        reactions: item.reactions,
        reactAt: view.can.speak ? `${at}/comments/${comment.uuid}/react${search}` : null,
        taskAt: item.can.edit ? `${at}/comments/${comment.uuid}/task${search}` : null,
        historyHref: item.isEdited ? `${at}/history?comment=${comment.uuid}` : null,
        editedBy: item.editedBy,
        quoteHref: view.can.speak ? `${at}${asking}quote=${comment.uuid}#reply` : null,
        editHref: item.can.edit ? `${at}${asking}edit=${comment.uuid}#${anchor}` : null,
        deleteForm: item.can.delete && (
          <DeleteComment id={comment.uuid} action={`${at}/comments/${comment.uuid}/delete${search}`} />
        ),
      },
    }
  }
}

function sourceOf(
  { repo, sources }: ThreadView,
  event: TimelineEvent,
  closers: readonly Closer[],
): ShownSource | undefined {
  if (event.type === 'closed' && event.pull === undefined) {
    // Its commit may be the one that merged a pull request: whichever of the two came first has closed it.
    const pull = closers.find((one) => one.isMerged && one.mergeCommitSha === event.commitSha)
    return pull && { ...shownCloser(pull), name: `#${pull.number}`, href: `${repoUrl(repo)}/pulls/${pull.number}` }
  }
  const name = event.type === 'closed' ? event.pull : event.type === 'referenced' ? event.source : undefined
  const source = name === undefined ? undefined : sources.get(name)
  if (name === undefined || source === undefined) return undefined
  if (source.kind === 'commit') {
    const sha = name.slice(name.indexOf('@') + 1)
    const [line = ''] = source.message.trim().split('\n', 1)
    const title = line.length > longestTitle ? `${line.slice(0, longestTitle)}…` : line
    return { name: shortSha(sha), title: title || '(no message)', href: commitUrl(repo, sha), status: null }
  }
  const { number, kind, state, title, repo: home } = source.thread
  return {
    name: home.id === repo.id ? `#${number}` : `${home.owner}/${home.slug}#${number}`,
    title,
    href: `${repoUrl(home)}/${kind}s/${number}`,
    status: kind === 'issue' || state === 'merged' ? state : state === 'open' ? 'pull' : 'pull-closed',
  }
}

export function shownCloser({ number, title, isMerged, isDraft }: Closer): ShownCloser {
  return { number, title, status: isMerged ? 'merged' : isDraft ? 'draft' : 'pull' }
}

function DeleteComment({ id, action }: { id: string; action: string }) {
  return (
    <Confirm
      id={`delete-${id}`}
      trigger="Delete"
      isBare
      title="Delete this comment?"
      action={action}
      confirm="Delete comment"
    >
      <p>Its text, its edit history and all reactions will be lost.</p>
    </Confirm>
  )
}

/** What a reply begins with. */
export function quoted(body: string): string {
  const lines = body.trim().split('\n').slice(0, 200)
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`
}
