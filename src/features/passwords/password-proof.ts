import { hash as digest } from 'node:crypto'
import type { App } from '../../app.ts'
import type { Reader, Tx } from '../../db/handle.ts'

/** That somebody knew the password of an account, a moment ago: what follows from it asks first if it still holds. */
export interface PasswordProof {
  readonly userId: number
  readonly hash: string
}

/** Null for a wrong password. `userId` null: nobody is called so; takes as long as with somebody. */
export async function provePassword(
  app: Pick<App, 'db' | 'passwords'>,
  userId: number | null,
  password: string,
): Promise<PasswordProof | null> {
  const row =
    userId === null
      ? undefined
      : await app.db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  const right = await app.passwords.verify(row?.password_hash ?? null, password)
  return right && row !== undefined && userId !== null ? { userId, hash: row.password_hash } : null
}

/**
 * Whether the account is there, enabled, and has that password still: hashing takes long enough for a reset to come in
 * between. Holds the account's row from here on, so that a change of password either came before, and this says no, or
 * comes after, and ends what was made from it.
 */
export async function stillHolds(tx: Tx, proof: PasswordProof): Promise<boolean> {
  const held = await tx
    .updateTable('users')
    .set({ password_hash: proof.hash })
    .where('id', '=', proof.userId)
    .where('password_hash', '=', proof.hash)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return held.numUpdatedRows === 1n
}

/** The same for what needs no password: the account is there and enabled, and stays so until this is over. */
export async function holdEnabled(tx: Tx, userId: number): Promise<boolean> {
  const held = await tx
    .updateTable('users')
    .set({ disabled_at: null })
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return held.numUpdatedRows === 1n
}

/** Tells one password of an account from the next, and nothing else about it. */
export function markOf({ hash }: PasswordProof): string {
  return digest('sha256', hash, 'base64url')
}

/** Whether an account still has the password of a mark. */
export async function hasPassword(reader: Reader, userId: number, mark: string): Promise<boolean> {
  const row = await reader.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row !== undefined && markOf({ userId, hash: row.password_hash }) === mark
}

/**
 * For the second step of a sign-in: what closes challenges is a change of password, so an open one proves this one. And for a
 * first step that was another than the password, which a change of it ends all the same.
 */
export async function proofOfChallenge(reader: Reader, userId: number): Promise<PasswordProof> {
  const row = await reader
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, hash: row.password_hash }
}
