import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { type CombinedState, combinedState, hasFailed } from './status.ts'
import { readLatestOf } from './store.ts'

export interface CommitChecks {
  readonly state: CombinedState
  /** Where the one that decides says more. */
  readonly url: string | null
}

/** How commits of a list did, by their id; those that nobody has said anything of are left out. One query for all. */
export async function combineStates(
  app: Pick<App, 'db'>,
  repo: Pick<Repo, 'id'>,
  shas: readonly string[],
): Promise<ReadonlyMap<string, CommitChecks>> {
  if (shas.length === 0) return new Map()
  const bySha = Map.groupBy(await readLatestOf(app.db, repo.id, [...new Set(shas)]), ({ sha }) => sha)
  return new Map(
    [...bySha].map(([sha, all]) => {
      const state = combinedState(all)
      const decides = all.find((one) => (hasFailed(one.state) ? 'failure' : one.state) === state)
      return [sha, { state, url: decides?.targetUrl ?? null }]
    }),
  )
}
