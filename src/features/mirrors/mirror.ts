/** How a repository follows one on another server. */
export interface Mirror {
  readonly url: string
  readonly username: string
  /** Whether there is one; it is shown to nobody. */
  readonly hasPassword: boolean
  readonly intervalMinutes: number
  readonly isRunning: boolean
  readonly nextAt: number
  /** When it last was as there; null before that. */
  readonly syncedAt: number | null
  /** For people; null unless the last look failed. */
  readonly error: string | null
  /** Branches and tags there whose names cannot be kept here. */
  readonly unusableRefs: number
  /** Some of them. */
  readonly unusableNames: readonly string[]
}

export const intervals = { shortest: 10, usual: 60, longest: 30 * 24 * 60 } as const
