import type { Event } from '../core/events.ts'
import { arrangedAs, type ThreadNote, threadNoteOf } from './thread-notes.ts'

const noSha = '0'.repeat(40)

/** One thing that receivers outside are told, with what its payload is made from. */
export type HookNote =
  | {
      readonly event: 'push' | 'create' | 'delete'
      readonly ref: string
      readonly before: string
      readonly after: string
      readonly pusherId: number | null
    }
  | {
      readonly event: 'release'
      readonly action: 'published'
      readonly releaseId: number
      readonly senderId: number | null
    }
  | ThreadNote
  | { readonly event: 'ping' }

export interface HookNotes {
  /** Whose webhooks are told. */
  readonly about: { readonly repoId: number } | { readonly threadId: number }
  readonly notes: readonly HookNote[]
}

/** What webhooks hear of an event; null where they hear nothing. An event of pipelines gets its case here. */
export function hookNotesOf(event: Event): HookNotes | null {
  switch (event.type) {
    case 'repo.pushed':
      return {
        about: { repoId: event.repoId },
        notes: event.changes.flatMap(({ ref, before, after }) =>
          kindsOf(before, after).map((kind) => ({ event: kind, ref, before, after, pusherId: event.pusherId })),
        ),
      }
    case 'release.published': {
      const { repoId, releaseId, actorId: senderId } = event
      return { about: { repoId }, notes: [{ event: 'release', action: 'published', releaseId, senderId }] }
    }
    default: {
      const note = event.type === 'thread.arranged' ? arrangedAs(event) : threadNoteOf(event)
      return note === null ? null : { about: { threadId: note.threadId }, notes: [note] }
    }
  }
}

function kindsOf(before: string, after: string): readonly ('push' | 'create' | 'delete')[] {
  if (before === noSha) return ['create', 'push']
  return after === noSha ? ['push', 'delete'] : ['push']
}
