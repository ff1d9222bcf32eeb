import type { Label } from '../labels/label.ts'

export type ThreadKind = 'issue' | 'pull'
export type ThreadState = 'open' | 'closed' | 'merged'

/** What issues and pull requests have in common. */
export interface Thread {
  readonly id: number
  readonly uuid: string
  readonly repoId: number
  readonly number: number
  readonly kind: ThreadKind
  readonly state: ThreadState
  readonly title: string
  readonly body: string
  /** Null when the account is gone; so with all people here. */
  readonly author: Person | null
  readonly labels: readonly Label[]
  readonly assignees: readonly Person[]
  readonly milestone: ThreadMilestone | null
  readonly isLocked: boolean
  readonly pinnedAt: number | null
  readonly commentCount: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly closedAt: number | null
  readonly closedBy: Person | null
  /** Of one that was written on another server. */
  readonly elsewhere: Elsewhere | null
}

/** Who there is nobody here, whatever their name. */
export interface Elsewhere {
  /** Null where nobody says. */
  readonly author: string | null
  readonly url: string
}

/** What nobody here has written in a thread of another server comes from there: whoever it calls by name is nobody here. */
export function isForeign({ elsewhere }: Pick<Thread, 'elsewhere'>, { author }: Pick<Thread, 'author'>): boolean {
  return elsewhere !== null && author === null
}

export interface Person {
  readonly id: number
  readonly username: string
}

export interface ThreadMilestone {
  readonly id: number
  readonly uuid: string
  readonly title: string
}
