import { Type } from 'typebox'
import type { ThreadRef } from '../../../features/threads/open-threads.ts'

/** Whose conversation it is: the routes of both are the same but for their address and scope. */
export type Conversation =
  | { readonly segment: 'issues'; readonly kind: 'issue'; readonly tag: 'Issues' }
  | { readonly segment: 'pulls'; readonly kind: 'pull'; readonly tag: 'Pull requests' }

const text = Type.String({ maxLength: 255 })

export const threadParams = Type.Object({ owner: text, repo: text, number: text })
export const commentParams = Type.Object({ owner: text, repo: text, number: text, id: text })

export function readingOf({ segment, tag }: Conversation) {
  return { tag, right: 'anyone', scope: `${segment}:read`, role: 'Reader', rate: 'api', remembers: true } as const
}

export function writingOf({ segment, tag }: Conversation) {
  return { tag, right: 'user', scope: `${segment}:write`, role: 'Reader', rate: 'api' } as const
}

export function refOf({ kind }: Conversation, { owner, repo, number }: Omit<ThreadRef, 'kind'>): ThreadRef {
  return { owner, repo, number, kind }
}
