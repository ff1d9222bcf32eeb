import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { holdRepo } from '../repos/hold-repo.ts'
import { type MergeSettings, readMergeSettings } from './merge-settings.ts'
import { type MergeMethod, mergeMethods } from './pull.ts'

export interface MergeSettingsChanges {
  readonly methods?: readonly MergeMethod[] | undefined
  readonly defaultMethod?: MergeMethod | undefined
  readonly deletesBranch?: boolean | undefined
}

/** A maintainer's, as all settings are. What is not named stays; what waits to be merged is asked anew when its time comes. */
export async function changeMergeSettings(
  app: Pick<App, 'db' | 'keys'>,
  actor: Actor,
  ref: RepoRef,
  changes: MergeSettingsChanges,
): Promise<MergeSettings> {
  const found = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write', evenArchived: true })
  return inTransaction(app, async (tx) => {
    const repo = await holdRepo(tx, found.id)
    if (repo === null) throw notFound('REPO')
    const old = await readMergeSettings(tx, repo.id)
    const settings = withChanges(old, changes)
    const metadata = fromTo(old, settings)
    if (Object.keys(metadata).length === 0) return old
    await tx
      .updateTable('repos')
      .set({
        merge_methods: settings.methods.join(' '),
        merge_method: settings.defaultMethod,
        deletes_merged: settings.deletesBranch ? 1 : 0,
        updated_at: tx.now,
      })
      .where('id', '=', repo.id)
      .execute()
    const target = { type: 'repository', id: repo.uuid, name: `${repo.owner}/${repo.slug}` }
    await record(app, tx, actor, { event: 'REPO_UPDATED', target, metadata })
    return settings
  })
}

/** What is offered first has to be allowed. Where nobody says which, another one takes its place. */
function withChanges(old: MergeSettings, changes: MergeSettingsChanges): MergeSettings {
  const wanted = changes.methods ?? old.methods
  const methods = mergeMethods.filter((one) => wanted.includes(one))
  const [first] = methods
  if (first === undefined) throw invalidField('merge_methods', 'too_few', 'choose at least one')
  const { defaultMethod = methods.includes(old.defaultMethod) ? old.defaultMethod : first } = changes
  if (!methods.includes(defaultMethod)) {
    throw invalidField('default_merge_method', 'not_allowed', 'must be one of those that are allowed')
  }
  return { methods, defaultMethod, deletesBranch: changes.deletesBranch ?? old.deletesBranch }
}

function fromTo(old: MergeSettings, settings: MergeSettings): Record<string, unknown> {
  return {
    ...(old.methods.join() === settings.methods.join()
      ? {}
      : { mergeMethods: { from: old.methods, to: settings.methods } }),
    ...(old.defaultMethod === settings.defaultMethod
      ? {}
      : { defaultMergeMethod: { from: old.defaultMethod, to: settings.defaultMethod } }),
    ...(old.deletesBranch === settings.deletesBranch
      ? {}
      : { deleteBranchOnMerge: { from: old.deletesBranch, to: settings.deletesBranch } }),
  }
}
