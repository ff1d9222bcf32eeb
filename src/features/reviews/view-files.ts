import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { invalidField } from '../../core/errors.ts'
import type { Reader } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type ChangedFile, changedFiles } from '../../git/changed-files.ts'
import type { FileDiff } from '../diffs/get-diff.ts'
import type { Pull } from '../pulls/pull.ts'
import { diffOfPull } from '../pulls/read-changes.ts'
import { openPull, type PullRef } from '../pulls/require-pull.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

export interface PullFile extends FileDiff {
  /** By whoever asks, in this very state. */
  readonly isViewed: boolean
}

/** What a pull request changes, file by file, and which of it somebody has ticked off. */
export async function listPullFiles(app: Needs, actor: Actor, ref: PullRef): Promise<readonly PullFile[]> {
  const { repo, pull } = await openPull(app, actor, ref, { to: 'read' })
  const files = await diffOfPull(app, repo, pull, {})
  const isViewed = await viewedBy(app.db, pull, userOf(actor)?.id ?? null)
  return files.map((file) => ({ ...file, isViewed: isViewed(file) }))
}

/** A file that changes after it was viewed has not been viewed. */
export async function viewedBy(
  reader: Reader,
  pull: Pick<Pull, 'id'>,
  userId: number | null,
): Promise<(file: ChangedFile) => boolean> {
  const rows =
    userId === null
      ? []
      : await reader
          .selectFrom('viewed_files')
          .select(['path', 'state_key'])
          .where('thread_id', '=', pull.id)
          .where('user_id', '=', userId)
          .execute()
  const known = new Map(rows.map((row) => [row.path, row.state_key]))
  return (file) => known.get(file.path) === keyOf(file)
}

export async function setViewed(
  app: Needs,
  actor: KnownActor,
  ref: PullRef,
  { path, viewed }: { readonly path: string; readonly viewed: boolean },
): Promise<void> {
  const { repo, pull } = await openPull(app, actor, ref, { to: 'write' })
  const from = pull.mergeBase ?? pull.targetSha
  const files = await changedFiles(app, repoDirectory(app.config, repo), from, pull.seenHead)
  const file = files.find((one) => one.path === path)
  if (file === undefined) throw invalidField('path', 'unknown', 'is not a file that this pull request changes')
  const key = { thread_id: pull.id, user_id: actor.user.id, path }
  await inTransaction(app, async (tx) => {
    const values = { state_key: keyOf(file), created_at: tx.now }
    const theirs = tx.deleteFrom('viewed_files').where('thread_id', '=', key.thread_id)
    await theirs.where('user_id', '=', key.user_id).where('path', '=', path).execute()
    if (viewed)
      await tx
        .insertInto('viewed_files')
        .values({ ...key, ...values })
        .execute()
  })
}

function keyOf({ oldSha, newSha, newMode }: ChangedFile): string {
  return `${oldSha} ${newSha} ${newMode}`
}
