import { branchOf } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha } from '../../core/sha.ts'
import type { Proposal } from '../../git/receive-pack.ts'

const ours = ['refs/pull/', 'refs/replace/', 'refs/stithy/']

/** The one gate for refs, whoever moves them: null when all may move, else a sentence for the person who pushed. */
export function judgePush(repo: Repo, proposal: Proposal): string | null {
  for (const change of proposal.changes) {
    if (ours.some((prefix) => change.ref.startsWith(prefix))) return `${change.ref} is kept by Stithy: push to a branch`
    if (change.after === noSha && branchOf(change.ref) === repo.defaultBranch) {
      return `${repo.defaultBranch} is the default branch and cannot be deleted: choose another one first`
    }
  }
  return null
}
