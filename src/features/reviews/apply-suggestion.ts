import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import { parseWritablePath } from '../../core/repo-path.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findBlob } from '../../git/find-blob.ts'
import { largestRead } from '../../git/object-store.ts'
import { requireRepo } from '../access/require-repo.ts'
import { commitFiles, type FileCommit } from '../contents/write-files.ts'
import { openPull, type PullRef } from '../pulls/require-pull.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findUserById } from '../users/find-user.ts'
import { signatureOf } from '../users/signature-of.ts'
import { setResolved } from './comment-store.ts'
import type { PullComment } from './pull-comment.ts'
import { requirePullComment } from './read-pull-comments.ts'
import { findSuggestion, replaceLines } from './suggestion.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>

/** Commits what a comment suggests to the branch that the pull request comes from, for who may push there. */
export async function applySuggestion(
  app: Needs,
  actor: KnownActor,
  ref: PullRef & { readonly id: RecordId },
  message?: string,
): Promise<FileCommit> {
  const { pull, repo } = await openPull(app, actor, ref, { to: 'write' })
  const comment = await requirePullComment(app.db, pull.id, ref.id)
  const { place } = comment
  const suggestion = findSuggestion(comment.body)
  if (place === null || suggestion === null) throw conflict('This comment suggests no change')
  const now = place.isOutdated ? null : place.now
  if (now === null || now.side !== 'new') throw conflict('The lines that it is about are not there any more')
  if (pull.state !== 'open' || pull.sourceRepo === null) throw conflict('There is no branch to commit it to')
  const from = { owner: pull.sourceRepo.owner, repo: pull.sourceRepo.slug }
  const source = await requireRepo(app, actor, from, { role: 'Developer', scope: 'pulls:write' })
  const dir = repoDirectory(app.config, repo)
  const sha = await findBlob(app.objects, dir, pull.headSha, now.path)
  const info = sha === null ? null : await app.objects.info(dir, sha)
  const file = sha === null || info === null || info.size > largestRead ? null : await app.objects.read(dir, sha)
  if (sha === null || file === null) throw conflict('The file is not there any more, or too large')
  const range = { first: now.startLine ?? now.line, last: now.line }
  const content = replaceLines(file.data, range, suggestion)
  const made = await commitFiles(app, actor, source, {
    branch: pull.sourceBranch,
    message: await messageOf(app, actor, comment, message || `Apply a suggestion to ${now.path}`),
    // Only where the file is still what the comment was looked up in.
    operations: [{ action: 'update', path: parseWritablePath('path', now.path), content, sha }],
  })
  await inTransaction(app, (tx) => setResolved(tx, pull.id, place.rootId, actor.user.id))
  return made
}

/** Whoever wrote the lines is thanked. */
async function messageOf(app: Needs, actor: KnownActor, comment: PullComment, title: string): Promise<string> {
  const author = comment.author === null ? null : await findUserById(app.db, comment.author.id)
  if (author === null || author.id === actor.user.id) return title
  const { name, email } = signatureOf(app, author)
  return `${title}\n\nCo-authored-by: ${name} <${email}>`
}
