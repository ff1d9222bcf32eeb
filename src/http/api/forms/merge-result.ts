import { Type } from 'typebox'
import type { MergeOutcome } from '../../../features/pulls/merge-pull.ts'
import { plain } from './form.ts'

export const mergeResult = plain<MergeOutcome>(
  {
    merged: Type.Boolean(),
    merge_commit_sha: Type.String({ description: 'Where the target branch went' }),
  },
  ({ mergeSha }) => ({ merged: true, merge_commit_sha: mergeSha }),
)
