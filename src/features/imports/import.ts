import type { Tracker } from '../trackers/tracker.ts'

/** How a repository is brought from another server. */
export interface Import {
  readonly url: string
  readonly state: 'running' | 'done' | 'failed'
  readonly receivedBytes: number
  /** For people; null unless it failed. */
  readonly error: string | null
  /** Branches and tags that were left out, because their names cannot be kept here. */
  readonly unusableRefs: number
  readonly startedAt: number
  /** Null where the commits alone were asked for. */
  readonly tracker: Tracker | null
}
