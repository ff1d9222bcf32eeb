import type { Sha } from '../core/sha.ts'
import type { ConflictedFile } from './parse-merge.ts'

/** How making a merge ended. Whatever came out, no ref has moved. */
export type Made =
  | {
      readonly kind: 'made'
      /** Where the branch is to go. */
      readonly head: Sha
      /** What was written for it, oldest first; nothing where the branch only goes forward. */
      readonly commits: readonly MadeCommit[]
    }
  | {
      readonly kind: 'conflict'
      readonly files: readonly ConflictedFile[]
      /** Where one commit after the other is brought over: the one that does not fit. */
      readonly commit: Sha | null
    }
  /** The target has it all already. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unrelated' }
  | { readonly kind: 'too-large' }
  /** The result holds what a push could not bring, in git's words. */
  | { readonly kind: 'refused'; readonly why: string }

export interface MadeCommit {
  readonly sha: Sha
  /** The commit that it was before. */
  readonly from: Sha | null
}
