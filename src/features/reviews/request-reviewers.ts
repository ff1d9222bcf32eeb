import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findPullById } from '../pulls/find-pull.ts'
import type { Pull } from '../pulls/pull.ts'
import { openPull, type PullRef } from '../pulls/require-pull.ts'
import { holdThread } from '../threads/keep-thread.ts'
import { mayRead } from '../threads/may-read.ts'
import { requireEditor } from '../threads/rights.ts'
import type { Person } from '../threads/thread.ts'
import { addToTimeline } from '../threads/timeline.ts'
import { findUserByName } from '../users/find-user.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** Asks people for a review, or for another one. By Developers, and by whoever asks for the merge. */
export function requestReviewers(app: Needs, actor: KnownActor, ref: PullRef, names: readonly string[]): Promise<Pull> {
  return change(app, actor, ref, (tx, held) => askByName(tx, held, names, actor.user.id))
}

/** The thread must be held, or new. */
export async function askByName(
  tx: Tx,
  { repo, pull }: { readonly repo: Repo; readonly pull: Pull },
  names: readonly string[],
  by: number,
): Promise<void> {
  const people = await requireReviewers(tx, repo, pull.author, names)
  await askForReviews(tx, pull, people, { by, type: 'pull.review-requested' })
}

/** They need not look at it after all. Naming somebody who was not asked is no mistake. */
export function withdrawReviewers(
  app: Needs,
  actor: KnownActor,
  ref: PullRef,
  names: readonly string[],
): Promise<Pull> {
  return change(app, actor, ref, async (tx, { pull }) => {
    const wanted = new Set(names.map((name) => name.toLowerCase()))
    const gone = pull.requestedReviewers.filter(({ username }) => wanted.has(username.toLowerCase()))
    await withdraw(tx, pull, gone, actor.user.id)
  })
}

async function change(
  app: Needs,
  actor: KnownActor,
  ref: PullRef,
  work: (tx: Tx, held: { readonly repo: Repo; readonly pull: Pull }) => Promise<void>,
): Promise<Pull> {
  const opened = await openPull(app, actor, ref, { to: 'write' })
  requireEditor(opened.repo, actor.user.id, opened.pull)
  return inTransaction(app, async (tx) => {
    const held = await holdThread(tx, opened.pull.id)
    const pull = held === null ? null : await findPullById(tx, opened.pull.id)
    if (pull === null) throw notFound('PULL')
    await work(tx, { repo: opened.repo, pull })
    const after = await findPullById(tx, pull.id)
    if (after === null) throw notFound('PULL')
    return after
  })
}

/** These people and no others are to look at it. The thread must be held. */
export async function assignReviewers(
  tx: Tx,
  { repo, pull }: { readonly repo: Repo; readonly pull: Pull },
  names: readonly string[],
  by: number,
): Promise<void> {
  const people = await requireReviewers(tx, repo, pull.author, names)
  const kept = new Set(people.map(({ id }) => id))
  const gone = pull.requestedReviewers.filter(({ id }) => !kept.has(id))
  await withdraw(tx, pull, gone, by)
  await askForReviews(tx, pull, people, { by, type: 'pull.reviewer-assigned' })
}

/** Whoever was asked already is not asked again. The thread must be held. */
export async function askForReviews(
  tx: Tx,
  pull: Pull,
  people: readonly Person[],
  { by, type }: { readonly by: number | null; readonly type: 'pull.review-requested' | 'pull.reviewer-assigned' },
): Promise<void> {
  const asked = new Set(pull.requestedReviewers.map(({ id }) => id))
  const added = people.filter(({ id }) => !asked.has(id))
  if (added.length === 0) return
  const rows = added.map(({ id }) => ({ thread_id: pull.id, user_id: id, created_at: tx.now }))
  await tx.insertInto('requested_reviewers').values(rows).execute()
  for (const { username } of added) {
    await addToTimeline(tx, { threadId: pull.id, actorId: by, event: { type: 'review-requested', username } })
  }
  await emitOfThread(tx, { type, threadId: pull.id, actorId: by, ...namesOf(added) })
}

async function withdraw(tx: Tx, pull: Pull, people: readonly Person[], by: number): Promise<void> {
  if (people.length === 0) return
  const ids = people.map(({ id }) => id)
  await tx.deleteFrom('requested_reviewers').where('thread_id', '=', pull.id).where('user_id', 'in', ids).execute()
  for (const { username } of people) {
    await addToTimeline(tx, { threadId: pull.id, actorId: by, event: { type: 'review-request-removed', username } })
  }
  await emitOfThread(tx, { type: 'pull.review-withdrawn', threadId: pull.id, actorId: by, ...namesOf(people) })
}

function namesOf(people: readonly Person[]): { userIds: readonly number[]; names: readonly string[] } {
  return { userIds: people.map(({ id }) => id), names: people.map(({ username }) => username) }
}

export async function requireReviewers(
  reader: Reader,
  repo: Repo,
  author: { readonly id: number } | null,
  names: readonly string[],
): Promise<readonly Person[]> {
  const found = new Map<number, Person>()
  for (const name of names) {
    const user = await findUserByName(reader, name)
    // The same words for both: whether somebody exists is theirs to tell.
    if (user === null || !(await mayRead(reader, user, repo))) {
      throw invalidField('reviewers', 'unknown', `${name} cannot review this: there is no user with this name`)
    }
    if (user.id === author?.id) throw invalidField('reviewers', 'same', `${name} wrote it`)
    found.set(user.id, { id: user.id, username: user.username })
  }
  return [...found.values()]
}
