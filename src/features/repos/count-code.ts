import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { getLanguages } from '../contents/get-languages.ts'
import { inTime } from '../contents/in-time.ts'
import type { LanguageShare } from '../contents/language-counts.ts'
import type { OpenPath } from '../contents/open-path.ts'

export interface CodeFacts {
  /** Null while they are being counted, and for a folder below the first. */
  readonly commits: number | null
  /** Null while they are being counted. None for a commit by its id: whoever opens one wants its files. */
  readonly languages: readonly LanguageShare[] | null
}

/**
 * What is told about a revision as a whole, where its first folder is shown: how many commits it has, and in which languages
 * it is written. Nobody waits longer than `patienceMs`.
 */
export async function countCode(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'languages' | 'objects'>,
  actor: Actor,
  { repo, dir, revision, path }: OpenPath,
  patienceMs: number,
): Promise<CodeFacts> {
  if (path !== '') return { commits: null, languages: [] }
  const [commits, languages] = await Promise.all([
    inTime(app.history.count(dir, revision.sha, {}), patienceMs),
    revision.kind === 'commit'
      ? []
      : inTime(getLanguages(app, actor, { owner: repo.owner, repo: repo.slug }, revision.address), patienceMs),
  ])
  return { commits, languages }
}
