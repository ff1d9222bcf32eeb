import type { App } from '../../app.ts'
import { inTime } from '../contents/in-time.ts'
import type { OpenRevision } from '../contents/open-revision.ts'
import { type Contributor, gatherPeople } from './gather-people.ts'

export interface Contributors {
  readonly total: number
  /** Those with the most commits. */
  readonly first: readonly Omit<Contributor, 'emails'>[]
}

const shown = 8

/** Who wrote what a revision holds. Nobody waits longer than `patienceMs`: null while it is still being counted. */
export async function listContributors(
  app: Pick<App, 'authors' | 'config' | 'db'>,
  { dir, revision }: OpenRevision,
  patienceMs: number,
): Promise<Contributors | null> {
  const authors = await inTime(app.authors.of(dir, revision.sha), patienceMs)
  if (authors === null) return null
  const people = await gatherPeople(app, authors)
  const first = people.slice(0, shown).map(({ name, username, commits }) => ({ name, username, commits }))
  return { total: people.length, first }
}
