import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import { parseTitle } from '../../core/title.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { claimFingerprint, keyInUse } from './claim-fingerprint.ts'
import { parsePublicKey } from './parse-public-key.ts'
import { countKeys, insertKey, type SshKey } from './store.ts'

/** A key opens one account or one repository: the same key a second time, anywhere, is refused. */
export async function addKey(
  app: Pick<App, 'db' | 'keys'>,
  actor: SessionActor,
  input: { readonly title?: string | undefined; readonly key: string },
): Promise<SshKey> {
  const key = parsePublicKey(input.key)
  const title = parseTitle('title', input.title || key.comment || key.fingerprint)
  return inTransaction(app, async (tx) => {
    requirePlaceFor('SSH keys', await countKeys(tx, actor.user.id))
    const added = await insertKey(tx, actor.user.id, title, key)
    if (added === null) throw keyInUse()
    await claimFingerprint(tx, key.fingerprint, { sshKeyId: added.id })
    await emit(tx, { type: 'account.security-changed', userId: actor.user.id, change: 'ssh-key-added' })
    await record(app, tx, actor, {
      event: 'SSH_KEY_ADDED',
      target: { type: 'ssh_key', id: added.uuid, name: title },
      metadata: { fingerprint: key.fingerprint },
    })
    return added
  })
}
