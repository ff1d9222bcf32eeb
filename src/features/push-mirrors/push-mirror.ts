/** A copy on another server that is pushed to whenever something changes here. */
export interface PushMirror {
  readonly url: string
  readonly username: string
  /** Whether there is one; it is shown to nobody. */
  readonly hasPassword: boolean
  readonly isRunning: boolean
  /** Whether all that is here has been sent. */
  readonly isCurrent: boolean
  /** When it is tried next; only where something has to be sent. */
  readonly nextAt: number
  /** When it last was as here; null before that. */
  readonly sentAt: number | null
  /** For people; null unless the last try failed. */
  readonly error: string | null
}
