import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { exactTag } from '../../core/ref-name.ts'
import type { RepoRef } from '../../core/repo.ts'
import { listRefNames } from './list-ref-names.ts'
import { listBranches } from './list-refs.ts'

/**
 * What a repository opens with: its default branch, or, where nobody has pushed that one, the first branch or tag there
 * is. Null for a repository without any.
 */
export async function homeRevision(
  app: Pick<App, 'config' | 'db' | 'kept'>,
  actor: Actor,
  ref: RepoRef,
): Promise<string | null> {
  // The default branch comes first, if it is there.
  const { items } = await listBranches(app, actor, ref, { page: 1, perPage: 1 })
  if (items[0] !== undefined) return items[0].name
  const [tag] = (await listRefNames(app, actor, ref)).tags.names
  return tag === undefined ? null : exactTag(tag)
}
