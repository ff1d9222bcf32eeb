/** The events, grouped as a reader thinks of them. */
export const notificationGroups = [
  {
    title: 'Requests and mentions',
    types: [
      {
        type: 'review_requested',
        label: 'Review requested',
        when: 'Somebody asks you for a review, or a pull request changes files you are a code owner of',
      },
      {
        type: 'pr_assigned',
        label: 'Assigned as reviewer',
        when: 'Somebody edits the reviewers of a pull request and adds you',
      },
      { type: 'issue_assigned', label: 'Assigned', when: 'Somebody assigns an issue or a pull request to you' },
      {
        type: 'issue_mentioned',
        label: 'Mentioned',
        when: 'Somebody mentions you or a team of yours in an issue, a pull request or a comment',
      },
    ],
  },
  {
    title: 'Pull requests and issues you opened, take part in or watch',
    types: [
      { type: 'pr_commented', label: 'Comment on a pull request', when: 'Somebody comments on it or its files' },
      { type: 'issue_commented', label: 'Comment on an issue', when: 'Somebody comments on it' },
      { type: 'pr_approved', label: 'Pull request approved', when: 'Somebody approves it' },
      { type: 'pr_changes_requested', label: 'Changes requested', when: 'Somebody requests changes to it' },
      { type: 'pr_merged', label: 'Pull request merged', when: 'It is merged' },
      { type: 'pr_closed', label: 'Pull request closed', when: 'It is closed without a merge' },
      { type: 'issue_closed', label: 'Issue closed', when: 'It is closed' },
    ],
  },
  {
    title: 'Repositories you watch',
    types: [
      { type: 'issue_opened', label: 'Issue opened', when: 'Somebody opens one there' },
      { type: 'pr_opened', label: 'Pull request opened', when: 'Somebody opens one there' },
    ],
  },
  {
    title: 'Pipelines',
    types: [
      {
        type: 'ci_failed',
        label: 'Pipeline failed',
        when: 'One that your push started fails, or a scheduled one where you are a Maintainer',
      },
      { type: 'ci_succeeded', label: 'Pipeline passed', when: 'Each one that your push started and that passes' },
    ],
  },
  {
    title: 'Access',
    types: [
      { type: 'team_member_added', label: 'Added to a team', when: 'You become a member of a team' },
      {
        type: 'repo_access_granted',
        label: 'Repository shared',
        when: 'You get access to a repository, directly or through a team',
      },
    ],
  },
] as const

export type NotificationType = (typeof notificationGroups)[number]['types'][number]['type']
