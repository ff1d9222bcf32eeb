import { renderSVG } from 'uqr'
import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { newSecret, otpauthUrl } from './one-time-code.ts'
import { findEnrolment, isTwoFactorOn, saveSecret } from './store.ts'

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
  return shown(actor, secret)
}

/** The enrolment that was begun and waits for its first code: the same secret until it is right. Null: there is none. */
export async function findTwoFactorSetUp(
  app: Pick<App, 'db' | 'keys'>,
  actor: SessionActor,
): Promise<TwoFactorSetUp | null> {
  const enrolment = await findEnrolment(app.db, app.keys, actor.user)
  return enrolment === null || enrolment.enabled ? null : shown(actor, enrolment.secret)
}

function shown(actor: SessionActor, secret: string): TwoFactorSetUp {
  const url = otpauthUrl(secret, actor.user.username)
  return { secret, otpauthUrl: url, qrSvg: renderSVG(url) }
}
