import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Label } from './label.ts'

export interface LabelUses {
  readonly issues: number
  readonly pulls: number
}

/** How many open issues and pull requests have each label, by its id. */
export async function countUses(
  app: Pick<App, 'db'>,
  repo: Repo,
  labels: readonly Label[],
): Promise<ReadonlyMap<number, LabelUses>> {
  const ids = labels.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('facet_counts')
    .select(['value', 'kind', 'count'])
    .where('repo_id', '=', repo.id)
    .where('kind', 'in', ['issue', 'pull'])
    .where('facet', '=', 'label')
    .where('value', 'in', ids)
    .where('state', '=', 'open')
    .execute()
  const of = (id: number, kind: 'issue' | 'pull'): number =>
    Number(rows.find((row) => row.value === id && row.kind === kind)?.count ?? 0)
  return new Map(ids.map((id) => [id, { issues: of(id, 'issue'), pulls: of(id, 'pull') }]))
}
