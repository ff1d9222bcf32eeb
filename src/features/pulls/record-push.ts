import { branchOf, type RefName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import type { Tx } from '../../db/handle.ts'
import { holdThread, saveState } from '../threads/keep-thread.ts'
import { addToTimeline } from '../threads/timeline.ts'
import { emitOfThread } from '../webhooks/thread-records.ts'
import { addVersion } from './store.ts'

interface MovedRef {
  readonly ref: RefName
  /** What git has now; `noSha` when it is gone. */
  readonly now: Sha
}

const branchesAtOnce = 200

/**
 * What a push means to the pull requests of its branches, in the transaction that settles it: whoever reads one after the
 * push was answered sees its new head, and no version of a series is ever missed. A branch that is deleted takes its
 * pull requests back; they can still be read.
 */
export async function recordPush(
  tx: Tx,
  repo: Repo,
  pusherId: number | null,
  moved: readonly MovedRef[],
): Promise<void> {
  const tips = new Map(moved.flatMap(({ ref, now }) => [[branchOf(ref), now] as const]))
  const names = [...tips.keys()].filter((name) => name !== null)
  for (let at = 0; at < names.length; at += branchesAtOnce) {
    const rows = await tx
      .selectFrom('pulls')
      .select(['thread_id', 'source_branch', 'head_sha', 'version'])
      .where('source_repo_id', '=', repo.id)
      .where('source_branch', 'in', names.slice(at, at + branchesAtOnce))
      .where('open_key', 'is not', null)
      .orderBy('thread_id')
      .execute()
    for (const row of rows) {
      const now = tips.get(row.source_branch) ?? noSha
      if (now === noSha) await takeBack(tx, row, pusherId)
      else if (now !== row.head_sha) await goOn(tx, row, now, pusherId)
    }
  }
}

interface Row {
  readonly thread_id: number
  readonly source_branch: string
  readonly head_sha: string
  readonly version: number
}

async function goOn(tx: Tx, row: Row, now: Sha, pusherId: number | null): Promise<void> {
  const { thread_id: threadId, version, head_sha: before } = row
  if ((await holdThread(tx, threadId)) === null) return
  await addVersion(tx, { id: threadId, version }, now, pusherId)
  // Whoever wanted it merged by itself has not seen this.
  const dropped = { auto_merge: null, auto_merge_by: null }
  await tx.updateTable('pulls').set(dropped).where('thread_id', '=', threadId).execute()
  const event = { type: 'pushed', version: version + 1, before, after: now } as const
  await addToTimeline(tx, { threadId, actorId: pusherId, event })
  await emitOfThread(tx, { type: 'pull.synchronized', threadId, actorId: pusherId, from: before })
}

async function takeBack(tx: Tx, row: Row, pusherId: number | null): Promise<void> {
  const { thread_id: threadId, source_branch: branch } = row
  const thread = await holdThread(tx, threadId)
  if (thread === null) return
  await saveState(tx, thread, 'closed', pusherId)
  await tx.updateTable('pulls').set({ open_key: null, auto_merge: null }).where('thread_id', '=', threadId).execute()
  await addToTimeline(tx, { threadId, actorId: pusherId, event: { type: 'branch-deleted', branch } })
  await emitOfThread(tx, { type: 'pull.closed', threadId, actorId: pusherId })
}
