// What issues and pull requests may do with the threads that they are.
import type { Reader } from '../../db/handle.ts'
import { preparedList } from '../../db/prepared.ts'
import { dressThreads } from './dress-threads.ts'
import { selectThreads } from './store.ts'
import type { Thread } from './thread.ts'

export {
  deleteThread,
  holdThread,
  insertThread,
  lockThread,
  lockThreads,
  requireThreadById,
  saveState,
} from './store.ts'

/** In no particular order. */
export async function readThreads(reader: Reader, ids: readonly number[]): Promise<readonly Thread[]> {
  return dressThreads(reader, await byIds(reader, ids, {}))
}

const byIds = preparedList((db, ids: readonly number[]) => selectThreads(db).where('threads.id', 'in', ids))
