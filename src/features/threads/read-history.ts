import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import { readPage } from '../../db/read-page.ts'
import { openThread, type ThreadRef } from './open-threads.ts'
import { requireComment } from './read-comments.ts'

/** What a text was until somebody changed it. */
export interface TextVersion {
  /** Who changed it; null when the account is gone. */
  readonly editor: string | null
  /** Of a comment: null. */
  readonly title: string | null
  readonly body: string
  /** Until when it was so. */
  readonly createdAt: number
}

/** The last one first. Of a comment, or without one of the thread itself. */
export async function listHistory(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: ThreadRef & { readonly commentId: RecordId | null },
  request: PageRequest,
): Promise<Page<TextVersion>> {
  const { thread } = await openThread(app, actor, ref, 'read')
  const comment = ref.commentId === null ? null : await requireComment(app.db, thread.id, ref.commentId)
  const query = app.db
    .selectFrom('text_versions')
    .leftJoin('owners', 'owners.id', 'text_versions.editor_id')
    .select(['owners.name as editor', 'title', 'body', 'text_versions.created_at'])
    .where('thread_id', '=', thread.id)
    .where('comment_id', comment === null ? 'is' : '=', comment?.id ?? null)
    .orderBy('text_versions.id', 'desc')
  return mapPage(await readPage(query, request), ({ created_at: createdAt, ...version }) => ({ ...version, createdAt }))
}
