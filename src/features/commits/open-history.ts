import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { RepoPath } from '../../core/repo-path.ts'
import { type OpenRevision, openTrusted, requirePath } from '../contents/open-revision.ts'
import type { Trust } from '../refs/resolve-revision.ts'
import { splitRevision } from '../refs/split-revision.ts'
import { getRepo } from '../repos/get-repo.ts'

type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects'>
type OpenHistory = OpenRevision & { readonly path: RepoPath }

/** A ref and a path in one, where the path need not be there any more: what was deleted has a history too. */
export function openHistory(app: Needs, actor: Actor, ref: RepoRef, where: string): Promise<OpenHistory> {
  return openPlace(app, actor, ref, { where })
}

/** The same for whoever reads the commit next. */
export async function openPlace(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  { where, ...trust }: Trust & { readonly where: string },
): Promise<OpenHistory> {
  const split = await splitRevision(app, await getRepo(app, actor, ref), where)
  const path = requirePath(split.path)
  return { ...(await openTrusted(app, actor, ref, { text: split.revision, ...trust })), path }
}
