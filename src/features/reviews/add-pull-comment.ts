import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import { type RecordId, recordIdIn } from '../../core/record-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { OpenPull, PullRef } from '../pulls/require-pull.ts'
import { openPull } from '../pulls/require-pull.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { speak } from '../threads/add-comment.ts'
import { lockThread } from '../threads/keep-thread.ts'
import { requireVoice } from '../threads/rights.ts'
import { parseCommentBody } from '../threads/thread-input.ts'
import { findPullComment, insertPlace } from './comment-store.ts'
import { followToHead } from './follow-to-head.ts'
import { type PositionInput, parsePosition } from './parse-position.ts'
import type { Place, Position, PullComment } from './pull-comment.ts'

export interface NewPullComment extends Omit<PositionInput, 'path'> {
  readonly body: string
  /** None: it is about the whole. */
  readonly path?: string | undefined
  /** An id of either kind. */
  readonly inReplyTo?: string | number | undefined
}

export type CommentNeeds = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** Something about the whole, about lines of a file, or in answer to somebody. Everybody who may read may speak. */
export async function addPullComment(
  app: CommentNeeds,
  actor: KnownActor,
  ref: PullRef,
  input: NewPullComment,
): Promise<PullComment> {
  const opened = await openPull(app, actor, ref, { to: 'write' })
  requireVoice(opened.repo, opened.pull)
  const body = parseCommentBody(input.body)
  const target = await findTarget(app, opened, input)
  const id = await inTransaction(app, async (tx) => {
    const thread = await lockThread(tx, opened.pull.id)
    if (thread === null) throw notFound('PULL')
    requireVoice(opened.repo, thread)
    const spoken = await speak(
      tx,
      actor,
      { repo: opened.repo, thread },
      {
        body,
        settle: async (commentId) => {
          if (target !== null) await insertPlace(tx, { commentId, threadId: thread.id, reviewId: null, ...target })
        },
      },
    )
    return spoken.id
  })
  if (target !== null) await followToHead(app, opened)
  const comment = await findPullComment(app.db, opened.pull.id, { id })
  if (comment === null) throw notFound('COMMENT')
  return comment
}

export interface Target {
  readonly position: Position
  readonly answers: Place | null
}

/** Null for what is about the whole. An answer stands where what it answers stands. */
export async function findTarget(
  app: CommentNeeds,
  { repo, pull }: OpenPull,
  { path, inReplyTo, ...input }: Omit<NewPullComment, 'body'>,
): Promise<Target | null> {
  if (inReplyTo !== undefined) {
    const answered = await findPullComment(app.db, pull.id, parseAnswered(inReplyTo))
    if (answered === null) throw invalidField('in_reply_to', 'unknown', 'is not a comment of this pull request')
    return answered.place === null ? null : { position: answered.place.original, answers: answered.place }
  }
  if (path === undefined || path === '') {
    if (input.line !== undefined) throw invalidField('path', 'required', 'is required where there is a line')
    return null
  }
  const position = await parsePosition(app, repoDirectory(app.config, repo), pull, { ...input, path })
  return { position, answers: null }
}

function parseAnswered(id: string | number): RecordId {
  const answered = recordIdIn(String(id))
  if (answered === null) throw invalidField('in_reply_to', 'format', 'must be an integer or a UUID')
  return answered
}
