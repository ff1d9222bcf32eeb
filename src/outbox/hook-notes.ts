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
  | ReleaseNote
  | {
      readonly event: 'pipeline'
      readonly action: 'created' | 'finished'
      readonly pipelineId: number
      /** As it was then: it goes on while this is on its way. */
      readonly status: string
    }
  | ThreadNote
  | { readonly event: 'ping' }

export interface ReleaseNote {
  readonly event: 'release'
  readonly action: 'published' | 'edited' | 'deleted'
  readonly senderId: number | null
  readonly changes: object | null
  /** The release as it was then; whoever queues the note puts it in. */
  readonly records?: object | null
}

export interface HookNotes {
  /** Whose webhooks are told. */
  readonly about: { readonly repoId: number } | { readonly threadId: number }
  readonly notes: readonly HookNote[]
}

const releaseActions = {
  'release.published': 'published',
  'release.edited': 'edited',
  'release.deleted': 'deleted',
} as const

/** What webhooks hear of an event; null where they hear nothing.  */
export function hookNotesOf(event: Event): HookNotes | null {
  switch (event.type) {
    case 'repo.pushed':
      return {
        about: { repoId: event.repoId },
        notes: event.changes.flatMap(({ ref, before, after }) =>
          kindsOf(before, after).map((kind) => ({ event: kind, ref, before, after, pusherId: event.pusherId })),
        ),
      }
    case 'release.published':
    case 'release.edited':
    case 'release.deleted': {
      const { repoId, actorId: senderId } = event
      const changes = event.type === 'release.edited' ? event.changes : null
      return { about: { repoId }, notes: [{ event: 'release', action: releaseActions[event.type], senderId, changes }] }
    }
    case 'pipeline.created':
    case 'pipeline.finished': {
      const { repoId, pipelineId, status } = event
      const action = event.type === 'pipeline.created' ? 'created' : 'finished'
      return { about: { repoId }, notes: [{ event: 'pipeline', action, pipelineId, status }] }
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
