import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { countRecoveryCodes, twoFactorSince } from './store.ts'

export interface TwoFactorState {
  /** Null while it is off. */
  readonly enabledAt: number | null
  readonly recoveryCodesLeft: number
}

export async function twoFactorState(app: Pick<App, 'db'>, actor: SessionActor): Promise<TwoFactorState> {
  const [enabledAt, recoveryCodesLeft] = await Promise.all([
    twoFactorSince(app.db, actor.user.id),
    countRecoveryCodes(app.db, actor.user.id),
  ])
  return { enabledAt, recoveryCodesLeft }
}

/** Whether the password alone opens nothing: asked by everything that takes a password. */
export { isTwoFactorOn } from './store.ts'
