import type { Reader } from '../../db/handle.ts'
import { type MergeMethod, mergeMethods } from './pull.ts'

/** How a repository wants its pull requests merged. */
export interface MergeSettings {
  /** Which are allowed: one at least. */
  readonly methods: readonly MergeMethod[]
  /** The one that pages offer first. */
  readonly defaultMethod: MergeMethod
  /** Pages offer to delete the branch as if it were asked for. */
  readonly deletesBranch: boolean
}

export async function readMergeSettings(reader: Reader, repoId: number): Promise<MergeSettings> {
  const row = await reader
    .selectFrom('repos')
    .select(['merge_methods', 'merge_method', 'deletes_merged'])
    .where('id', '=', repoId)
    .executeTakeFirstOrThrow()
  const names = row.merge_methods.split(' ')
  return {
    methods: mergeMethods.filter((one) => names.includes(one)),
    defaultMethod: mergeMethods.find((one) => one === row.merge_method) ?? 'merge',
    deletesBranch: row.deletes_merged === 1,
  }
}

const acts: Readonly<Record<MergeMethod, string>> = {
  merge: 'A merge commit',
  squash: 'Squashing',
  rebase: 'Rebasing',
}

/** Null where a method is allowed; else a sentence. */
export function whyNotMethod({ methods }: MergeSettings, method: MergeMethod): string | null {
  return methods.includes(method)
    ? null
    : `${acts[method]} is not allowed in this repository. Choose ${methods.join(' or ')}.`
}
