import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { holdsText } from '../../db/holds-text.ts'
import { openForThreads } from './open-threads.ts'
import type { ThreadKind } from './thread.ts'

const most = 8

/** Labels that a thread can be given, by a part of their name. */
export async function suggestLabels(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef & { readonly kind: ThreadKind },
  text: string,
): Promise<readonly { readonly name: string; readonly description: string }[]> {
  const repo = await openForThreads(app, actor, ref, 'read')
  return app.db
    .selectFrom('labels')
    .select(['name', 'description'])
    .where('repo_id', '=', repo.id)
    .where('type', 'in', [ref.kind, 'any'])
    .where(holdsText(text, 'name_key'))
    .orderBy('name_key')
    .limit(most)
    .execute()
}
