import type { HookNote, ReleaseNote } from '../../outbox/hook-notes.ts'
import type { ThreadNote } from '../../outbox/thread-notes.ts'
import type { Release } from '../releases/release.ts'
import type { ThreadRecords } from './emit-of-thread.ts'

type Captured =
  | (Omit<ThreadNote, 'records'> & { readonly records: ThreadRecords | null })
  | (Omit<ReleaseNote, 'records'> & { readonly records?: Release })

/** What a delivery was queued with: what happened, and what was captured of it then. */
export type DeliverySource = (Exclude<HookNote, ThreadNote | ReleaseNote> | Captured) & {
  readonly repoId: number | null
}
