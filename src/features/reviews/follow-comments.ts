import type { App } from '../../app.ts'
import { requireSha } from '../../core/sha.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Anchor, followLines } from '../../git/follow-lines.ts'
import type { RepoDir } from '../../git/run-git.ts'

/** The rows that the lines of a pull request's comments are kept in: where each conversation is now. */
export async function followComments(
  app: Pick<App, 'db' | 'git' | 'kept' | 'objects'>,
  dir: RepoDir,
  threadId: number,
  now: Parameters<typeof followLines>[3],
): Promise<void> {
  const rows = await app.db
    .selectFrom('line_comments')
    .select(['comment_id', 'root_id', 'path', 'side', 'line', 'start_line', 'commit_sha', 'base_sha'])
    .where('thread_id', '=', threadId)
    .where('now_sha', '!=', now.head)
    .orderBy('comment_id')
    .execute()
  const conversations = [...Map.groupBy(rows, (row) => row.root_id).values()]
  const anchors = conversations.flatMap(([first]): Anchor[] => {
    if (first === undefined) return []
    const { path, side, line, start_line: start } = first
    const where = { head: requireSha(first.commit_sha), base: requireSha(first.base_sha) }
    return [{ path, side, first: start ?? line, last: line, ...where }]
  })
  if (anchors.length === 0) return
  const followed = await followLines(app, dir, anchors, now)
  await inTransaction(app, async (tx) => {
    for (const [at, conversation] of conversations.entries()) {
      const found = followed[at]
      const ids = conversation.map((row) => row.comment_id)
      const place =
        found?.kind === 'found'
          ? {
              now_path: found.path,
              now_line: found.last,
              now_start: found.first === found.last ? null : found.first,
              now_sha: now.head,
              is_outdated: found.isSame ? 0 : 1,
            }
          : { now_line: null, now_start: null, now_sha: now.head, is_outdated: 1 }
      await tx.updateTable('line_comments').set(place).where('comment_id', 'in', ids).execute()
    }
  })
}
