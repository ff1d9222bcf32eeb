import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { closeByText } from '../issues/close-by-text.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { inNameOf } from '../threads/may-read.ts'
import { findUserById } from '../users/find-user.ts'
import { closingText } from './closing-text.ts'
import { findPullById } from './store.ts'

/** The job after a merge into the default branch: closes what the pull request said that it closes. */
export async function closeIssuesOf(app: Pick<App, 'db'>, threadId: number): Promise<void> {
  const pull = await findPullById(app.db, threadId)
  const repo = pull === null ? null : await findRepoById(app.db, pull.repoId)
  if (pull === null || repo === null || pull.mergedBy === null || pull.targetBranch !== repo.defaultBranch) return
  const user = await findUserById(app.db, pull.mergedBy.id)
  if (user === null || user.disabled) return
  const name = `${repo.owner}/${repo.slug}#${pull.number}`
  const source = { key: `t${pull.id}`, name, repo, threadId: pull.id }
  const said = { text: closingText(pull), cause: { pull: name } }
  await inTransaction(app, (tx) => closeByText(tx, inNameOf(user), source, said))
}
