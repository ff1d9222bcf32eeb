import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import { readPage } from '../../db/read-page.ts'
import { openThread, type ThreadRef } from './open-threads.ts'
import { requireComment } from './read-comments.ts'
import { mayDelete } from './rights.ts'

/** What a text was until somebody changed it. */
export interface TextVersion {
  /** Who changed it; null when the account is gone. */
  readonly editor: string | null
  /** Of a comment, and where it was removed: null. */
  readonly title: string | null
  readonly body: string
  /** Nothing is left but who changed it, and when (`forgetHistory`). */
  readonly isRemoved: boolean
  /** Until when it was so. */
  readonly createdAt: number
}

/** The last one first. Of a comment, or without one of the thread itself. */
export async function listHistory(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: ThreadRef & { readonly commentId: RecordId | null },
  request: PageRequest,
): Promise<Page<TextVersion> & { readonly mayForget: boolean }> {
  const { repo, thread } = await openThread(app, actor, ref, 'read')
  const comment = ref.commentId === null ? null : await requireComment(app.db, thread.id, ref.commentId)
  const query = app.db
    .selectFrom('text_versions')
    .leftJoin('owners', 'owners.id', 'text_versions.editor_id')
    .select(['owners.name as editor', 'title', 'body', 'text_versions.created_at'])
    .where('thread_id', '=', thread.id)
    .where('comment_id', comment === null ? 'is' : '=', comment?.id ?? null)
    .orderBy('text_versions.id', 'desc')
  // A thread always had a title, and a comment said something.
  const page = mapPage(await readPage(query, request), ({ created_at: createdAt, ...version }) => ({
    ...version,
    createdAt,
    isRemoved: comment === null ? version.title === null : version.body === '',
  }))
  return { ...page, mayForget: mayDelete(repo, userOf(actor)?.id ?? null, comment ?? thread) }
}
