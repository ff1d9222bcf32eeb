/** What a move of refs means besides, for those that the service makes itself. Kept in the journal: it survives a crash. */
export type Purpose = ImportPurpose | MirrorPurpose | KeepPurpose | MergePurpose | UpdatePurpose

/** What another server had: it is no news, and nobody here has written it. */
export interface ImportPurpose {
  readonly kind: 'import'
}

/** What is new on the server that the repository follows. */
export interface MirrorPurpose {
  readonly kind: 'mirror'
}

/** Refs of our own that keep commits of pull requests: nobody has pushed anything. */
export interface KeepPurpose {
  readonly kind: 'keep'
}

/** The branch of a pull request takes in what is new in its target, and nothing else: what was offered is still offered. */
export interface UpdatePurpose {
  readonly kind: 'update'
  readonly threadId: number
  readonly headSha: string
}

/** Once the target has moved, the pull request is merged. */
export interface MergePurpose {
  readonly kind: 'merge'
  readonly threadId: number
  readonly targetRef: string
  readonly headSha: string
  /** Where the target was before. */
  readonly targetSha: string
  readonly mergeSha: string
  /** What was asked for, so that the same call has the same answer. */
  readonly request: string
}
