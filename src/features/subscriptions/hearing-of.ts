import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { takesPart } from './participants-of.ts'
import { findSubscription } from './store.ts'

/** How much somebody is told of a thread, and why: of everything, of nothing, or of what is meant for them alone. */
export type Hearing = 'watching' | 'muted' | 'watches-repo' | 'has-muted-repo' | 'takes-part' | 'usual'

/** What is said about the thread itself goes before what is said about its repository. Null for a stranger. */
export async function hearingOf(
  app: Pick<App, 'db'>,
  actor: Actor,
  { id: threadId, repoId }: { readonly id: number; readonly repoId: number },
): Promise<Hearing | null> {
  const user = userOf(actor)
  if (user === null) return null
  const own = await findSubscription(app.db, user.id, { threadId })
  if (own.attention !== null) return own.attention
  const ofRepo = await findSubscription(app.db, user.id, { repoId })
  if (ofRepo.attention !== null) return ofRepo.attention === 'watching' ? 'watches-repo' : 'has-muted-repo'
  return (await takesPart(app.db, user.id, threadId)) ? 'takes-part' : 'usual'
}
