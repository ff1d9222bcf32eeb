import { iso } from '../../../core/iso-time.ts'
import type { Pull } from '../../../features/pulls/pull.ts'
import type { PullStand } from '../../../features/pulls/stand-of-pulls.ts'
import { countTasks } from '../../../features/threads/tasks.ts'
import type { Thread } from '../../../features/threads/thread.ts'
import type { ListedThread } from '../components/thread-row.tsx'
import { authorElsewhere } from './author-elsewhere.ts'
import { sourceName, statusOfPull } from './shown-pull.ts'

/** An issue as lists show it. */
export function listedIssue(thread: Thread): ListedThread {
  const { done, total } = countTasks(thread.body)
  return {
    number: thread.number,
    title: thread.title,
    status: thread.state,
    author: thread.author?.username ?? null,
    elsewhere: authorElsewhere(thread),
    at: iso(thread.createdAt),
    labels: thread.labels,
    assignees: thread.assignees.map(({ username }) => username),
    milestone: thread.milestone?.title ?? null,
    comments: thread.commentCount,
    tasks: total === 0 ? null : { done, total },
    pull: null,
  }
}

export function listedPull(pull: Pull, stand: PullStand | undefined): ListedThread {
  return {
    ...listedIssue(pull),
    status: statusOfPull(pull),
    pull: {
      review: stand?.review ?? 'required',
      status: stand?.status ?? null,
      source: sourceName(pull),
      target: pull.targetBranch,
      reviewers: pull.requestedReviewers.map(({ username }) => username),
    },
  }
}
