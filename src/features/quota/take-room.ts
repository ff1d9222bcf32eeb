import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { growRepo } from '../repos/measure-repo.ts'
import { claimRoom, ownerOf } from './claim-room.ts'

/**
 * A repository grows by so much from here on, against its owner's quota too, until somebody measures. Returns what all of it
 * takes then.
 */
export async function takeRoom(app: Pick<App, 'config'>, tx: Tx, repo: Repo, bytes: number): Promise<number> {
  await claimRoom(app, tx, ownerOf(repo), bytes)
  return growRepo(tx, repo.id, bytes)
}

/**
 * Writes so much, or less, into a repository. It counts before it lies there: one that is measured in between would have
 * it twice, and refuse what there is room for.
 */
export async function inRoom<T>(
  app: Pick<App, 'config' | 'db'>,
  repo: Repo,
  bytes: number,
  write: () => Promise<T>,
): Promise<T> {
  if (bytes === 0) return write()
  const counted = await inTransaction(app, (tx) => takeRoom(app, tx, repo, bytes))
  let isThere = false
  try {
    const made = await write()
    isThere = true
    return made
  } finally {
    // Whoever measured meanwhile found nothing of it, or not all, and wrote that down: it counts once more until the next look.
    const missing = isThere && (await isLess(app, repo, counted)) ? bytes : 0
    if (!isThere || missing > 0) {
      await inTransaction(app, async (tx) => {
        await growRepo(tx, repo.id, missing)
        await emit(tx, { type: 'repo.grown', repoId: repo.id })
      })
    }
  }
}

async function isLess(app: Pick<App, 'db'>, repo: Repo, counted: number): Promise<boolean> {
  const now = await findRepoById(app.db, repo.id)
  return now !== null && now.sizeBytes < counted
}
