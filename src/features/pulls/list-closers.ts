import type { App } from '../../app.ts'
import { closingsIn } from '../../core/references.ts'
import type { Repo } from '../../core/repo.ts'
import { nameKey } from '../../core/slug.ts'
import type { Thread } from '../threads/thread.ts'
import { closingText } from './closing-text.ts'

export interface Closer {
  readonly number: number
  readonly title: string
  readonly isDraft: boolean
  readonly isMerged: boolean
  readonly mergeCommitSha: string | null
}

/** An issue that everything refers to is closed by what spoke of it last. */
const mostSources = 200

/** The pull requests of its own repository that close an issue once they are merged, or that have closed it. */
export async function listClosers(
  app: Pick<App, 'db'>,
  repo: Repo,
  issue: Pick<Thread, 'id' | 'number'>,
): Promise<readonly Closer[]> {
  const sources = await app.db
    .selectFrom('thread_references')
    .select(['source_key', 'closes'])
    .where('thread_id', '=', issue.id)
    .where('source_key', 'like', 't%')
    .orderBy('id', 'desc')
    .limit(mostSources)
    .execute()
  if (sources.length === 0) return []
  const closes = new Map(sources.map(({ source_key: key, closes: has }) => [Number(key.slice(1)), has === 1]))
  const rows = await app.db
    .selectFrom('pulls')
    .innerJoin('threads', 'threads.id', 'pulls.thread_id')
    .select(['threads.id', 'number', 'title', 'body', 'state', 'is_draft', 'target_branch', 'merge_commit_sha'])
    .where('threads.id', 'in', [...closes.keys()])
    .where('threads.repo_id', '=', repo.id)
    .where('state', '!=', 'closed')
    .orderBy('number')
    .execute()
  return rows
    .filter((row) =>
      row.state === 'merged'
        ? closes.get(row.id) === true
        : row.target_branch === repo.defaultBranch && saysSo(row, repo, issue.number),
    )
    .map((row) => ({
      number: row.number,
      title: row.title,
      isDraft: row.is_draft === 1,
      isMerged: row.state === 'merged',
      mergeCommitSha: row.merge_commit_sha,
    }))
}

function saysSo(pull: Parameters<typeof closingText>[0], { owner, slug }: Repo, number: number): boolean {
  return closingsIn(closingText(pull)).some(
    (one) =>
      one.number === number &&
      (one.repo === null || (nameKey(one.repo.owner) === nameKey(owner) && nameKey(one.repo.repo) === nameKey(slug))),
  )
}
