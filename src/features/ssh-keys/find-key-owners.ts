import type { App } from '../../app.ts'
import type { User } from '../../core/user.ts'
import { usersByFingerprint } from './store.ts'

/** Whose account keys have these fingerprints. Deploy keys are nobody's. */
export async function findKeyOwners(
  app: Pick<App, 'db'>,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, User>> {
  const wanted = [...new Set(fingerprints)]
  return wanted.length === 0 ? new Map() : usersByFingerprint(app.db, wanted)
}
