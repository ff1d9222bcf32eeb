/** What a webhook may ask to be told of. `ping` comes when somebody tests one, whether it was asked for or not. */
export const hookEvents = [
  'push',
  'create',
  'delete',
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pipeline',
  'release',
  'ping',
] as const

export type HookEvent = (typeof hookEvents)[number]
