import type { Role } from './roles.ts'

/** Everything that can happen and that something else may follow from. Ids only: readers load what is true by then. */
export type Event =
  | { readonly type: 'user.registered'; readonly userId: number }
  | { readonly type: 'user.invited'; readonly userId: number }
  | { readonly type: 'user.disabled'; readonly userId: number }
  | {
      readonly type: 'user.deleted'
      readonly ownerUuid: string
      /** Whom its repositories belong to, where they had too much in them to go at once. */
      readonly nobodyId: number | null
      /** Its own, where it had written too much to go at once. */
      readonly leavingId: number | null
    }
  | { readonly type: 'email.changed'; readonly userId: number; readonly oldEmail: string }
  | { readonly type: 'email.change-asked'; readonly userId: number }
  | { readonly type: 'email.verification-asked'; readonly userId: number }
  | { readonly type: 'password.forgotten'; readonly email: string }
  | {
      readonly type: 'repo.deleted'
      readonly repoUuid: string
      /** Where it had too much in it to go at once. */
      readonly buriedId: number | null
    }
  | { readonly type: 'repo.forked'; readonly repoId: number }
  | { readonly type: 'repo.imported'; readonly repoId: number; readonly changes: readonly PushedRef[] }
  | {
      readonly type: 'repo.pushed'
      readonly repoId: number
      readonly pusherId: number | null
      readonly changes: readonly PushedRef[]
      /** It came from the server that is followed, where numbers mean something else. */
      readonly isMirrored?: true
    }
  /** It was let through, and no ref moved: the room that it took is to be counted anew. */
  | { readonly type: 'push.came-to-nothing'; readonly repoId: number }
  /** Something came in by another way than a push. */
  | { readonly type: 'repo.grown'; readonly repoId: number }
  /** What its protected branches ask for is something else from now on. */
  | { readonly type: 'repo.rules-changed'; readonly repoId: number }
  | { readonly type: 'repo.unarchived'; readonly repoId: number }
  | ReleaseEvent
  | { readonly type: 'status.created'; readonly repoId: number; readonly sha: string; readonly statusId: number }
  | PullEvent
  | PipelineEvent
  /** Something that referred to a stored file is gone. */
  | { readonly type: 'blob.released'; readonly repoId: number }
  | { readonly type: 'repo.default-branch-changed'; readonly repoId: number }
  | { readonly type: 'webhook.disabled'; readonly hookId: number }
  /** A repository, shared with a user or a team that could not get at it so far, or not so far. */
  | {
      readonly type: 'repo.shared'
      readonly repoId: number
      readonly granteeId: number
      readonly role: Role
      readonly actorId: number | null
    }
  | { readonly type: 'repo.unshared'; readonly repoId: number; readonly granteeId: number }
  | {
      readonly type: 'team.member-added'
      readonly teamId: number
      readonly userId: number
      readonly role: Role
      readonly actorId: number | null
    }
  | { readonly type: 'team.member-removed'; readonly teamId: number; readonly userId: number }
  | { readonly type: 'team.deleted'; readonly ownerUuid: string }
  | IssueEvent
  | CommentEvent
  /** People were called by name: in a comment, or without one in what the thread itself says. */
  | {
      readonly type: 'thread.mentioned'
      readonly threadId: number
      readonly commentId: number | null
      readonly reviewId?: number
      readonly actorId: number
      readonly userIds: readonly number[]
      /** Those of them who are told without a mail. */
      readonly unmailedIds?: readonly number[]
    }
  /** Somebody is told of something, and wants to hear of it by mail too. */
  | { readonly type: 'notification.to-mail'; readonly notificationId: number }
  | { readonly type: 'account.security-changed'; readonly userId: number; readonly change: SecurityChange }

/** Of a release that the world knows: drafts are told to nobody. */
export type ReleaseEvent = {
  readonly repoId: number
  readonly releaseId: number
  readonly actorId: number | null
} & (
  | { readonly type: 'release.published' | 'release.deleted' }
  | { readonly type: 'release.edited'; readonly changes: ReleaseChanges }
)

