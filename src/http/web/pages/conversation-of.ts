import { iso } from '../../../core/iso-time.ts'
import type { ReviewView } from '../../../features/reviews/read-reviews.ts'
import type { Talk } from '../../../features/reviews/view-talks.ts'
import type { ThreadView } from '../../../features/threads/view-thread.ts'
import type { ReviewVerdict } from '../components/review-line.tsx'
import { shownText } from '../components/shown-text.tsx'
import type { ShownTalk } from '../components/talk.tsx'
import type { ConversationItem } from '../views/pull.tsx'
import { shownItem } from './shown-thread.tsx'

interface Parts {
  readonly at: string
  readonly thread: ThreadView
  readonly reviews: readonly ReviewView[]
  readonly talks: readonly Talk[]
  readonly show: (talk: Talk) => ShownTalk
}

/**
 * One page of the conversation in its order: what was said and what happened, conversations about lines where they
 * began, and verdicts. What answers in such a conversation stands there and nowhere else.
 */
export function conversationOf({ at, thread, reviews, talks, show }: Parts): readonly ConversationItem[] {
  const { items, page, perPage, total } = thread.timeline
  const talkOf = new Map(talks.flatMap((talk) => talk.comments.map(({ comment }) => [comment.id, talk])))
  const shown = shownItem(thread, at)
  const timed = items.flatMap((item): { time: number; item: ConversationItem }[] => {
    if (item.kind === 'event') return [{ time: item.event.createdAt, item: shown(item) }]
    const talk = talkOf.get(item.comment.id)
    if (talk === undefined) return [{ time: item.comment.createdAt, item: shown(item) }]
    if (talk.comments[0].comment.id !== item.comment.id) return []
    return [{ time: item.comment.createdAt, item: { kind: 'talk', talk: show(talk) } }]
  })
  const from = page === 1 ? 0 : (timed[0]?.time ?? 0)
  const until = page * perPage >= total ? Number.POSITIVE_INFINITY : (timed.at(-1)?.time ?? 0)
  const verdicts = reviews.flatMap((review) => {
    const time = review.submittedAt ?? review.createdAt
    const item = { kind: 'review', review: verdictOf(review) } as const
    return time >= from && time <= until ? [{ time, item }] : []
  })
  // A verdict before the comments that came with it.
  const order = { review: 0, event: 1, comment: 1, talk: 2 }
  return [...timed, ...verdicts]
    .toSorted((a, b) => a.time - b.time || order[a.item.kind] - order[b.item.kind])
    .map(({ item }) => item)
}

function verdictOf(review: ReviewView): ReviewVerdict {
  return {
    id: review.uuid,
    author: review.author?.username ?? null,
    state: review.state === 'pending' ? 'commented' : review.state,
    at: iso(review.submittedAt ?? review.createdAt),
    text: review.body.trim() === '' ? null : shownText(review.body, review.html),
    isStale: review.isStale,
    dismissed: review.dismissedAt === null ? null : { by: review.dismissedBy?.username ?? null, why: review.dismissal },
    canDismiss: review.can.dismiss,
    canEdit: review.can.edit,
  }
}
