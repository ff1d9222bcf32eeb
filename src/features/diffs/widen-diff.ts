import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { noSha } from '../../core/sha.ts'
import { readBlobPatch } from '../../git/read-blob-patch.ts'
import { getRepo } from '../repos/get-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { FileDiff } from './get-diff.ts'

/** The same change with more lines around it; as it was where that cannot be had. */
export async function widenDiff(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept'>,
  actor: Actor,
  ref: RepoRef,
  { file, context }: { readonly file: FileDiff; readonly context: number },
): Promise<FileDiff> {
  // What is new or gone is shown whole already.
  if (file.oldSha === noSha || file.newSha === noSha || file.oldSha === file.newSha) return file
  const dir = repoDirectory(app.config, await getRepo(app, actor, ref))
  const patch = await readBlobPatch(app, dir, { from: file.oldSha, to: file.newSha }, context)
  return patch === null || patch === '' ? file : { ...file, patch }
}
