import type { Event } from '../core/events.ts'
import type { HookEvent } from '../core/hook-events.ts'

const noSha = '0'.repeat(40)

/** One thing that receivers outside are told, with the ids that its payload is made from. */
export type HookNote =
  | {
      readonly event: 'push' | 'create' | 'delete'
      readonly ref: string
      readonly before: string
      readonly after: string
      readonly pusherId: number | null
    }
  | { readonly event: 'release'; readonly action: 'published'; readonly releaseId: number }
  | { readonly event: 'ping' }

export interface HookNotes {
  readonly repoId: number
  readonly notes: readonly HookNote[]
}

/** What webhooks hear of an event; null where they hear nothing. */
export function hookNotesOf(event: Event): HookNotes | null {
  switch (event.type) {
    case 'repo.pushed':
      return {
        repoId: event.repoId,
        notes: event.changes.flatMap(({ ref, before, after }) =>
          kindsOf(before, after).map((kind) => ({ event: kind, ref, before, after, pusherId: event.pusherId })),
        ),
      }
    case 'release.published':
      return {
        repoId: event.repoId,
        notes: [{ event: 'release', action: 'published', releaseId: event.releaseId }],
      }
    default:
      return null
  }
}

function kindsOf(before: string, after: string): readonly Extract<HookEvent, 'push' | 'create' | 'delete'>[] {
  if (before === noSha) return ['create', 'push']
  return after === noSha ? ['push', 'delete'] : ['push']
}
