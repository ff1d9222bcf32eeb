import type { Reader } from '../../db/handle.ts'

/**
 * In place of the hash of an account's password, where it has none. It is a hash like any other, so that comparing with it takes
 * as long and every version of ours bears it, and nobody finds what it is of: 32 bytes of nothing would have to come out.
 */
export const noPassword = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether there is a password to ask for. */
export async function hasOwnPassword(reader: Reader, userId: number): Promise<boolean> {
  const row = await reader.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row !== undefined && row.password_hash !== noPassword
}
