/** Whose it is: a repository's, or a team's for all that it owns. */
export type VariablePlace = { readonly repoId: number } | { readonly teamId: number }

export interface Variable {
  readonly id: number
  readonly uuid: string
  readonly key: string
  /** Null where it is a secret: that is read by pipelines alone. */
  readonly value: string | null
  readonly isSecret: boolean
  readonly scope: 'team' | 'repository'
  /** Only pipelines of protected branches and tags are told of it. */
  readonly protectedOnly: boolean
  /** In bytes, of the value. */
  readonly size: number
  readonly createdAt: number
  readonly updatedAt: number
}

export interface ListedVariable extends Variable {
  /** A team's, where the repository has one of the same name, which counts instead. */
  readonly isOverridden: boolean
}
