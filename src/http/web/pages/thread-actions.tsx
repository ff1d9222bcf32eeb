import { invalidField } from '../../../core/errors.ts'
import { parseRecordId, type RecordId } from '../../../core/record-id.ts'
import { addReaction, removeReaction } from '../../../features/reactions/react.ts'
import { previewText } from '../../../features/references/preview-text.ts'
import { deleteComment, editComment } from '../../../features/threads/change-comment.ts'
import type { ThreadChanges } from '../../../features/threads/change-thread.ts'
import { forgetHistory } from '../../../features/threads/forget-history.ts'
import type { ThreadRef } from '../../../features/threads/open-threads.ts'
import { itemsAPage, listTimeline } from '../../../features/threads/read-timeline.ts'
import { tickTask } from '../../../features/threads/tick-task.ts'
import { repoUrl } from '../code-urls.ts'
import type { FormErrors } from '../components/form-errors.tsx'
import { pageSearch } from '../components/pagination.tsx'
import { type ShownText, shownText } from '../components/shown-text.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, type PageAnswer, type PageRoute } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import type { ThreadKind } from '../thread-query.ts'
import type { Draft } from '../views/conversation.tsx'
import { orOvertaken, seenOrNot } from './or-overtaken.ts'
import { pickedLabels, pickedPeople } from './thread-choices.ts'
import { emptyDraft } from './thread-page.ts'

export type ThreadCall = RepoCall<'session'>

/** What a page with a conversation shows when a form on it comes back. */
export interface ThreadShown {
  readonly draft?: Draft
  readonly errors?: FormErrors
  readonly status?: number
}

/** What the forms of a conversation need to know of the thing that it is about. */
export interface ThreadDoor {
  readonly kind: ThreadKind
  readonly show: (call: ThreadCall, shown: ThreadShown) => Promise<PageAnswer>
  say(call: ThreadCall, body: string): Promise<unknown>
  update(call: ThreadCall, changes: Omit<ThreadChanges, 'pinned'> & StateChange): Promise<unknown>
  /** What only this kind can be given; false where the form asks for nothing of the sort. */
  set(call: ThreadCall, what: string): Promise<boolean>
}

interface StateChange {
  readonly state?: 'open' | 'closed' | undefined
}

/** Everything that is said and set in an issue and in a pull request alike. */
export function threadActions(door: ThreadDoor): readonly PageRoute[] {
  const at = `/${door.kind}s/:number`
  const ref = (call: ThreadCall): ThreadRef => refOf(call, door.kind)
  const address = (call: ThreadCall): string => `${repoUrl(call.head)}/${door.kind}s/${call.params['number'] ?? ''}`
  return [
    repoPage({
      method: 'POST',
      path: `${at}/comment`,
      right: 'session',
      takes: 'prose',
      handle: (call) => {
        const draft = { ...emptyDraft, body: typed(call) }
        return orPreview(door.show, call, draft, async () => {
          const state = (['closed', 'open'] as const).find((one) => one === call.form.text('state'))
          // A button that closes says enough by itself.
          if (draft.body.trim() !== '' || state === undefined) await door.say(call, draft.body)
          if (state !== undefined) await door.update(call, { state })
          return go(`${address(call)}${await lastPage(call, ref(call))}#reply`)
        })
      },
    }),
    repoPage({
      method: 'POST',
      path: `${at}/edit`,
      right: 'session',
      takes: 'prose',
      handle: (call) => {
        const opening = { anchor: 'opening', title: call.form.text('title'), seen: call.form.text('seen') }
        const draft = { ...emptyDraft, ...opening, body: typed(call) }
        return orPreview(door.show, call, draft, async () => {
          await door.update(call, { title: draft.title, body: draft.body, seen: seenOrNot(draft.seen) })
          return go(`${address(call)}${pageOf(call)}#opening`)
        })
      },
    }),
    repoPage({
      method: 'POST',
      path: `${at}/comments/:id/edit`,
      right: 'session',
      takes: 'prose',
      handle: (call) => {
        const id = call.params['id'] ?? ''
        // Beside the lines that it is about, or in the conversation.
        const from = call.form.text('from')
        const anchor = from === '' ? `comment-${id}` : `said-${id}`
        const draft = { ...emptyDraft, anchor, body: typed(call), seen: call.form.text('seen') }
        return orPreview(door.show, call, draft, async () => {
          const text = { body: draft.body, seen: seenOrNot(draft.seen) }
          await editComment(call.app, call.actor, { ...ref(call), id: parseRecordId(id) }, text)
          return go(`${address(call)}${from === 'files' ? '/files' : ''}${pageOf(call)}#${anchor}`)
        })
      },
    }),
    repoPage({
      method: 'POST',
      path: `${at}/comments/:id/delete`,
      right: 'session',
      handle: async (call) => {
        await deleteComment(call.app, call.actor, { ...ref(call), id: parseRecordId(call.params['id'] ?? '') })
        const next = `${address(call)}${call.query['from'] === 'files' ? '/files' : ''}${pageOf(call)}`
        return done(next, 'The comment was deleted.')
      },
    }),
    ...onTexts(at, 'react', async (call, commentId) => {
      const { app, actor, form } = call
      const target = { ...ref(call), commentId }
      if (form.ticked('remove')) await removeReaction(app, actor, target, form.text('remove'))
      else await addReaction(app, actor, target, form.text('add'))
      return go(`${address(call)}${pageOf(call)}${anchorOf(call)}`)
    }),
    ...onTexts(at, 'forget', async (call, commentId) => {
      await forgetHistory(call.app, call.actor, { ...ref(call), commentId })
      const comment = call.params['id']
      const next = `${address(call)}/history${comment === undefined ? '' : `?comment=${encodeURIComponent(comment)}`}`
      return done(next, 'What it said before was removed.')
    }),
    ...onTexts(at, 'task', (call, commentId) =>
      orErrors(
        async () => {
          await tickTask(call.app, call.actor, { ...ref(call), commentId }, tickOf(call))
          return go(`${address(call)}${pageOf(call)}${anchorOf(call)}`)
        },
        (errors) => go(address(call), { tone: 'danger', text: Object.values(errors).join(' ') }),
      ),
    ),
    repoPage({
      method: 'POST',
      path: `${at}/manage`,
      right: 'session',
      handle: (call) =>
        orErrors(
          async () => {
            const what = call.form.text('set')
            if (!(await door.set(call, what))) await door.update(call, changesOf(call, what))
            return go(address(call))
          },
          (errors) => go(address(call), { tone: 'danger', text: Object.values(errors).join(' ') }),
        ),
    }),
  ]
}

