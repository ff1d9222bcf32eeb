import { alreadyExists } from '../../core/errors.ts'
import type { Tx } from '../../db/handle.ts'

/** Over all accounts and all repositories: the same key a second time, as whatever, is refused. */
export async function claimFingerprint(
  tx: Tx,
  fingerprint: string,
  holder: { readonly sshKeyId: number } | { readonly deployKeyId: number },
): Promise<void> {
  const claim = 'sshKeyId' in holder ? { ssh_key_id: holder.sshKeyId } : { deploy_key_id: holder.deployKeyId }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('key_claims')
    .values({ fingerprint, ...claim })
    .onConflict((oc) => oc.column('fingerprint').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw keyInUse()
}

export function keyInUse(): Error {
  return alreadyExists('KEY', 'key', 'this key is in use already')
}
