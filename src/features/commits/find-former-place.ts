import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import { findRenames } from '../../git/find-renames.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { Commit } from './list-commits.ts'

/** Where the history of a file or a folder goes on under another name. */
export interface FormerPlace {
  readonly sha: Sha
  readonly path: string
}

/** Asked about the first commit that touched a path: null where what is there began with it. */
export async function findFormerPlace(
  app: Pick<App, 'git' | 'kept'>,
  dir: RepoDir,
  { path, first }: { readonly path: string; readonly first: Commit },
): Promise<FormerPlace | null> {
  const [sha] = first.parents
  if (path === '' || sha === undefined) return null
  for (const [old, now] of await findRenames(app, dir, sha, first.sha)) {
    const former = formerOf(path, old, now)
    if (former !== null) return { sha, path: former }
  }
  return null
}

/** A folder was renamed where a file of it kept its name in it. */
function formerOf(path: string, old: string, now: string): string | null {
  if (now === path) return old
  if (!now.startsWith(`${path}/`)) return null
  const rest = now.slice(path.length)
  const folder = old.endsWith(rest) ? old.slice(0, -rest.length) : ''
  return folder === '' || folder === path ? null : folder
}
