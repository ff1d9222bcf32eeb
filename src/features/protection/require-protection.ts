import { notFound } from '../../core/errors.ts'
import type { Reader } from '../../db/handle.ts'
import type { Kept, Patterned, ProtectionId, ProtectionKind } from './protection-kind.ts'

/** Looked for among all of the repository: there are few. */
export async function requireProtection<Input, Values extends Patterned>(
  reader: Reader,
  kind: ProtectionKind<Input, Values>,
  repoId: number,
  id: ProtectionId,
): Promise<Values & Kept> {
  const all = await kind.all(reader, repoId)
  const found = all.find((one) => {
    if ('pattern' in id) return one.pattern === id.pattern
    return 'uuid' in id ? one.uuid === id.uuid : one.id === id.id
  })
  if (found === undefined) throw notFound('PROTECTION')
  return found
}
