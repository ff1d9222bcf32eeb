import type { Reader } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import type { Person } from './thread.ts'

/**
 * Who changed each text of a thread last, by the id of the comment; null stands for what the thread itself says, and for
 * an editor whose account is gone. What was never changed is not there.
 */
export async function lastEditors(
  reader: Reader,
  threadId: number,
): Promise<ReadonlyMap<number | null, Person | null>> {
  const rows = await lastVersions(reader, { threadId })
  return new Map(
    rows.map(({ comment_id, id, name }) => [comment_id, id === null || name === null ? null : { id, username: name }]),
  )
}

const lastVersions = prepared((db, its: { threadId: number }) =>
  db
    .selectFrom('text_versions')
    .leftJoin('owners', 'owners.id', 'text_versions.editor_id')
    .select(['text_versions.comment_id', 'owners.id', 'owners.name'])
    .where('text_versions.id', 'in', (last) =>
      last
        .selectFrom('text_versions')
        .select((eb) => eb.fn.max('id').as('id'))
        .where('thread_id', '=', its.threadId)
        .groupBy('comment_id'),
    ),
)

/** The name, where it is not the author who changed it. */
export function otherEditor(author: Person | null, editor: Person | null | undefined): string | null {
  return editor === null || editor === undefined || editor.id === author?.id ? null : editor.username
}
