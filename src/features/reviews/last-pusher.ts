import type { Reader } from '../../db/handle.ts'
import type { Pull } from '../pulls/pull.ts'
import type { Person } from '../threads/thread.ts'

/**
 * Who pushed what is offered now. Whoever only moved it to another place since, by a rebase or by merging the target, has
 * changed nothing of it. Null for a key, and for an account that is gone.
 */
export async function findLastPusher(reader: Reader, pull: Pick<Pull, 'id' | 'headSha'>): Promise<Person | null> {
  const versions = await reader
    .selectFrom('pull_versions')
    .leftJoin('owners', 'owners.id', 'pull_versions.pusher_id')
    .select(['head_sha', 'patch_key', 'pusher_id', 'owners.name'])
    .where('thread_id', '=', pull.id)
    .orderBy('number')
    .execute()
  const last = versions.findLastIndex((one) => one.head_sha === pull.headSha)
  const key = versions[last]?.patch_key ?? null
  const isSame = (at: number): boolean => key !== null && versions[at]?.patch_key === key
  let first = last
  while (isSame(first - 1)) first--
  const { pusher_id: id = null, name = null } = versions[first] ?? {}
  return id === null || name === null ? null : { id, username: name }
}
