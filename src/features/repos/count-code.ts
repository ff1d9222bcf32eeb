import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { getLanguages } from '../contents/get-languages.ts'
import { inTime } from '../contents/in-time.ts'
import type { LanguageShare } from '../contents/language-counts.ts'
import type { OpenPath } from '../contents/open-path.ts'

export interface CodeFacts {
  readonly commits: number
  /** Null while they are being counted. */
  readonly languages: readonly LanguageShare[] | null
}

/**
 * What is told about a revision as a whole; in which languages it is written, where its first folder is shown: nobody
 * waits longer than `patienceMs` for them.
 */
export async function countCode(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'languages' | 'objects'>,
  actor: Actor,
  { repo, dir, revision, path }: OpenPath,
  patienceMs: number,
): Promise<CodeFacts> {
  const [commits, languages] = await Promise.all([
    app.history.count(dir, revision.sha, {}),
    path === ''
      ? inTime(getLanguages(app, actor, { owner: repo.owner, repo: repo.slug }, revision.address), patienceMs)
      : [],
  ])
  return { commits, languages }
}
