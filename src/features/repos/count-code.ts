import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { getLanguages, type LanguageShare } from '../contents/get-languages.ts'
import type { OpenPath } from '../contents/open-path.ts'

export interface CodeFacts {
  readonly commits: number
  readonly languages: readonly LanguageShare[]
}

/** What is told about a revision as a whole; in which languages it is written, where its first folder is shown. */
export async function countCode(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>,
  actor: Actor,
  { repo, dir, revision, path }: OpenPath,
): Promise<CodeFacts> {
  const [commits, languages] = await Promise.all([
    app.history.count(dir, revision.sha, {}),
    path === '' ? getLanguages(app, actor, { owner: repo.owner, repo: repo.slug }, revision.name) : [],
  ])
  return { commits, languages }
}
