import type { Sha } from '../core/sha.ts'
import { changedPaths } from './changed-paths.ts'
import { differingFiles } from './differing-files.ts'
import type { ObjectStore } from './object-store.ts'
import { parseCommit } from './parse-commit.ts'
import type { Git, RepoDir } from './run-git.ts'

/**
 * Every path that differs between two commits, a renamed file under both its names. Where they differ in little no git is
 * started. Null where there are more than git can tell.
 */
export async function pathsBetween(
  { git, objects }: { readonly git: Git; readonly objects: ObjectStore },
  dir: RepoDir,
  from: Sha,
  to: Sha,
): Promise<readonly string[] | null> {
  const [before, after] = await Promise.all([treeOf(objects, dir, from), treeOf(objects, dir, to)])
  const few = before === null || after === null ? null : await differingFiles(objects, dir, before, after)
  if (few === null) return changedPaths(git, dir, from, to)
  return few.map(({ path }) => Buffer.from(path, 'latin1').toString('utf8'))
}

async function treeOf(objects: ObjectStore, dir: RepoDir, commit: Sha): Promise<Sha | null> {
  const object = await objects.read(dir, commit)
  return object?.type === 'commit' ? parseCommit(object.data).tree : null
}
