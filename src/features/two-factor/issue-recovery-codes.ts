import type { App } from '../../app.ts'
import type { User } from '../../core/user.ts'
import type { Tx } from '../../db/handle.ts'
import { randomText } from '../../secrets/token-text.ts'
import { normalRecoveryCode } from './check-second-factor.ts'
import { replaceRecoveryCodes } from './store.ts'

const count = 10
/** Without those that are taken for one another on paper: 0 and o, 1, i and l. */
const legible = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten new ones; those before are void. Told once, kept as hashes. */
export async function issueRecoveryCodes(app: Pick<App, 'keys'>, tx: Tx, user: User): Promise<readonly string[]> {
  const codes = Array.from({ length: count }, newRecoveryCode)
  await replaceRecoveryCodes(tx, app.keys, user, codes.map(normalRecoveryCode))
  return codes
}

function newRecoveryCode(): string {
  const text = randomText(12, legible)
  return `${text.slice(0, 6)}-${text.slice(6)}`
}
