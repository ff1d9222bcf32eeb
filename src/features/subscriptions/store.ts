import type { Attention } from '../../core/attention.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import type { Subscription } from './subscribe.ts'

export type Subject = { readonly repoId: number } | { readonly threadId: number }

export async function findSubscription(reader: Reader, userId: number, subject: Subject): Promise<Subscription> {
  const [row] = await ('repoId' in subject
    ? ofRepo(reader, { userId, repoId: subject.repoId })
    : ofThread(reader, { userId, threadId: subject.threadId }))
  return { attention: row?.attention ?? null, createdAt: row?.created_at ?? null }
}

const ofRepo = prepared((db, its: { userId: number; repoId: number }) =>
  db
    .selectFrom('repo_subscriptions')
    .select(['attention', 'created_at'])
    .where('user_id', '=', its.userId)
    .where('repo_id', '=', its.repoId),
)

const ofThread = prepared((db, its: { userId: number; threadId: number }) =>
  db
    .selectFrom('thread_subscriptions')
    .select(['attention', 'created_at'])
    .where('user_id', '=', its.userId)
    .where('thread_id', '=', its.threadId),
)

export async function saveSubscription(tx: Tx, userId: number, subject: Subject, attention: Attention): Promise<void> {
  const values = { user_id: userId, attention, created_at: tx.now }
  if ('repoId' in subject) {
    await tx
      .insertInto('repo_subscriptions')
      .values({ ...values, repo_id: subject.repoId })
      .onConflict((oc) => oc.columns(['user_id', 'repo_id']).doUpdateSet({ attention }))
      .execute()
    return
  }
  await tx
    .insertInto('thread_subscriptions')
    .values({ ...values, thread_id: subject.threadId })
    .onConflict((oc) => oc.columns(['user_id', 'thread_id']).doUpdateSet({ attention }))
    .execute()
}

export async function deleteSubscription(tx: Tx, userId: number, subject: Subject): Promise<void> {
  if ('repoId' in subject) {
    await tx
      .deleteFrom('repo_subscriptions')
      .where('user_id', '=', userId)
      .where('repo_id', '=', subject.repoId)
      .execute()
    return
  }
  await tx
    .deleteFrom('thread_subscriptions')
    .where('user_id', '=', userId)
    .where('thread_id', '=', subject.threadId)
    .execute()
}
