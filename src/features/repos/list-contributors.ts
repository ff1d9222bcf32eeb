import type { App } from '../../app.ts'
import { inTime } from '../contents/in-time.ts'
import type { OpenRevision } from '../contents/open-revision.ts'

export interface Contributors {
  readonly total: number
  /** Those with the most commits. */
  readonly first: readonly { readonly name: string; readonly commits: number }[]
}

const shown = 8

/** Who wrote what a revision holds. Nobody waits longer than `patienceMs`: null while it is still being counted. */
export async function listContributors(
  app: Pick<App, 'authors'>,
  { dir, revision }: OpenRevision,
  patienceMs: number,
): Promise<Contributors | null> {
  const authors = await inTime(app.authors.of(dir, revision.sha), patienceMs)
  if (authors === null) return null
  return { total: authors.length, first: authors.slice(0, shown).map(({ name, commits }) => ({ name, commits })) }
}
