import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { type Actor, userOf } from '../core/actor.ts'
import { networkOf } from '../core/address.ts'
import { rateLimited } from '../core/errors.ts'
import type { Allowance, LimitName } from '../core/limits.ts'
import { andThen, type Soon } from '../core/soon.ts'
import type { RateClass } from './api/route.ts'

/** Counts a request, per account if there is one, else per address; says in the headers how much is left. */
export function takeOne(app: Pick<App, 'limits'>, rate: RateClass, actor: Actor, reply: FastifyReply): Soon<void> {
  return andThen(app.limits.take(...countOf(rate, actor)), (allowance) => {
    if (allowance.limit === 0) return undefined
    reply
      .header('x-ratelimit-limit', allowance.limit)
      .header('x-ratelimit-remaining', allowance.remaining)
      .header('x-ratelimit-reset', Math.ceil(Date.now() / 1000) + allowance.resetSeconds)
    requireLeft(allowance)
    const guesses = guessesOf(rate, actor)
    return guesses === null ? undefined : andThen(app.limits.take('account', guesses), requireLeft)
  })
}

function requireLeft({ exceeded, resetSeconds }: Allowance): void {
  if (exceeded) throw rateLimited(resetSeconds)
}

/** The attempt was honest: only failures count for good. */
export async function giveBack(app: Pick<App, 'limits'>, rate: RateClass, actor: Actor): Promise<void> {
  await app.limits.giveBack(...countOf(rate, actor))
  const guesses = guessesOf(rate, actor)
  if (guesses !== null) await app.limits.giveBack('account', guesses)
}

/**
 * Whoever holds a session that is not theirs may guess at the password and the codes behind it, from as many addresses
 * as they like: that counts against the account as well. Apart from signing in, so that strangers who fail at the door
 * do not lock out the person inside.
 */
function guessesOf(rate: RateClass, actor: Actor): string | null {
  const user = userOf(actor)
  return rate === 'login' && user !== null ? `inside ${user.id}` : null
}

function countOf(rate: RateClass, actor: Actor): [LimitName, string] {
  const user = userOf(actor)
  if (rate === 'api' && user !== null) return ['user', String(user.id)]
  return [rate === 'api' ? 'anonymous' : rate, networkOf(actor.via.ip ?? '')]
}
