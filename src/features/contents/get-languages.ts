import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { treeOf } from './find-entry.ts'
import type { LanguageShare } from './language-counts.ts'
import { openRevision } from './open-revision.ts'

/** How much of a revision is written in which language, the largest share first. */
export async function getLanguages(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'languages' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  text: string | undefined,
): Promise<readonly LanguageShare[]> {
  const { dir, revision } = await openRevision(app, actor, ref, text)
  return app.languages.of(dir, await treeOf(app, dir, revision.sha))
}
