import type { App } from '../../app.ts'
import { countWeeks, weeks } from '../../git/commit-weeks.ts'
import { inTime } from '../contents/in-time.ts'
import type { OpenRevision } from '../contents/open-revision.ts'
import { gatherPeople } from './gather-people.ts'

export interface Activity {
  /** When each week began, in milliseconds; the oldest first. */
  readonly weeks: readonly number[]
  readonly commits: readonly number[]
  readonly total: number
  readonly authors: readonly {
    readonly name: string
    /** Their account; null where nobody here has their address. */
    readonly username: string | null
    readonly commits: number
    /** Of the weeks above; null where they wrote nothing in these. */
    readonly weekly: readonly number[] | null
  }[]
}

const shown = 100

/** Who wrote what a revision holds, and what the last year was like. Null while it is still being counted. */
export async function getActivity(
  app: Pick<App, 'authors' | 'clock' | 'config' | 'db' | 'git' | 'kept'>,
  { dir, revision }: OpenRevision,
  patienceMs: number,
): Promise<Activity | null> {
  const counted = await inTime(
    Promise.all([app.authors.of(dir, revision.sha), countWeeks(app, dir, revision.sha, app.clock.now())]),
    patienceMs,
  )
  if (counted === null) return null
  const [authors, { from, all, byAuthor }] = counted
  const people = await gatherPeople(app, authors)
  return {
    weeks: Array.from({ length: weeks }, (_, at) => (from + at * 7 * 24 * 60 * 60) * 1000),
    commits: all,
    total: people.length,
    authors: people.slice(0, shown).map(({ name, username, commits, emails }) => ({
      name,
      username,
      commits,
      weekly: together(emails.flatMap((email) => [byAuthor.get(email) ?? []])),
    })),
  }
}

/** Of several addresses; null where none of them wrote anything. */
function together(rows: readonly (readonly number[])[]): readonly number[] | null {
  const written = rows.filter((row) => row.length > 0)
  if (written.length === 0) return null
  return Array.from({ length: weeks }, (_, at) => written.reduce((sum, row) => sum + (row[at] ?? 0), 0))
}
