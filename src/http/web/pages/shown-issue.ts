import type { Thread } from '../../../features/threads/thread.ts'
import type { ShownIssue } from '../components/issue-row.tsx'
import { iso } from './page-info.ts'

/** An issue as lists show it. */
export function shownIssue(thread: Thread): ShownIssue {
  return {
    number: thread.number,
    title: thread.title,
    isOpen: thread.state === 'open',
    author: thread.author?.username ?? null,
    at: iso(thread.createdAt),
    labels: thread.labels,
    assignees: thread.assignees.map(({ username }) => username),
    milestone: thread.milestone?.title ?? null,
    isPinned: thread.pinnedAt !== null,
    comments: thread.commentCount,
  }
}
