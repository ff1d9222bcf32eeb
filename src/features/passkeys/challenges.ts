import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { minute } from '../../core/clock.ts'
import type { Tx } from '../../db/handle.ts'
import { hashToken } from '../../secrets/token-text.ts'

/** As long as a sign-in waits for its second step. */
export const challengeLifetime = 5 * minute

const nonceBytes = 16
const timeBytes = 6
const markBytes = 32

type Needs = Pick<App, 'keys' | 'clock'>

/** What a challenge is for, as a text: one for anything else does not fit, nor one of another session or sign-in. */
export const purposes = {
  signIn: 'sign in',
  secondFactor: (challengeToken: string) => `second factor of ${hashToken(challengeToken)}`,
  add: ({ sessionId, user }: SessionActor) => `add to ${user.uuid} in session ${sessionId}`,
} as const

/**
 * Random, with its end and a mark by which any process of ours knows it again. Nothing is kept of it before it is answered:
 * whoever opens the sign-in page leaves no row behind.
 */
export function newChallenge(app: Needs, purpose: string): string {
  const head = Buffer.alloc(nonceBytes + timeBytes)
  randomBytes(nonceBytes).copy(head)
  head.writeUIntBE(app.clock.now() + challengeLifetime, nonceBytes, timeBytes)
  return Buffer.concat([head, markOf(app, purpose, head)]).toString('base64url')
}

export function isChallengeFor(app: Needs, purpose: string, text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  // One spelling counts, or another of the same bytes would be as good as new.
  if (bytes.length !== nonceBytes + timeBytes + markBytes || bytes.toString('base64url') !== text) return false
  const head = bytes.subarray(0, nonceBytes + timeBytes)
  if (!timingSafeEqual(bytes.subarray(head.length), markOf(app, purpose, head))) return false
  return head.readUIntBE(nonceBytes, timeBytes) > app.clock.now()
}

/** Of two answers to one challenge, be it at this very moment, one finds it unused. */
export async function useChallenge(tx: Tx, text: string): Promise<boolean> {
  const used = await tx
    .insertInto('used_challenges')
    .values({ challenge_hash: hashToken(text), expires_at: tx.now + challengeLifetime })
    .onConflict((oc) => oc.column('challenge_hash').doNothing())
    .executeTakeFirst()
  return used.numInsertedOrUpdatedRows === 1n
}

function markOf({ keys }: Pick<App, 'keys'>, purpose: string, head: Uint8Array): Buffer {
  return createHmac('sha256', keys.passkey).update(purpose).update('\0').update(head).digest()
}
