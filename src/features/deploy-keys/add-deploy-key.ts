import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseTitle } from '../../core/title.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { claimFingerprint, keyInUse } from '../ssh-keys/claim-fingerprint.ts'
import { parsePublicKey } from '../ssh-keys/parse-public-key.ts'
import { countDeployKeys, type DeployKey, insertDeployKey } from './store.ts'

/** A key that opens this one repository; for reading unless said otherwise. */
export async function addDeployKey(
  app: Pick<App, 'db' | 'keys'>,
  actor: Actor,
  ref: RepoRef,
  input: { readonly title?: string | undefined; readonly key: string; readonly readOnly?: boolean | undefined },
): Promise<DeployKey> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  const key = parsePublicKey(input.key)
  const title = parseTitle('title', input.title || key.comment || key.fingerprint)
  const readOnly = input.readOnly ?? true
  return inTransaction(app, async (tx) => {
    requirePlaceFor('deploy keys', await countDeployKeys(tx, repo.id))
    const added = await insertDeployKey(tx, repo.id, key, { title, readOnly })
    if (added === null) throw keyInUse()
    await claimFingerprint(tx, key.fingerprint, { deployKeyId: added.id })
    await record(app, tx, actor, {
      event: 'DEPLOY_KEY_ADDED',
      target: { type: 'deploy_key', id: added.uuid, name: title },
      metadata: { repository: `${repo.owner}/${repo.slug}`, fingerprint: key.fingerprint, read_only: readOnly },
    })
    return added
  })
}
