import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { Attention } from '../../core/attention.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Scope } from '../../core/scopes.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { openThread, type ThreadRef } from '../threads/open-threads.ts'
import { deleteSubscription, findSubscription, type Subject, saveSubscription } from './store.ts'

/** A repository, or one issue or pull request of it. */
export type Followed = { readonly repo: RepoRef } | { readonly thread: ThreadRef }

/** Null: they are told of what concerns them, as everybody is. */
export interface Subscription {
  readonly attention: Attention | null
  readonly createdAt: number | null
}

type Needs = Pick<App, 'db'>

export async function getSubscription(app: Needs, actor: KnownActor, of: Followed): Promise<Subscription> {
  return findSubscription(app.db, actor.user.id, await open(app, actor, of, 'read'))
}

/** One's own mark, as a star is: it may be set in an archived repository too. Null takes it back. */
export async function subscribe(
  app: Needs,
  actor: KnownActor,
  of: Followed,
  attention: Attention | null,
): Promise<Subscription> {
  const subject = await open(app, actor, of, 'write')
  return inTransaction(app, async (tx) => {
    if (attention === null) await deleteSubscription(tx, actor.user.id, subject)
    else await saveSubscription(tx, actor.user.id, subject, attention)
    return findSubscription(tx, actor.user.id, subject)
  })
}

async function open(app: Needs, actor: KnownActor, of: Followed, purpose: 'read' | 'write'): Promise<Subject> {
  if ('repo' in of) {
    const need = { role: 'Reader', scope: `repo:${purpose}`, evenArchived: true } as const
    return { repoId: (await requireRepo(app, actor, of.repo, need)).id }
  }
  const scope: Scope = of.thread.kind === 'issue' ? `issues:${purpose}` : `pulls:${purpose}`
  await requireRepo(app, actor, of.thread, { role: 'Reader', scope, evenArchived: true })
  return { threadId: (await openThread(app, actor, of.thread, 'read')).thread.id }
}
