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

export type NotificationType = keyof typeof emailDefaults

export const notificationTypes = Object.keys(emailDefaults) as readonly NotificationType[]