type OnText = (call: ThreadCall, commentId: RecordId | null) => Promise<PageAnswer>

/** The same for what a thread begins with and for each comment. */
function onTexts(at: string, act: string, handle: OnText): readonly PageRoute[] {
  return [
    repoPage({ method: 'POST', path: `${at}/${act}`, right: 'session', handle: (call) => handle(call, null) }),
    repoPage({
      method: 'POST',
      path: `${at}/comments/:id/${act}`,
      right: 'session',
      handle: (call) => handle(call, parseRecordId(call.params['id'] ?? '')),
    }),
  ]
}

export function refOf({ ref, params }: ThreadCall, kind: ThreadKind): ThreadRef {
  return { ...ref, kind, number: params['number'] ?? '' }
}

/** The page that the form was on. */
function pageOf({ page: { page } }: ThreadCall): string {
  return pageSearch(page)
}

function anchorOf({ params }: ThreadCall): string {
  return params['id'] === undefined ? '#opening' : `#comment-${params['id']}`
}

function tickOf({ form }: ThreadCall) {
  const [index, of] = [form.number('task'), form.number('of')]
  if (index === undefined || of === undefined || !(index >= 0)) throw invalidField('task', 'format', 'must be a number')
  return { index, of, isDone: form.ticked('done') }
}

/** Browsers end lines as mail does. */
export function typed({ form }: ThreadCall): string {
  return form.text('body').replaceAll('\r\n', '\n')
}

/** What was written, shown again as it will look or with what is wrong with it; or done. */
export async function orPreview(
  again: ThreadDoor['show'],
  call: ThreadCall,
  draft: Draft,
  work: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const preview = await previewOf(call, draft.body)
  if (preview !== undefined) return again(call, { draft: { ...draft, preview } })
  return orErrors(
    () => orOvertaken(work, (seen, status) => again(call, { draft: { ...draft, ...seen }, status })),
    (errors, kind) => again(call, { draft, errors, status: statusOf(kind) }),
  )
}

/** What it will look like, where that is what the form asks for. */
export async function previewOf({ app, actor, ref, form }: ThreadCall, body: string): Promise<ShownText | undefined> {
  return form.ticked('preview') ? shownText(body, await previewText(app, actor, ref, body)) : undefined
}

/** The page that the last comment is on. */
async function lastPage(call: ThreadCall, ref: ThreadRef): Promise<string> {
  const { total } = await listTimeline(call.app, call.actor, ref, { page: 1, perPage: 1 })
  const last = Math.max(1, Math.ceil(total / itemsAPage))
  return last === 1 ? '' : `?page=${last}`
}

function changesOf({ actor, form }: ThreadCall, what: string): ThreadChanges {
  switch (what) {
    case 'labels':
      return { labels: pickedLabels(form) }
    case 'assignees':
      return { assignees: pickedPeople(form, 'assignee') }
    case 'assign-me':
      return { assignees: { add: [actor.user.username] } }
    case 'milestone':
      return { milestone: form.text('milestone') }
    case 'lock':
      return { locked: true }
    case 'unlock':
      return { locked: false }
    default:
      return {}
  }
}
