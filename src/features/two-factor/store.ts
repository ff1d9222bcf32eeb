import { createHmac } from 'node:crypto'
import type { User } from '../../core/user.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Keys } from '../../secrets/keys.ts'
import { seal, unseal } from '../../secrets/seal.ts'

export interface Enrolment {
  readonly secret: string
  readonly enabled: boolean
  readonly lastStep: number
}

export async function saveSecret(tx: Tx, keys: Keys, user: User, secret: string): Promise<void> {
  const values = { secret_sealed: seal(keys.seal, placeOf(user), secret), enabled_at: null, last_step: 0 }
  await tx
    .insertInto('two_factor')
    .values({ user_id: user.id, ...values })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(values))
    .execute()
}

export async function findEnrolment(reader: Reader, keys: Keys, user: User): Promise<Enrolment | null> {
  const row = await reader.selectFrom('two_factor').selectAll().where('user_id', '=', user.id).executeTakeFirst()
  if (row === undefined) return null
  return {
    secret: unseal(keys.seal, placeOf(user), row.secret_sealed),
    enabled: row.enabled_at !== null,
    lastStep: row.last_step,
  }
}

export async function twoFactorSince(reader: Reader, userId: number): Promise<number | null> {
  const row = await reader
    .selectFrom('two_factor')
    .select('enabled_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.enabled_at ?? null
}

export async function isTwoFactorOn(reader: Reader, userId: number): Promise<boolean> {
  return (await twoFactorSince(reader, userId)) !== null
}

/** Five minutes. A step further ahead than that was accepted by a clock that was wrong then and is right by now. */
const stepsAhead = 10

/** Accepts a time step once: false when it, or a later one, was accepted before, be it at this very moment. */
export async function acceptStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', '<', step), eb('last_step', '>', step + stepsAhead)]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function markEnabled(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('two_factor').set({ enabled_at: tx.now }).where('user_id', '=', userId).execute()
}

export async function removeEnrolment(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('two_factor').where('user_id', '=', userId).execute()
}

export async function replaceRecoveryCodes(tx: Tx, keys: Keys, user: User, codes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute()
  const rows = codes.map((code) => ({ user_id: user.id, code_hash: hashRecovery(keys, user, code) }))
  await tx.insertInto('recovery_codes').values(rows).execute()
}

/** A recovery code works once: using it removes it. */
export async function useRecoveryCode(tx: Tx, keys: Keys, user: User, code: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user.id)
    .where('code_hash', '=', hashRecovery(keys, user, code))
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function countRecoveryCodes(reader: Reader, userId: number): Promise<number> {
  const row = await reader
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}

function placeOf(user: User): string {
  return `two_factor:${user.uuid}`
}

function hashRecovery(keys: Keys, user: User, code: string): string {
  return createHmac('sha256', keys.recovery).update(`${user.uuid}:${code}`).digest('base64url')
}