/** What was otherwise before, and names of files; absent where it stayed. */
export interface ReleaseChanges {
  readonly tag_name?: { readonly from: string }
  readonly name?: { readonly from: string }
  readonly body?: { readonly from: string }
  readonly draft?: { readonly from: boolean }
  readonly prerelease?: { readonly from: boolean }
  readonly assets?: { readonly added: readonly string[] } | { readonly removed: readonly string[] }
}

type PipelineEventType = 'pipeline.created' | 'pipeline.finished'

type PipelineEvent = {
  [T in PipelineEventType]: {
    readonly type: T
    readonly repoId: number
    readonly pipelineId: number
    readonly status: string
  }
}[PipelineEventType]

/** `actorId`: who did it; null for the service itself. Nobody is told of their own acts. */
interface ByThread {
  readonly threadId: number
  readonly actorId: number | null
}

/** What a text said before; absent where it stayed. */
export interface TextChanges {
  readonly title?: { readonly from: string }
  readonly body?: { readonly from: string }
}

type IssueEventType = 'issue.opened' | 'issue.closed' | 'issue.reopened' | 'issue.deleted'

type EditEventType = 'issue.edited' | 'pull.edited'

/** How a thread was put in its place: who looks after it, under which labels, for when. */
export type Arrangement =
  | {
      readonly change: 'labeled' | 'unlabeled' | 'assigned' | 'unassigned' | 'milestoned' | 'demilestoned'
      /** Of the labels, people or milestone. */
      readonly names: readonly string[]
    }
  | { readonly change: 'locked' | 'unlocked' | 'pinned' | 'unpinned' }

type IssueEvent =
  | { [T in IssueEventType]: ByThread & { readonly type: T } }[IssueEventType]
  | { [T in EditEventType]: ByThread & { readonly type: T; readonly changes: TextChanges } }[EditEventType]
  | (ByThread & {
      readonly type: 'thread.arranged'
      readonly kind: 'issue' | 'pull'
      readonly arrangement: Arrangement
    })

/** `reviewId`: it came with others, as one thing that somebody said. */
type CommentEvent = ByThread & { readonly commentId: number; readonly reviewId?: number } & (
    | { readonly type: 'comment.created' }
    | { readonly type: 'comment.deleted' }
    | { readonly type: 'comment.edited'; readonly from: string }
  )

type PullEventType =
  | 'pull.opened'
  | 'pull.closed'
  | 'pull.reopened'
  | 'pull.merged'
  | 'pull.readied'
  | 'pull.drafted'
  | 'pull.auto-merge-set'
  | 'talk.resolved'

/** Its branch, or where that is to go, was another one before. */
type MovedPullEventType = 'pull.synchronized' | 'pull.retargeted'

/** Somebody is asked for a review, made a reviewer, or need not look any more. */
type ReviewerEventType = 'pull.review-requested' | 'pull.reviewer-assigned' | 'pull.review-withdrawn'

type ReviewEventType = 'review.submitted' | 'review.edited' | 'review.dismissed'

type PullEvent =
  | { [T in PullEventType]: ByThread & { readonly type: T } }[PullEventType]
  | { [T in MovedPullEventType]: ByThread & { readonly type: T; readonly from: string } }[MovedPullEventType]
  | { [T in ReviewEventType]: ByThread & { readonly type: T; readonly reviewId: number } }[ReviewEventType]
  | {
      [T in ReviewerEventType]: ByThread & {
        readonly type: T
        readonly userIds: readonly number[]
        readonly names: readonly string[]
      }
    }[ReviewerEventType]

export interface PushedRef {
  readonly ref: string
  readonly before: string
  readonly after: string
}

export type SecurityChange =
  | 'password-changed'
  | 'two-factor-enabled'
  | 'two-factor-disabled'
  | 'two-factor-reset'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'
  | 'codes-guessed'
  | 'ssh-key-added'
  | 'token-created'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-copied'
  | 'identity-linked'
  | 'identity-unlinked'
  | 'others-shut-out'

export type EventType = Event['type']
