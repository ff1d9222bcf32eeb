import { isUtf8 } from 'node:buffer'
import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, invalidField } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import { parseWritablePath } from '../../core/repo-path.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findBlob } from '../../git/find-blob.ts'
import { largestRead } from '../../git/object-store.ts'
import { requireRepo } from '../access/require-repo.ts'
import { commitFiles, type FileCommit } from '../contents/write-files.ts'
import type { Pull } from '../pulls/pull.ts'
import { type OpenPull, openPull, type PullRef } from '../pulls/require-pull.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findUserById } from '../users/find-user.ts'
import { signatureOf } from '../users/signature-of.ts'
import { setResolved } from './comment-store.ts'
import { followToHead } from './follow-to-head.ts'
import type { PullComment } from './pull-comment.ts'
import { requirePullComment } from './read-pull-comments.ts'
import { findSuggestion, replaceLines } from './suggestion.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

const most = 50

/** Commits what a comment suggests to the branch that the pull request comes from, for those who may push there. */
export function applySuggestion(
  app: Needs,
  actor: KnownActor,
  { id, ...ref }: PullRef & { readonly id: RecordId },
  message?: string,
): Promise<FileCommit> {
  return applySuggestions(app, actor, { ...ref, ids: [id] }, message)
}

/** The same for several comments, in one commit. All of them, or none. */
export async function applySuggestions(
  app: Needs,
  actor: KnownActor,
  ref: PullRef & { readonly ids: readonly RecordId[] },
  message?: string,
): Promise<FileCommit> {
  const opened = await openPull(app, actor, ref, { to: 'write' })
  const { pull } = opened
  if (ref.ids.length === 0 || ref.ids.length > most) throw invalidField('id', 'format', `must be 1 to ${most} comments`)
  // Somebody may have died between saying it and looking where its lines are by now.
  await followToHead(app, opened)
  const suggested: Suggested[] = []
  for (const id of ref.ids) suggested.push(suggestedBy(await requirePullComment(app.db, pull.id, id)))
  if (pull.state !== 'open' || pull.sourceRepo === null) throw conflict('There is no branch to commit it to')
  const from = { owner: pull.sourceRepo.owner, repo: pull.sourceRepo.slug }
  const source = await requireRepo(app, actor, from, { role: 'Developer', scope: 'pulls:write' })
  const files = Map.groupBy(suggested, ({ path }) => path)
  const operations = []
  for (const [path, some] of files) operations.push(await changeOf(app, opened, path, some))
  const made = await commitFiles(app, actor, source, {
    branch: pull.sourceBranch,
    message: await messageOf(app, actor, suggested, message || titleOf(suggested)),
    operations,
  })
  await settle(app, pull, suggested, actor)
  return made
}

interface Suggested {
  readonly comment: PullComment
  readonly rootId: number
  readonly path: string
  readonly first: number
  readonly last: number
  readonly text: string
}

function suggestedBy(comment: PullComment): Suggested {
  const { place } = comment
  const text = findSuggestion(comment.body)
  if (place === null || text === null) throw conflict('This comment suggests no change')
  const now = place.isOutdated ? null : place.now
  if (now === null || now.side !== 'new') throw conflict('The lines it refers to no longer exist')
  return { comment, rootId: place.rootId, path: now.path, first: now.startLine ?? now.line, last: now.line, text }
}

/** From the last lines to the first, so that none moves before it is its turn. */
async function changeOf(app: Needs, { pull, repo }: OpenPull, path: string, some: readonly Suggested[]) {
  const dir = repoDirectory(app.config, repo)
  const sha = await findBlob(app.objects, dir, pull.headSha, path)
  const info = sha === null ? null : await app.objects.info(dir, sha)
  const file = sha === null || info === null || info.size > largestRead ? null : await app.objects.read(dir, sha)
  if (sha === null || file === null) throw conflict('The file no longer exists, or is too large')
  requireItsEncoding(path, file.data, some)
  let content = file.data
  let before = Number.POSITIVE_INFINITY
  for (const { first, last, text } of some.toSorted((one, other) => other.last - one.last)) {
    if (last >= before) throw conflict(`Two of the suggestions are about the same lines of ${path}`)
    content = replaceLines(content, { first, last }, text)
    before = first
  }
  // Only where the file is still what the comments were looked up in.
  return { action: 'update', path: parseWritablePath('path', path), content, sha } as const
}

/** What others typed is UTF-8. In a file that is not, only what every encoding writes alike would say the same. */
function requireItsEncoding(path: string, file: Buffer, some: readonly Suggested[]): void {
  if (isUtf8(file) || some.every(({ text }) => /^\p{ASCII}*$/u.test(text))) return
  throw conflict(`${path} is not in UTF-8: make this change on your machine, and push`)
}

async function settle(app: Needs, pull: Pull, suggested: readonly Suggested[], actor: KnownActor): Promise<void> {
  await inTransaction(app, async (tx) => {
    for (const { rootId } of suggested) await setResolved(tx, pull.id, rootId, actor.user.id)
  })
}

function titleOf(suggested: readonly Suggested[]): string {
  const [first] = suggested
  return suggested.length === 1 && first !== undefined
    ? `Apply a suggestion to ${first.path}`
    : `Apply ${suggested.length} suggestions`
}

/** Whoever wrote the lines is thanked. */
async function messageOf(
  app: Needs,
  actor: KnownActor,
  suggested: readonly Suggested[],
  title: string,
): Promise<string> {
  const ids = new Set(suggested.flatMap(({ comment }) => comment.author?.id ?? []))
  const thanks: string[] = []
  for (const id of ids) {
    const author = id === actor.user.id ? null : await findUserById(app.db, id)
    if (author === null) continue
    const { name, email } = signatureOf(app, author)
    thanks.push(`Co-authored-by: ${name} <${email}>`)
  }
  return thanks.length === 0 ? title : `${title}\n\n${thanks.join('\n')}`
}
