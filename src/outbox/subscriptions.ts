import type { Event, EventType } from '../core/events.ts'

/** "What happens when…": one row an event. A job without a handler stops the start. */
export const subscriptions = {
  'user.registered': ['mail.verify-email'],
  'user.invited': ['mail.invitation'],
  'user.disabled': ['pipelines.end-of'],
  'user.deleted': ['files.purge', 'repo.purge', 'account.purge', 'blobs.collect'],
  'email.changed': ['mail.verify-email', 'mail.address-changed'],
  'email.change-asked': ['mail.verify-email', 'mail.address-change-asked'],
  'email.verification-asked': ['mail.verify-email'],
  'password.forgotten': ['mail.reset-password'],
  'account.security-changed': ['mail.security-notice'],
  'push.came-to-nothing': ['repo.measure'],
  'repo.grown': ['repo.measure'],
  'repo.rules-changed': ['pulls.follow-rules'],
  'repo.unarchived': ['pulls.follow-unarchived'],
  'repo.default-branch-changed': ['pipelines.plan-schedules'],
  'repo.pushed': ['repo.maintain', 'pulls.follow', 'issues.follow-push', 'sbom.scan'],
  'repo.imported': ['repo.maintain', 'sbom.scan'],
  'repo.deleted': ['files.purge', 'repo.purge', 'blobs.collect'],
  'repo.forked': ['repo.maintain', 'repo.measure'],
  'release.published': [],
  'release.edited': [],
  'release.deleted': [],
  'status.created': ['pulls.auto-merge'],
  'pipeline.created': ['pipelines.withdraw-overtaken'],
  'pipeline.finished': ['notify'],
  'pull.opened': ['pulls.check', 'pipelines.follow-pull', 'notify'],
  'pull.edited': [],
  'pull.closed': ['notify', 'pipelines.follow-pull'],
  'pull.reopened': ['pulls.check', 'pipelines.follow-pull'],
  'pull.merged': ['notify', 'pulls.close-issues', 'pipelines.follow-pull'],
  'pull.synchronized': ['pipelines.follow-pull'],
  'pull.retargeted': ['pulls.check', 'pipelines.follow-pull'],
  'pull.readied': ['pulls.check'],
  'pull.drafted': [],
  'pull.auto-merge-set': ['pulls.check'],
  'review.submitted': ['pulls.check', 'notify'],
  'review.edited': [],
  'review.dismissed': ['pulls.check'],
  'pull.review-requested': ['notify'],
  'pull.reviewer-assigned': ['notify'],
  'pull.review-withdrawn': [],
  'blob.released': ['blobs.collect'],
  'webhook.disabled': ['mail.webhook-disabled'],
  'notification.to-mail': ['mail.notification'],
  'repo.shared': ['notify'],
  'repo.unshared': [],
  'team.member-added': ['notify'],
  'team.member-removed': [],
  'team.deleted': ['files.purge'],
  'issue.opened': ['notify'],
  'issue.edited': [],
  'issue.closed': ['notify'],
  'issue.reopened': [],
  'issue.deleted': ['attachments.sweep'],
  'thread.arranged': ['notify'],
  'comment.created': ['notify'],
  'comment.edited': [],
  // The last of a conversation takes it along: a merge may have waited for that one.
  'comment.deleted': ['pulls.check'],
  'talk.resolved': ['pulls.check'],
  'thread.mentioned': ['notify'],
} as const satisfies Record<EventType, readonly string[]>

type Subscriptions = typeof subscriptions

export type JobName = Subscriptions[EventType][number]

/** The events that a job may be made from, which is what its payload can be. */
export type EventOf<J extends JobName> = {
  [E in EventType]: J extends Subscriptions[E][number] ? Extract<Event, { type: E }> : never
}[EventType]

export const jobNames: readonly JobName[] = [...new Set(Object.values(subscriptions).flat())]
