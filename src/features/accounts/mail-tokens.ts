import { hour } from '../../core/clock.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { hashToken, randomText } from '../../secrets/token-text.ts'

export type MailPurpose = 'verify-email' | 'reset-password' | 'invitation'

const lifetime: Record<MailPurpose, number> = {
  'verify-email': 24 * hour,
  'reset-password': hour,
  invitation: 24 * hour,
}

/** What lets somebody choose a password: asked for by themselves, or sent along with a new account. */
export const passwordPurposes: readonly MailPurpose[] = ['reset-password', 'invitation']

/** Makes a token for one purpose; earlier ones for the same purpose stop working. */
export async function issueMailToken(
  tx: Tx,
  user: { readonly id: number; readonly email: string },
  purpose: MailPurpose,
): Promise<string> {
  const token = randomText(43)
  await voidMailTokens(tx, user.id, purpose)
  await tx
    .insertInto('mail_tokens')
    .values({
      user_id: user.id,
      purpose,
      token_hash: hashToken(token),
      email: user.email,
      expires_at: tx.now + lifetime[purpose],
    })
    .execute()
  return token
}

export async function voidMailTokens(tx: Tx, userId: number, ...purposes: readonly MailPurpose[]): Promise<void> {
  await tx.deleteFrom('mail_tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

/** Whether a token would be taken, without using it up: for pages that mail scanners open too. */
export async function isMailToken(
  reader: Reader,
  token: string,
  purposes: readonly MailPurpose[],
  now: number,
): Promise<boolean> {
  const row = await reader
    .selectFrom('mail_tokens')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a token up: null when it is unknown, expired, used, or was made for something else. */
export async function useMailToken(
  tx: Tx,
  token: string,
  purposes: readonly MailPurpose[],
): Promise<{ readonly userId: number; readonly email: string } | null> {
  const row = await tx
    .deleteFrom('mail_tokens')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', tx.now)
    .returning(['user_id', 'email'])
    .executeTakeFirst()
  return row === undefined ? null : { userId: row.user_id, email: row.email }
}
