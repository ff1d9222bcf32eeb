import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { listSince } from '../../git/list-since.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { openForPulls } from './require-pull.ts'

export interface MergedPull {
  readonly number: number
  readonly title: string
  /** Null when the account is gone. */
  readonly author: string | null
  /** Nothing of theirs was merged here before. */
  readonly isTheirFirst: boolean
}

/** More were never merged between two looks at them. */
const mostPulls = 5000

/** What was merged on the way from one commit to another, whatever branch it was merged into; the first merged first. */
export async function listMerged(
  app: Pick<App, 'config' | 'db' | 'git'>,
  actor: Actor,
  ref: RepoRef,
  { head, since }: { readonly head: Sha; readonly since: Sha | null },
): Promise<readonly MergedPull[]> {
  const repo = await openForPulls(app, actor, ref, { to: 'read' })
  const rows = await app.db
    .selectFrom('threads')
    .innerJoin('pulls', 'pulls.thread_id', 'threads.id')
    .leftJoin('owners', 'owners.id', 'threads.author_id')
    .select(['threads.number', 'threads.title', 'threads.author_id', 'owners.name as author'])
    .select(['pulls.merged_at', 'pulls.merge_commit_sha'])
    .where('threads.repo_id', '=', repo.id)
    .where('threads.kind', '=', 'pull')
    .where('threads.state', '=', 'merged')
    .orderBy('threads.number', 'desc')
    .limit(mostPulls)
    .execute()
  if (rows.length === 0) return []
  const commits: ReadonlySet<string> = await listSince(app.git, repoDirectory(app.config, repo), head, since)
  const merged = rows
    .filter((row) => row.merge_commit_sha !== null && commits.has(row.merge_commit_sha))
    .toSorted((a, b) => (a.merged_at ?? 0) - (b.merged_at ?? 0) || a.number - b.number)
  const first = new Map<number, number>()
  for (const { author_id: id, merged_at: at } of rows) {
    if (id !== null && at !== null) first.set(id, Math.min(first.get(id) ?? at, at))
  }
  return merged.map(({ number, title, author, author_id: id, merged_at: at }) => ({
    number,
    title,
    author,
    isTheirFirst: id !== null && first.get(id) === at,
  }))
}
