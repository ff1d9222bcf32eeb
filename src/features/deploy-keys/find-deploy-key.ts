import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type DeployKey, findByFingerprint, setLastUse } from './store.ts'

export type { DeployKey }

export function findDeployKey(app: Pick<App, 'db'>, fingerprint: string): Promise<DeployKey | null> {
  return findByFingerprint(app.db, fingerprint)
}

export function noteDeployKeyUse(app: Pick<App, 'db'>, keyId: number): Promise<void> {
  return inTransaction(app, (tx) => setLastUse(tx, keyId))
}
