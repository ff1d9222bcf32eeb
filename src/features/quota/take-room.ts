import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { growRepo } from '../repos/measure-repo.ts'
import { claimRoom, ownerOf } from './claim-room.ts'

/** A repository grows by so much from here on, against its owner's quota too, until somebody measures. */
export async function takeRoom(app: Pick<App, 'config'>, tx: Tx, repo: Repo, bytes: number): Promise<void> {
  await claimRoom(app, tx, ownerOf(repo), bytes)
  if (bytes > 0) await growRepo(tx, repo.id, bytes)
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
  await inTransaction(app, (tx) => takeRoom(app, tx, repo, bytes))
  try {
    return await write()
  } catch (error) {
    await inTransaction(app, (tx) => emit(tx, { type: 'repo.grown', repoId: repo.id }))
    throw error
  }
}
