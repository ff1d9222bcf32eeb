import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { type Actor, userOf, type Via } from '../core/actor.ts'
import { networkOf } from '../core/address.ts'
import { rateLimited } from '../core/errors.ts'
import type { LimitName } from '../core/limits.ts'
import type { RateClass } from './api/route.ts'

/** Counts a request, per account if there is one, else per address; says in the headers how much is left. */
export async function takeOne(
  app: Pick<App, 'limits'>,
  rate: RateClass,
  actor: Actor,
  reply: FastifyReply,
): Promise<void> {
  const allowance = await app.limits.take(...countOf(rate, actor))
  if (allowance.limit === 0) return
  reply
    .header('x-ratelimit-limit', allowance.limit)
    .header('x-ratelimit-remaining', allowance.remaining)
    .header('x-ratelimit-reset', Math.ceil(Date.now() / 1000) + allowance.resetSeconds)
  if (allowance.exceeded) throw rateLimited(allowance.resetSeconds)
}

/** The attempt was honest: only failures count for good. */
export async function giveBack(app: Pick<App, 'limits'>, rate: RateClass, via: Via): Promise<void> {
  await app.limits.giveBack(...countOf(rate, { kind: 'anonymous', via }))
}

function countOf(rate: RateClass, actor: Actor): [LimitName, string] {
  const user = userOf(actor)
  if (rate === 'api' && user !== null) return ['user', String(user.id)]
  return [rate === 'api' ? 'anonymous' : rate, networkOf(actor.via.ip ?? '')]
}
