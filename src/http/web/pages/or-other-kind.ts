import { Fault } from '../../../core/errors.ts'
import { findOtherKind } from '../../../features/threads/open-threads.ts'
import type { ThreadKind } from '../../../features/threads/thread.ts'
import { repoUrl } from '../code-urls.ts'
import { go, type PageAnswer } from '../page-route.ts'
import type { RepoCall } from '../repo-page.ts'

const kinds = {
  issue: { missing: 'ISSUE_NOT_FOUND', path: 'issues' },
  pull: { missing: 'PULL_NOT_FOUND', path: 'pulls' },
} as const

/** Issues and pull requests have the same kind of number: links say #12 and mean either. */
export async function orOtherKind(
  { app, frame, head, params }: RepoCall<'anyone'>,
  kind: ThreadKind,
  answer: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== kinds[kind].missing) throw error
    const number = params['number'] ?? ''
    const other = await findOtherKind(app.db, frame.repo, { kind, number })
    if (other === null) throw error
    return go(`${repoUrl(head)}/${kinds[other].path}/${number}`)
  }
}
