import { Type } from 'typebox'
import type { ChangeCommit } from '../../../features/commits/commit-change.ts'
import { plain } from './form.ts'

/** A commit that was made on a branch. */
export const branchCommit = plain<ChangeCommit>(
  { branch: Type.String({ description: 'Where it was made' }), commit_sha: Type.String() },
  ({ branch, sha }) => ({ branch, commit_sha: sha }),
)
