import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { ThreadNote } from '../../outbox/thread-notes.ts'
import { showPublicSource } from '../pulls/show-source.ts'
import { describeRepo, describeSender } from './describe-repo.ts'
import type { ThreadRecords } from './emit-of-thread.ts'

/** What happened in an issue or a pull request; null when it was gone before anybody could look. */
export async function describeThread(
  app: Pick<App, 'db' | 'records'>,
  repo: Repo,
  note: Omit<ThreadNote, 'records'> & { readonly records: ThreadRecords | null },
): Promise<object | null> {
  const { action, records, changes, senderId } = note
  if (records === null) return null
  return {
    action,
    repository: describeRepo(app, repo),
    sender: await describeSender(app, senderId),
    ...show(app, records),
    ...(changes === null ? {} : { changes }),
  }
}

function show({ records: present }: Pick<App, 'records'>, records: ThreadRecords): object {
  if ('issue' in records) {
    const { issue, comment } = records
    return { issue: present.issue(issue), ...(comment === null ? {} : { comment: present.comment(comment) }) }
  }
  const { pull, comment, review } = records
  return {
    // Where it goes is up to whoever set the webhook up, and they need not be allowed to read the fork.
    pull_request: present.pull(showPublicSource(pull)),
    ...(comment === null ? {} : { comment: present.pullComment(comment) }),
    ...(review === null ? {} : { review: present.review(review) }),
  }
}
