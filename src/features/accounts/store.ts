import { alreadyExists } from '../../core/errors.ts'
import type { Slug } from '../../core/slug.ts'
import type { User } from '../../core/user.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { insertOwner, isTakenName } from '../owners/insert-owner.ts'
import { passwordPurposes, voidMailTokens } from './mail-tokens.ts'

export interface NewAccount {
  readonly username: Slug
  readonly fullName: string
  readonly email: string
  readonly emailVerified: boolean
  readonly passwordHash: string
}

/** Refuses a taken name or address with the answer that says which; the unique indexes settle a race. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<User> {
  const owner = await insertOwner(tx, 'user', account.username)
  if (owner === null) throw nameTaken(account.username)
  const inserted = await tx
    .insertInto('users')
    .values({
      id: owner.id,
      full_name: account.fullName,
      email: account.email,
      email_key: account.email.toLowerCase(),
      email_verified: account.emailVerified ? 1 : 0,
      password_hash: account.passwordHash,
      is_admin: 0,
    })
    .onConflict((oc) => oc.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) throw emailTaken()
  return {
    id: owner.id,
    uuid: owner.uuid,
    username: account.username,
    fullName: account.fullName,
    email: account.email,
    emailVerified: account.emailVerified,
    pendingEmail: null,
    isAdmin: false,
    disabled: false,
    createdAt: tx.now,
  }
}

/** Before anything is made for it. The indexes have the last word when the account is inserted. */
export async function refuseTaken(reader: Reader, username: Slug, email: string): Promise<void> {
  if (await isTakenName(reader, username)) throw nameTaken(username)
  if (await isEmailTaken(reader, email, 0)) throw emailTaken()
}

function nameTaken(username: string): Error {
  return alreadyExists('USER', 'username', `"${username}" is taken`)
}

export function emailTaken(): Error {
  return alreadyExists('USER', 'email', 'an account with this e-mail address exists')
}

export async function isOnlyUser(tx: Tx, userId: number): Promise<boolean> {
  const other = await tx.selectFrom('users').select('id').where('id', '!=', userId).limit(1).executeTakeFirst()
  return other === undefined
}

export async function setPasswordHash(tx: Tx, userId: number, hash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
}

export async function setEmailVerified(tx: Tx, userId: number, email: string): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ email_verified: 1 })
    .where('id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function isEmailTaken(reader: Reader, email: string, byOtherThan: number): Promise<boolean> {
  const row = await reader
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', email.toLowerCase())
    .where('id', '!=', byOtherThan)
    .executeTakeFirst()
  return row !== undefined
}

export async function setFullName(tx: Tx, userId: number, fullName: string): Promise<void> {
  await tx.updateTable('users').set({ full_name: fullName }).where('id', '=', userId).execute()
}

/** The account has this address from now on, and waits for no other. Links that went to the one before open nothing. */
export async function setEmail(tx: Tx, userId: number, email: string, verified: boolean): Promise<void> {
  const values = { email, email_key: email.toLowerCase(), email_verified: verified ? 1 : 0, pending_email: null }
  await tx.updateTable('users').set(values).where('id', '=', userId).execute()
  await voidMailTokens(tx, userId, ...passwordPurposes)
}

export async function setPendingEmail(tx: Tx, userId: number, email: string | null): Promise<void> {
  await tx.updateTable('users').set({ pending_email: email }).where('id', '=', userId).execute()
}
