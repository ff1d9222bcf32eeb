import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import type { OpenPull } from '../pulls/require-pull.ts'
import { renderTexts } from '../references/render-texts.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { lastEditors, otherEditor } from '../threads/last-editors.ts'
import { mayDelete, mayEdit, maySpeak } from '../threads/rights.ts'
import { readPullComments } from './comment-store.ts'
import type { Place, Position, PullComment } from './pull-comment.ts'
import type { PendingComment, Review } from './review.ts'
import { findReview, readPending } from './store.ts'
import { findSuggestion, splitComment } from './suggestion.ts'
import { type SuggestedLine, viewSuggestion } from './view-suggestion.ts'

/** A part of what somebody said, in its order. */
export type SaidPart =
  /** `html` is null where it could not be set in time. */
  | { readonly kind: 'text'; readonly text: string; readonly html: SafeHtml | null }
  | { readonly kind: 'suggestion'; readonly lines: readonly SuggestedLine[] }

export interface ViewedComment {
  readonly comment: PullComment
  /** Who changed it last, where that was not its author. */
  readonly editedBy: string | null
  readonly parts: readonly SaidPart[]
  readonly can: { readonly edit: boolean; readonly delete: boolean; readonly apply: boolean }
}

/** A conversation about some lines. */
export interface Talk {
  /** Of the comment that it began with, which may be gone. */
  readonly rootId: number
  readonly place: Place
  readonly comments: readonly [ViewedComment, ...ViewedComment[]]
  readonly can: { readonly answer: boolean; readonly resolve: boolean }
}

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'history' | 'kept' | 'markup' | 'objects'>

/** All that was said about lines, by conversation, the oldest first. */
export async function viewTalks(
  app: Needs,
  actor: Actor,
  { repo, pull }: OpenPull,
  /** Whether somebody may push to the branch that it comes from. */
  mayPush: boolean,
): Promise<readonly Talk[]> {
  const comments = await readPullComments(app.db, pull.id, { inLines: true })
  const said = comments.map(({ body, place }) => ({ body, position: place?.original ?? null }))
  const [parts, editors] = await Promise.all([takeApart(app, actor, repo, said), lastEditors(app.db, pull.id)])
  const userId = userOf(actor)?.id ?? null
  const mayWrite = userId !== null && !repo.isArchived
  const viewed = comments.flatMap((comment, at) => {
    if (comment.place === null) return []
    const { place } = comment
    const isNow = !place.isOutdated && place.now !== null && place.original.side === 'new'
    const apply = mayPush && isNow && pull.state === 'open' && findSuggestion(comment.body) !== null
    const edit = mayWrite && mayEdit(repo, userId, comment)
    const can = { edit, delete: mayWrite && mayDelete(repo, userId, comment), apply }
    const editedBy = otherEditor(comment.author, editors.get(comment.id))
    return [{ place, one: { comment, editedBy, parts: parts[at] ?? [], can } }]
  })
  const answer = mayWrite && maySpeak(repo, pull)
  return [...Map.groupBy(viewed, ({ place }) => place.rootId)].flatMap(([rootId, all]): Talk[] => {
    const [first, ...rest] = all
    if (first === undefined) return []
    const began = first.one.comment.author?.id
    const resolve = mayWrite && (mayEdit(repo, userId, pull) || (began !== undefined && began === userId))
    const others = rest.map(({ one }) => one)
    return [{ rootId, place: first.place, comments: [first.one, ...others], can: { answer, resolve } }]
  })
}

/** What each of them says: a change that is suggested is shown as one, and the text around it as text. */
async function takeApart(
  app: Needs,
  actor: Actor,
  repo: Repo,
  /** Without a position it is about the whole. */
  said: readonly { readonly body: string; readonly position: Position | null }[],
): Promise<readonly (readonly SaidPart[])[]> {
  const dir = repoDirectory(app.config, repo)
  const plain = await Promise.all(
    said.map(async ({ body, position }): Promise<readonly SaidPart[]> => {
      const split = position === null ? null : splitComment(body)
      const lines = position && split && (await viewSuggestion(app, dir, position, split.suggestion))
      if (split === null || lines === null) return [{ kind: 'text', text: body, html: null }]
      const all: readonly SaidPart[] = [
        { kind: 'text', text: split.before, html: null },
        { kind: 'suggestion', lines },
        { kind: 'text', text: split.after, html: null },
      ]
      return all.filter((part) => part.kind === 'suggestion' || part.text.trim() !== '')
    }),
  )
  const texts = plain.flat().flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const html = await renderTexts(app, actor, repo, texts)
  let at = 0
  return plain.map((one) => one.map((part) => (part.kind === 'text' ? { ...part, html: html[at++] ?? null } : part)))
}

/** A review that the reader has begun and not submitted; null when there is none. */
export async function findOwnPending(
  app: Pick<App, 'db'>,
  actor: Actor,
  { pull }: OpenPull,
): Promise<{ readonly review: Review; readonly comments: readonly PendingComment[] } | null> {
  const user = userOf(actor)
  const review = user === null ? null : await findReview(app.db, pull, user.id, 'pending')
  return review === null ? null : { review, comments: await readPending(app.db, review.id) }
}

/** A comment of a review that was begun, as it will look. */
export interface ViewedPending {
  readonly comment: PendingComment
  readonly parts: readonly SaidPart[]
}

/** What the reader has written for a review and not submitted. */
export async function viewPending(app: Needs, actor: Actor, opened: OpenPull): Promise<readonly ViewedPending[]> {
  const comments = (await findOwnPending(app, actor, opened))?.comments ?? []
  const parts = await takeApart(app, actor, opened.repo, comments)
  return comments.map((comment, at) => ({ comment, parts: parts[at] ?? [] }))
}
