import type { App } from '../../app.ts'
import type { User } from '../../core/user.ts'
import type { Tx } from '../../db/handle.ts'
import { stepOfCode } from './one-time-code.ts'
import { acceptStep, findEnrolment, useRecoveryCode } from './store.ts'

export type SecondFactor = 'code' | 'recovery-code'

/** Whether `code` is right for this user and was not used before; it is used up by this. */
export async function checkSecondFactor(
  app: Pick<App, 'keys' | 'clock'>,
  tx: Tx,
  user: User,
  code: string,
): Promise<SecondFactor | null> {
  const enrolment = await findEnrolment(tx, app.keys, user)
  if (enrolment === null) return null
  const typed = code.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(typed)) {
    const step = stepOfCode(enrolment.secret, typed, app.clock.now())
    return step !== null && (await acceptStep(tx, user.id, step)) ? 'code' : null
  }
  const recovered = enrolment.enabled && (await useRecoveryCode(tx, app.keys, user, normalRecoveryCode(typed)))
  return recovered ? 'recovery-code' : null
}

/** People type them in capitals and without the dash. */
export function normalRecoveryCode(text: string): string {
  return text.toLowerCase().replaceAll('-', '')
}
