export const statusStates = ['pending', 'success', 'failure', 'error'] as const
export type StatusState = (typeof statusStates)[number]

/** The context of our own pipelines, and the name under which branch protections ask for them. */
export const pipelineContext = 'ci'

/** What a check says of a commit. */
export interface CommitStatus {
  readonly id: number
  readonly uuid: string
  readonly sha: string
  /** Which check: the newest of each counts. */
  readonly context: string
  readonly state: StatusState
  readonly description: string
  readonly targetUrl: string | null
  /** Null when the account is gone. */
  readonly creator: string | null
  readonly createdAt: number
}

/** A check that could not run is no better news than one that did not like what it saw. */
export function hasFailed(state: StatusState): boolean {
  return state === 'failure' || state === 'error'
}

/** Of all checks together. */
export type CombinedState = 'pending' | 'success' | 'failure'

/** Bad news counts first, then what is not known yet. Nothing at all is not known either. */
export function combinedState(latest: readonly Pick<CommitStatus, 'state'>[]): CombinedState {
  if (latest.some(({ state }) => hasFailed(state))) return 'failure'
  return latest.length > 0 && latest.every(({ state }) => state === 'success') ? 'success' : 'pending'
}
