import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseTitle } from '../../core/title.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changeThread } from '../threads/change-thread.ts'
import { followText } from '../threads/follow-text.ts'
import { insertThread, requireThreadById } from '../threads/keep-thread.ts'
import { openForThreads } from '../threads/open-threads.ts'
import { mayManage } from '../threads/rights.ts'
import type { Thread } from '../threads/thread.ts'
import { parseBody } from '../threads/thread-input.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'

export interface NewIssue {
  readonly title: string
  readonly body?: string | undefined
  readonly labels?: readonly string[] | undefined
  readonly assignees?: readonly string[] | undefined
  readonly milestone?: string | number | null | undefined
}

/** Everybody who may read may open one; labels, assignees and milestone of those who may not set them are left out. */
export async function createIssue(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: RepoRef,
  input: NewIssue,
): Promise<Thread> {
  const repo = await openForThreads(app, actor, { ...ref, kind: 'issue' }, 'write')
  const title = parseTitle('title', input.title)
  const body = parseBody(input.body ?? '')
  const by = actor.user.id
  return inTransaction(app, async (tx) => {
    const thread = await insertThread(tx, { repoId: repo.id, kind: 'issue', title, body, author: actor.user })
    const { labels, assignees, milestone } = input
    const isArranged = mayManage(repo) && [labels, assignees, milestone].some((one) => one !== undefined)
    if (isArranged) {
      await changeThread(tx, { repo, thread }, { labels, assignees, milestone }, actor)
    }
    await emitOfThread(tx, { type: 'issue.opened', threadId: thread.id, actorId: by })
    await followText(tx, actor, { repo, thread, commentId: null, text: `${title}\n${body}` })
    return isArranged ? requireThreadById(tx, thread.id) : thread
  })
}
