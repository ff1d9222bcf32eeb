import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { type Page, type PageRequest } from '../../core/page.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { countReactions, type ReactionCount } from '../reactions/count-reactions.ts'
import { type NamedSource, nameSources } from '../references/name-sources.ts'
import { type ForeignText, renderTexts } from '../references/render-texts.ts'
import type { Comment } from './comment.ts'
import { lastEditors, otherEditor } from './last-editors.ts'
import { openThread, type ThreadRef } from './open-threads.ts'
import { readTimeline, type TimelineItem } from './read-timeline.ts'
import { isMaintainer, mayDelete, mayEdit, mayManage, maySpeak } from './rights.ts'
import { isForeign, type Thread } from './thread.ts'
import type { PastEvent } from './timeline.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'history' | 'kept' | 'markup' | 'objects'>

/** What was said, ready to be shown to one reader. */
export interface ViewedText {
  /** Null where it is empty, or could not be set in time. */
  readonly html: SafeHtml | null
  readonly reactions: readonly ReactionCount[]
  readonly isEdited: boolean
  /** Who changed it last, where that was not its author. */
  readonly editedBy: string | null
  readonly can: { readonly edit: boolean; readonly delete: boolean }
}

export type ViewedItem =
  | (ViewedText & { readonly kind: 'comment'; readonly comment: Comment })
  | { readonly kind: 'event'; readonly event: PastEvent }

export interface ThreadView {
  readonly repo: OpenRepo
  readonly thread: Thread
  readonly opening: ViewedText
  readonly timeline: Page<ViewedItem>
  /** What the events of the timeline name, by its name there. */
  readonly sources: ReadonlyMap<string, NamedSource>
  readonly can: {
    readonly speak: boolean
    readonly edit: boolean
    readonly manage: boolean
    /** All of it, with what others have said. */
    readonly delete: boolean
  }
}

/** A thread with all that a page of it shows. */
export async function viewThread(app: Needs, actor: Actor, ref: ThreadRef, request: PageRequest): Promise<ThreadView> {
  const open = await openThread(app, actor, ref, 'read')
  const { repo, thread } = open
  const timeline = await readTimeline(app, actor, open, request)
  const comments = timeline.items.flatMap((item) => (item.kind === 'comment' ? [item.comment] : []))
  const events = timeline.items.flatMap((item) => (item.kind === 'event' ? [item.event.event] : []))
  const userId = userOf(actor)?.id ?? null
  const keys = [`t${thread.id}`, ...comments.map(({ id }) => `c${id}`)]
  const [html, reactions, editors, sources] = await Promise.all([
    renderTexts(app, actor, repo, [textOf(thread, thread), ...comments.map((comment) => textOf(thread, comment))]),
    countReactions(app, keys, userId),
    lastEditors(app.db, thread.id),
    nameSources(app, actor, repo, events),
  ])
  const mayWrite = userId !== null && !repo.isArchived
  const said = new Map(comments.map((comment, index) => [comment.id, html[index + 1] ?? null]))
  const view = (item: TimelineItem): ViewedItem => {
    if (item.kind === 'event') return item
    const { comment } = item
    return {
      kind: 'comment',
      comment,
      html: said.get(comment.id) ?? null,
      reactions: reactions.get(`c${comment.id}`) ?? [],
      isEdited: comment.updatedAt !== comment.createdAt,
      editedBy: otherEditor(comment.author, editors.get(comment.id)),
      can: {
        edit: mayWrite && mayEdit(repo, userId, comment),
        delete: mayWrite && mayDelete(repo, userId, comment),
      },
    }
  }
  const edit = mayWrite && mayEdit(repo, userId, thread)
  return {
    repo,
    thread,
    opening: {
      html: html[0] ?? null,
      reactions: reactions.get(`t${thread.id}`) ?? [],
      isEdited: editors.has(null),
      editedBy: otherEditor(thread.author, editors.get(null)),
      can: { edit, delete: false },
    },
    timeline: { ...timeline, items: timeline.items.map(view) },
    sources,
    can: {
      speak: mayWrite && maySpeak(repo, thread),
      edit,
      manage: mayWrite && mayManage(repo),
      delete: mayWrite && isMaintainer(repo),
    },
  }
}

function textOf(thread: Thread, written: Pick<Thread, 'author' | 'body'>): string | ForeignText {
  return isForeign(thread, written) ? { foreign: written.body } : written.body
}
