import type { FileError } from '../../ci/plan.ts'
import type { Sha } from '../../core/sha.ts'

export const easyPath = '.svc-ci.yml'
export const powerFolder = '.svc-ci'

/** How the pipelines of a commit are described: by a file, by a program, or not at all. */
export type CiMode = 'easy' | 'power' | 'none'

export interface ConfigCheck {
  readonly valid: boolean
  readonly errors: readonly FileError[]
}

export interface CiConfig extends ConfigCheck {
  readonly mode: CiMode
  /** Of the file, or of the module that the program begins with. */
  readonly path: string | null
  /** Null also where it is too large to be one. */
  readonly content: string | null
  readonly sha: Sha | null
  /** The commit that it was read from; null while the repository has none. */
  readonly commit: Sha | null
}
