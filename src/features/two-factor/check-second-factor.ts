import type { App } from '../../app.ts'
import type { User } from '../../core/user.ts'
import type { Tx } from '../../db/handle.ts'
import { stepOfCode } from './one-time-code.ts'
import { acceptStep, findEnrolment, useRecoveryCode } from './store.ts'

export type SecondFactor = 'code' | 'recovery-code'

type Needs = Pick<App, 'keys' | 'clock'>

/** Whether `code` is right for this user and was not used before, for whatever; it is used up by this. */
export async function useSecondFactor(app: Needs, tx: Tx, user: User, code: string): Promise<SecondFactor | null> {
  const step = await stepFor(app, tx, user, code)
  if (step !== null) return (await acceptStep(tx, user.id, step)) ? 'code' : null
  return (await useRecoveryCode(tx, app.keys, user, normalRecoveryCode(code))) ? 'recovery-code' : null
}

/** For somebody who is signed in. The code that they signed in with is used up: the next one is a moment away. */
export async function showsSecondFactor(app: Needs, tx: Tx, user: User, code: string): Promise<boolean> {
  return (await useSecondFactor(app, tx, user, code)) !== null
}

async function stepFor(app: Needs, tx: Tx, user: User, code: string): Promise<number | null> {
  const enrolment = await findEnrolment(tx, app.keys, user)
  const typed = code.replaceAll(/\s/g, '')
  if (enrolment === null || !enrolment.enabled || !/^\d{6}$/.test(typed)) return null
  return stepOfCode(enrolment.secret, typed, app.clock.now())
}

/** People type them in capitals, with spaces, and without the dash. */
export function normalRecoveryCode(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, '')
}
