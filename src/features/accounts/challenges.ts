import type { App } from '../../app.ts'
import { minute } from '../../core/clock.ts'
import { invalidCredentials } from '../../core/errors.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { hashToken, randomText } from '../../secrets/token-text.ts'
import { type PasswordProof, stillHolds } from '../passwords/password-proof.ts'

const lifetime = 5 * minute
const tries = 5

/**
 * The password was right, or what stands in for it; whoever brings this token back may try the second factor, for this user
 * and no other. `identityId`: by which they signed in elsewhere; without it the sign-in is over.
 */
export async function challenge(
  app: Pick<App, 'db'>,
  proof: PasswordProof,
  identityId: number | null = null,
): Promise<string> {
  const token = `svc_chl_${randomText(43)}`
  const { userId } = proof
  await inTransaction(app, async (tx) => {
    if (!(await stillHolds(tx, proof))) throw invalidCredentials()
    await tx.deleteFrom('login_challenges').where('user_id', '=', userId).where('expires_at', '<', tx.now).execute()
    await tx
      .insertInto('login_challenges')
      .values({
        user_id: userId,
        token_hash: hashToken(token),
        expires_at: tx.now + lifetime,
        tries_left: tries,
        identity_id: identityId,
      })
      .execute()
  })
  return token
}

/** What a sign-in began with. */
export type FirstStep = 'password' | 'single-sign-on'

/** What the audit log says of it: that it was the password goes without saying. */
export function elsewhere(first: FirstStep): { readonly first?: FirstStep } {
  return first === 'password' ? {} : { first }
}

export interface Try {
  readonly userId: number
  readonly left: number
  readonly first: FirstStep
}

/** Takes one try off, in one statement, before the code is looked at: a flood at once has no more tries than one by one. */
export async function takeTry(tx: Tx, token: string): Promise<Try | null> {
  const row = await tx
    .updateTable('login_challenges')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', tx.now)
    .where('tries_left', '>', 0)
    .returning(['user_id', 'tries_left', 'identity_id'])
    .executeTakeFirst()
  if (row === undefined) return null
  return { userId: row.user_id, left: row.tries_left, first: row.identity_id === null ? 'password' : 'single-sign-on' }
}

/** Whose sign-in waits for its second step; takes no try. */
export async function findChallenged(app: Pick<App, 'db' | 'clock'>, token: string): Promise<number | null> {
  const row = await app.db
    .selectFrom('login_challenges')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', app.clock.now())
    .where('tries_left', '>', 0)
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function closeChallenges(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('login_challenges').where('user_id', '=', userId).execute()
}
