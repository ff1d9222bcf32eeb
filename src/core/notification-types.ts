/**
 * The notification types, and whether each goes out by mail unless the person says otherwise. The last two are for those
 * alone who watch the repository.
 */
export const emailDefaults = {
  pr_assigned: true,
  issue_mentioned: true,
  review_requested: true,
  ci_failed: true,
  ci_succeeded: false,
  pr_commented: true,
  issue_commented: true,
  pr_merged: false,
  pr_closed: false,
  issue_closed: false,
  team_member_added: true,
  repo_access_granted: false,
  issue_assigned: true,
  pr_approved: true,
  pr_changes_requested: true,
  issue_opened: false,
  pr_opened: false,
} as const satisfies Record<string, boolean>

/**
 * A pipeline that passed where the one before it had failed is news. That one more passed is not: it goes to Done as it
 * comes, unless somebody wants them all.
 */
export const inboxChoices = { none: 0, all: 1, news: 2 } as const

/** What of each type comes to the inbox of whoever never chose. */
export function inboxDefault(type: NotificationType): number {
  return type === 'ci_succeeded' ? inboxChoices.news : inboxChoices.all
}

export type NotificationType = keyof typeof emailDefaults

export const notificationTypes = Object.keys(emailDefaults) as readonly NotificationType[]
