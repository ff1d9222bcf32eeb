import { renderSVG } from 'uqr'
import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { newSecret, otpauthUrl } from './one-time-code.ts'
import { isTwoFactorOn, saveSecret } from './store.ts'

export interface TwoFactorSetUp {
  readonly secret: string
  readonly otpauthUrl: string
  readonly qrSvg: string
}

/** Begins enrolment. Nothing changes at sign-in until a first code has proved that the application works. */
export async function setUpTwoFactor(app: Pick<App, 'db' | 'keys'>, actor: SessionActor): Promise<TwoFactorSetUp> {
  const secret = newSecret()
  await inTransaction(app, async (tx) => {
    if (await isTwoFactorOn(tx, actor.user.id)) throw conflict('Two-factor sign-in is on already: disable it first')
    await saveSecret(tx, app.keys, actor.user, secret)
  })
  const url = otpauthUrl(secret, actor.user.username)
  return { secret, otpauthUrl: url, qrSvg: renderSVG(url) }
}
