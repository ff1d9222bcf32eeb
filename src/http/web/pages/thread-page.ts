import type { App } from '../../../app.ts'
import type { Actor } from '../../../core/actor.ts'
import type { RepoRef } from '../../../core/repo.ts'
import { hearingOf } from '../../../features/subscriptions/hearing-of.ts'
import { listParticipants } from '../../../features/threads/list-participants.ts'
import { nameText } from '../../../features/threads/name-text.ts'
import type { Thread } from '../../../features/threads/thread.ts'
import type { ThreadView } from '../../../features/threads/view-thread.ts'
import type { Draft } from '../views/conversation.tsx'
import type { ThreadFacts } from '../views/thread-side.tsx'
import { quoted } from './shown-thread.tsx'
import { choicesOf } from './thread-choices.ts'

interface Call {
  readonly app: App
  readonly actor: Actor
  readonly ref: RepoRef
  readonly chrome: { readonly viewer: { readonly username: string } | null }
}

/** What stands beside every conversation. */
export async function factsOf(call: Call, thread: Thread, mayManage: boolean): Promise<ThreadFacts> {
  const { app } = call
  const [choices, participants, hearing] = await Promise.all([
    mayManage ? choicesOf(call, thread.kind) : null,
    listParticipants(app, thread),
    hearingOf(app, call.actor, thread),
  ])
  return {
    labels: thread.labels,
    assignees: thread.assignees.map(({ username }) => username),
    milestone: thread.milestone && { id: thread.milestone.uuid, title: thread.milestone.title },
    participants,
    isLocked: thread.isLocked,
    hearing,
    choices,
  }
}

export const emptyDraft: Draft = {
  anchor: null,
  title: '',
  body: '',
  preview: undefined,
  seen: '',
  overtaken: null,
}

/** `?edit=` and `?quote=` name a comment, or the whole: forms to begin with, also without a script. */
export function draftOf(
  query: Readonly<Record<string, string>>,
  { thread, timeline, opening, can }: ThreadView,
): Draft {
  const found = (id: string | undefined) =>
    timeline.items.find((item) => item.kind === 'comment' && item.comment.uuid === id)
  const [edit, quote] = [query['edit'], query['quote']]
  if ((edit === 'issue' || edit === 'pull') && opening.can.edit) {
    return { ...emptyDraft, anchor: 'opening', title: thread.title, body: thread.body, seen: nameText(thread) }
  }
  const edited = found(edit)
  if (edited?.kind === 'comment' && edited.can.edit) {
    const { uuid, body } = edited.comment
    return { ...emptyDraft, anchor: `comment-${uuid}`, body, seen: nameText({ body }) }
  }
  if (!can.speak) return emptyDraft
  if (quote === 'issue') return { ...emptyDraft, body: quoted(thread.body) }
  const answered = found(quote)
  return answered?.kind === 'comment' ? { ...emptyDraft, body: quoted(answered.comment.body) } : emptyDraft
}
