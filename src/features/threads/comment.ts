import type { Person } from './thread.ts'

export interface Comment {
  readonly id: number
  readonly uuid: string
  readonly threadId: number
  /** Null when the account is gone. */
  readonly author: Person | null
  /** Who wrote it on another server. */
  readonly authorElsewhere: string | null
  readonly body: string
  readonly createdAt: number
  readonly updatedAt: number
}
