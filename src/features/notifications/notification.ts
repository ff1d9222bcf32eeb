import type { NotificationType } from '../../core/notification-types.ts'

/** One thing that one person is told. */
export interface Notification {
  /** Counts from 1 for each person. */
  readonly id: number
  readonly type: NotificationType
  /** Null where it is about no repository. */
  readonly repo: { readonly owner: string; readonly slug: string } | null
  readonly issue: number | null
  readonly pull: number | null
  /** Its UUID. */
  readonly pipeline: string | null
  /** Of a pipeline that its schedule started, and nobody else. */
  readonly isOfClock: boolean
  /** Why a pipeline was stopped, where nobody of the repository has done so. */
  readonly stoppedWhy: string | null
  readonly title: string
  /** Where it leads, on our own site. */
  readonly path: string
  /** Who did it; null for the service itself, or an account that is gone. */
  readonly actor: string | null
  readonly createdAt: number
  readonly isRead: boolean
}
