import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import type { LabelValues } from './label-input.ts'
import { insertLabel } from './store.ts'

const usual: readonly LabelValues[] = [
  { name: 'bug', color: '#c93c37', type: 'issue', description: 'Something does not work' },
  { name: 'documentation', color: '#3a6ea5', type: 'any', description: 'What is written about it' },
  { name: 'duplicate', color: '#8b8680', type: 'any', description: 'Already reported' },
  { name: 'enhancement', color: '#2f8f83', type: 'any', description: 'Something new, or better' },
  { name: 'good first issue', color: '#7057c9', type: 'issue', description: 'Good for newcomers' },
  { name: 'help wanted', color: '#4f8f3a', type: 'any', description: 'Nobody is working on it' },
  { name: 'question', color: '#b3589a', type: 'issue', description: 'More has to be known' },
  { name: 'wontfix', color: '#a39e93', type: 'issue', description: 'It stays as it is' },
]

/** The labels that most repositories have, as far as they are not there. */
export async function addUsualLabels(app: Pick<App, 'db'>, actor: KnownActor, ref: RepoRef): Promise<void> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'issues:write' })
  await inTransaction(app, async (tx) => {
    for (const values of usual) await insertLabel(tx, repo.id, values)
  })
}
