import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { RepoPath } from '../../core/repo-path.ts'
import { type OpenRevision, openRevision, requirePath } from '../contents/open-revision.ts'
import type { Trust } from '../refs/resolve-revision.ts'
import { splitRevision } from '../refs/split-revision.ts'
import { getRepo } from '../repos/get-repo.ts'

/** A ref and a path in one, where the path need not be there any more: what was deleted has a history too. */
export async function openHistory(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  where: string,
  trust: Trust = {},
): Promise<OpenRevision & { readonly path: RepoPath }> {
  const split = await splitRevision(app, await getRepo(app, actor, ref), where)
  const path = requirePath(split.path)
  return { ...(await openRevision(app, actor, ref, split.revision, trust)), path }
}
