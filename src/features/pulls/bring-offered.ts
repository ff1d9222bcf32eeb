import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { bringObjects, sizeToBring } from '../../git/bring-objects.ts'
import { emit } from '../../outbox/emit.ts'
import { ownerOf } from '../quota/claim-room.ts'
import { claimGuestRoom, type Guest } from '../quota/guest-room.ts'
import { takeRoom } from '../quota/take-room.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { recentTips } from '../transport/bring-commit.ts'

interface Offered {
  readonly from: Repo
  readonly to: Repo
  readonly commit: Sha
  /** What is there already, besides branches. */
  readonly known: readonly Sha[]
  /** Who offers it, where they may not write here themselves. */
  readonly guest: Guest | null
  /** The version that it is; null where the pull request is only being made. */
  readonly version: { readonly threadId: number; readonly number: number } | null
}

/**
 * Takes what a fork offers over into the repository that it is offered to. It is counted before it is taken: of many at
 * once none brings more than there is room for, and what is refused leaves nothing behind. Returns by what a guest's part
 * is known.
 */
export async function bringOffered(app: Pick<App, 'config' | 'db' | 'git'>, offered: Offered): Promise<number | null> {
  const { from, to, commit } = offered
  const way = { from: repoDirectory(app.config, from), to: repoDirectory(app.config, to) }
  const known = [...offered.known, ...(await recentTips(app, to))]
  const bytes = await sizeToBring(app.git, way, commit, known)
  const part = await inTransaction(app, (tx) => claim(app, tx, offered, bytes))
  try {
    await bringObjects(app.git, way, commit, known)
  } finally {
    // It lies there otherwise than it did, or not at all.
    await inTransaction(app, (tx) => emit(tx, { type: 'repo.grown', repoId: to.id }))
  }
  return part
}

async function claim(app: Pick<App, 'config'>, tx: Tx, offered: Offered, bytes: number): Promise<number | null> {
  const { to, guest, version } = offered
  if (version !== null && !(await isFirst(tx, version))) return null
  await takeRoom(app, tx, to, bytes)
  if (guest === null) return null
  return claimGuestRoom(
    app,
    tx,
    { owner: ownerOf(to), guest },
    { repoId: to.id, bytes, threadId: version?.threadId ?? null },
  )
}

/** A job and whoever reads the pull request may be at it together: it counts once. */
async function isFirst(tx: Tx, { threadId, number }: NonNullable<Offered['version']>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pull_versions')
    .set({ brought_at: tx.now })
    .where('thread_id', '=', threadId)
    .where('number', '=', number)
    .where('brought_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
