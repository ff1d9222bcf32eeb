import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict, forbidden, invalidField } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { accountObstacles } from '../admin/account-obstacles.ts'
import { removeAccount } from '../admin/remove-account.ts'
import { type PasswordProof, provePassword, stillHolds } from '../passwords/password-proof.ts'
import { showsSecondFactor } from '../two-factor/check-second-factor.ts'
import { isTwoFactorOn } from '../two-factor/two-factor-state.ts'

export interface Farewell {
  readonly password: string
  /** Needed where two-factor sign-in is on. */
  readonly code: string
  /** Their name, typed. */
  readonly confirm: string
}

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'keys' | 'log' | 'passing' | 'passwords'>

/**
 * Needs the name and all that signing in needs: a session that somebody left open is not enough. Whatever could refuse
 * it is asked before anything moves on disk.
 */
export async function deleteOwnAccount(app: Needs, actor: SessionActor, farewell: Farewell): Promise<void> {
  const { user } = actor
  if (farewell.confirm.trim() !== user.username) throw invalidField('confirm', 'wrong', `must be ${user.username}`)
  const obstacles = await accountObstacles(app, actor)
  if (obstacles.length > 0) throw conflict(obstacles.map(({ text }) => text).join(' '))
  const proof = await requireFactors(app, actor, farewell)
  await removeAccount(app, actor, user, async (tx) => {
    if (!(await stillHolds(tx, proof))) throw forbidden('The password is wrong')
  })
}

async function requireFactors(
  app: Needs,
  { user }: SessionActor,
  { password, code }: Farewell,
): Promise<PasswordProof> {
  const isOn = await isTwoFactorOn(app.db, user.id)
  if (isOn && code === '') throw invalidField('code', 'required', 'is needed: two-factor sign-in is on')
  const proof = await provePassword(app, user.id, password)
  return inTransaction(app, async (tx) => {
    const holds = proof !== null && (await stillHolds(tx, proof))
    if (!holds || (isOn && !(await showsSecondFactor(app, tx, user, code)))) {
      // Not which of the two: whoever has one of them learns nothing about the other.
      throw forbidden(isOn ? 'The password or the code is wrong' : 'The password is wrong')
    }
    return proof
  })
}
