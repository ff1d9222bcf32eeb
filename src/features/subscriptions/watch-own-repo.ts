import type { Tx } from '../../db/handle.ts'
import { saveSubscription } from './store.ts'

/** Whoever makes a repository wants to hear when others come to it; as with every watching, they may take it back. */
export function watchOwnRepo(tx: Tx, userId: number, repoId: number): Promise<void> {
  return saveSubscription(tx, userId, { repoId }, 'watching')
}
