import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import type { Tx } from '../../db/handle.ts'
import { emit } from '../../outbox/emit.ts'
import { deletePasskeysOf } from '../passkeys/remove-passkey.ts'
import { unlinkAll } from '../single-sign-on/unlink-identity.ts'
import { deleteKeysOf } from '../ssh-keys/remove-key.ts'
import { deleteTokensOf } from '../tokens/revoke-token.ts'

/**
 * For whoever is the first to show that an account's mailbox is theirs: all else that opens the account may be somebody's who
 * only claimed the address, and waited. Returns how many of each there were. The second factor opens nothing by itself, and stays.
 */
export async function shutOutOthers(app: Pick<App, 'keys'>, tx: Tx, actor: SessionActor) {
  const { id } = actor.user
  await unlinkAll(app, tx, actor)
  const removed = {
    passkeys: await deletePasskeysOf(tx, id),
    tokens: await deleteTokensOf(tx, id),
    ssh_keys: await deleteKeysOf(tx, id),
  }
  if (Object.values(removed).some((count) => count > 0)) {
    await emit(tx, { type: 'account.security-changed', userId: id, change: 'others-shut-out' })
  }
  return removed
}
