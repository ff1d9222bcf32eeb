import { countOf } from '../../db/count-of.ts'
import type { Reader } from '../../db/handle.ts'

/** How many repositories of an owner follow one on another server. */
export function countMirrors(reader: Reader, ownerId: number): Promise<number> {
  return countOf(reader.selectFrom('repos').where('owner_id', '=', ownerId).where('mirror_of', 'is not', null))
}
