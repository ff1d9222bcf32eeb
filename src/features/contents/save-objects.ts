import type { App } from '../../app.ts'
import { isDotGitmodules } from '../../core/disguised-names.ts'
import { invalidField } from '../../core/errors.ts'
import { findHostileSubmodule } from '../../git/find-hostile-submodule.ts'
import { GitError, type RepoDir } from '../../git/run-git.ts'
import { type NewObject, writeObjects } from '../../git/write-objects.ts'
import type { WrittenFile } from './apply-operation.ts'

/** Writes what a commit needs. A file that would be refused in a push is refused here too. */
export async function saveObjects(
  app: Pick<App, 'git' | 'objects'>,
  dir: RepoDir,
  objects: readonly NewObject[],
  files: readonly WrittenFile[],
): Promise<void> {
  for (const { path, sha } of files) {
    if (!isDotGitmodules(path.split('/').at(-1) ?? '')) continue
    // One that was only moved here is not among the new ones.
    const file = objects.find((object) => object.sha === sha) ?? (await app.objects.read(dir, sha))
    const hostile = file === null ? null : await findHostileSubmodule(app.git, dir, file.data)
    if (hostile !== null) throw invalidField('content', 'format', hostile)
  }
  try {
    await writeObjects(app.git, dir, objects)
  } catch (error) {
    const refused = error instanceof GitError ? /gitmodules\w*: ([^\n]*)/.exec(error.stderr)?.[1] : undefined
    if (refused === undefined) throw error
    throw invalidField('content', 'format', `git refuses this .gitmodules: ${refused}`)
  }
}
