import type { Reader } from '../../db/handle.ts'
import type { Pull } from '../pulls/pull.ts'

interface Reviewed {
  readonly commitSha: string
  readonly version: number
}

/** Tells which reviews are of an older state: not those of the same patch, which was only moved to another place. */
export async function stalenessOf(
  reader: Reader,
  pull: Pick<Pull, 'id' | 'headSha' | 'version'>,
): Promise<(review: Reviewed) => boolean> {
  const rows = await reader
    .selectFrom('pull_versions')
    .select(['number', 'head_sha', 'patch_key'])
    .where('thread_id', '=', pull.id)
    .execute()
  const keys = new Map(rows.map((row) => [row.number, row.patch_key]))
  const now = keys.get(pull.version) ?? null
  return ({ commitSha, version }) => commitSha !== pull.headSha && (now === null || keys.get(version) !== now)
}
