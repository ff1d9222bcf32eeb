/** What a webhook may ask to be told of. `ping` comes when somebody tests one, whatever it asks for. */
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
] as const

export type HookEvent = (typeof hookEvents)[number] | 'ping'
