import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict, forbidden, invalidField } from '../../core/errors.ts'
import { accountObstacles } from '../admin/account-obstacles.ts'
import { removeAccount } from '../admin/remove-account.ts'
import { stillHolds } from '../passwords/password-proof.ts'
import { type Factors, requireFactors } from '../two-factor/require-factors.ts'

export interface Farewell extends Factors {
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
