import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { permit } from '../../features/access/permit.ts'
import type { RateClass } from '../api/route.ts'
import { identify } from '../identify.ts'
import { takeOne } from '../rate-limit.ts'
import { changesSomething, refuseOtherOrigin, requireSameOrigin } from '../same-origin.ts'
import { viaOf } from '../via.ts'
import type { PageRoute } from './page-route.ts'

interface Admitted {
  /** Null: a stranger where a person is needed, who is sent to sign in first. */
  readonly actor: Actor | null
  /** There were too many such requests before this one. */
  readonly refused: Fault | null
}

/** Who asks, from where, how often, and whether they may. */
export async function admit(
  app: App,
  route: PageRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admitted> {
  const { actor, byCookie } = await identify(app, request, viaOf(request, 'web'), true)
  if (changesSomething(request)) {
    if (byCookie) requireSameOrigin(app.config, request)
    else refuseOtherOrigin(app.config, request)
  }
  const refused = route.rate === undefined ? null : await overLimit(app, route.rate, actor, reply)
  try {
    return { actor: permit(actor, route.right, route.scope ?? null, route.enrols), refused }
  } catch (error) {
    if (refused === null && error instanceof Fault && error.kind === 'unauthorized') return { actor: null, refused }
    throw refused ?? error
  }
}

/** A form may take a minute to come: whoever was signed out, locked out or demoted since is not who they were. */
export async function admitAgain(app: App, route: PageRoute, request: FastifyRequest): Promise<Actor> {
  const { actor } = await identify(app, request, viaOf(request, 'web'), true)
  return permit(actor, route.right, route.scope ?? null, route.enrols)
}

async function overLimit(app: App, rate: RateClass, actor: Actor, reply: FastifyReply): Promise<Fault | null> {
  try {
    await takeOne(app, rate, actor, reply)
    return null
  } catch (error) {
    if (error instanceof Fault && error.kind === 'rate-limited') return error
    throw error
  }
}
