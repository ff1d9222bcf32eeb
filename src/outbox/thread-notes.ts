import type { Arrangement, Event } from '../core/events.ts'
import type { HookEvent } from '../core/hook-events.ts'

type ThreadHookEvent = Extract<HookEvent, 'issues' | 'issue_comment' | 'pull_request' | 'pull_request_review'>

/** What receivers outside hear of an issue or a pull request. */
export interface ThreadNote {
  readonly event: ThreadHookEvent
  readonly action: string
  readonly threadId: number
  readonly senderId: number | null
  readonly changes: object | null
  /** The issue, comment and so on as it was then; whoever queues the note puts it in. */
  readonly records?: object | null
}

/** Which event is told as what: of those that are about an issue or a pull request by themselves. */
const told = {
  'issue.opened': ['issues', 'opened'],
  'issue.edited': ['issues', 'edited'],
  'issue.closed': ['issues', 'closed'],
  'issue.reopened': ['issues', 'reopened'],
  'issue.deleted': ['issues', 'deleted'],
  'comment.created': ['issue_comment', 'created'],
  'comment.edited': ['issue_comment', 'edited'],
  'comment.deleted': ['issue_comment', 'deleted'],
  'pull.opened': ['pull_request', 'opened'],
  'pull.edited': ['pull_request', 'edited'],
  'pull.closed': ['pull_request', 'closed'],
  'pull.reopened': ['pull_request', 'reopened'],
  'pull.merged': ['pull_request', 'merged'],
  'pull.synchronized': ['pull_request', 'synchronized'],
  'pull.retargeted': ['pull_request', 'edited'],
  'pull.readied': ['pull_request', 'ready_for_review'],
  'pull.drafted': ['pull_request', 'converted_to_draft'],
  'pull.auto-merge-set': ['pull_request', 'auto_merge_enabled'],
  'pull.review-requested': ['pull_request', 'review_requested'],
  'pull.reviewer-assigned': ['pull_request', 'review_requested'],
  'pull.review-withdrawn': ['pull_request', 'review_request_removed'],
  'review.submitted': ['pull_request_review', 'submitted'],
  'review.edited': ['pull_request_review', 'edited'],
  'review.dismissed': ['pull_request_review', 'dismissed'],
} as const satisfies Readonly<Record<string, readonly [ThreadHookEvent, string]>>

type Told = Extract<Event, { type: keyof typeof told }>

export function threadNoteOf(event: Event): ThreadNote | null {
  if (!isTold(event)) return null
  const [name, action] = told[event.type]
  return { event: name, action, threadId: event.threadId, senderId: event.actorId, changes: changesOf(event) }
}

function isTold(event: Event): event is Told {
  return event.type in told
}

/** What was otherwise before. */
function changesOf(event: Told): object | null {
  switch (event.type) {
    case 'issue.edited':
    case 'pull.edited':
      return event.changes
    case 'comment.edited':
      return { body: { from: event.from } }
    case 'pull.synchronized':
      return { head_sha: { from: event.from } }
    case 'pull.retargeted':
      return { target_branch: { from: event.from } }
    case 'pull.review-requested':
    case 'pull.reviewer-assigned':
      return { requested_reviewers: { added: event.names } }
    case 'pull.review-withdrawn':
      return { requested_reviewers: { removed: event.names } }
    default:
      return null
  }
}

type Arranged = Extract<Event, { type: 'thread.arranged' }>

export function arrangedAs({ kind, threadId, actorId: senderId, arrangement }: Arranged): ThreadNote {
  const event = kind === 'issue' ? 'issues' : 'pull_request'
  return { event, action: arrangement.change, threadId, senderId, changes: namesOf(arrangement) }
}

const fields = {
  labeled: ['labels', 'added'],
  unlabeled: ['labels', 'removed'],
  assigned: ['assignees', 'added'],
  unassigned: ['assignees', 'removed'],
  milestoned: ['milestone', 'added'],
  demilestoned: ['milestone', 'removed'],
} as const

function namesOf(arrangement: Arrangement): object | null {
  if (!('names' in arrangement)) return null
  const [field, way] = fields[arrangement.change]
  return { [field]: { [way]: arrangement.names } }
}
