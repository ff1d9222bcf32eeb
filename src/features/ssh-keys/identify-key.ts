import type { App } from '../../app.ts'
import type { DeployKeyActor, SshKeyActor, Via } from '../../core/actor.ts'
import { minute } from '../../core/clock.ts'
import type { User } from '../../core/user.ts'
import type { Reader } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type DeployKey, findDeployKey, noteDeployKeyUse } from '../deploy-keys/find-deploy-key.ts'
import { owedBy } from '../two-factor/owed-by.ts'
import { findKeyAndUser, noteKeyUse, type SshKey } from './store.ts'

const noteUseEvery = minute

/** A key that opens something. What it opens is decided by the actor that it stands for, at the gate. */
export type KeyHolder =
  | { readonly kind: 'account'; readonly key: SshKey; readonly user: User }
  | { readonly kind: 'deploy'; readonly key: DeployKey }

/** Whose key has this fingerprint; null for nobody's, and for one whose account is disabled. */
export async function findKeyHolder(app: Pick<App, 'db'>, fingerprint: string): Promise<KeyHolder | null> {
  const account = await findKeyAndUser(app.db, fingerprint)
  if (account !== null) return account.user.disabled ? null : { kind: 'account', ...account }
  const key = await findDeployKey(app, fingerprint)
  return key === null ? null : { kind: 'deploy', key }
}

export async function actorOf(
  app: Pick<App, 'config' | 'db'>,
  holder: KeyHolder,
  via: Via,
): Promise<SshKeyActor | DeployKeyActor> {
  const keyId = holder.key.id
  if (holder.kind === 'account') {
    return { kind: 'ssh-key', via, user: holder.user, keyId, ...(await owedBy(app, holder.user.id)) }
  }
  const { repoId, readOnly } = holder.key
  // Nothing comes into what belongs to an account that somebody has shut; what is there is still read by those who need it.
  return { kind: 'deploy-key', via, repoId, readOnly: readOnly || (await isOwnerShut(app.db, repoId)), keyId }
}

async function isOwnerShut(reader: Reader, repoId: number): Promise<boolean> {
  const owner = reader
    .selectFrom('repos')
    .innerJoin('users', 'users.id', 'repos.owner_id')
    .select('users.id')
    .where('repos.id', '=', repoId)
    .where('users.disabled_at', 'is not', null)
  return (await owner.executeTakeFirst()) !== undefined
}

/** A note for the person, not a fact that anything depends on: failing to write it must not fail the sign-in. */
export async function noteUse(app: Pick<App, 'clock' | 'db' | 'log'>, { kind, key }: KeyHolder): Promise<void> {
  if (app.clock.now() - (key.lastUsedAt ?? 0) <= noteUseEvery) return
  try {
    if (kind === 'account') await inTransaction(app, (tx) => noteKeyUse(tx, key.id))
    else await noteDeployKeyUse(app, key.id)
  } catch (error) {
    app.log.warn({ error: String(error), fingerprint: key.fingerprint }, 'could not note that an SSH key was used')
  }
}
