import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor, Via } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { andThen, orElse, type Soon } from '../../core/soon.ts'
import { permit } from '../../features/access/permit.ts'
import { identify } from '../identify.ts'
import { giveBack, takeOne } from '../rate-limit.ts'
import { changesSomething, requireSameOrigin } from '../same-origin.ts'
import { viaOf } from '../via.ts'
import type { Route } from './route.ts'

/** Who asks, counted against the right limit. */
export function admit(app: App, route: Route, request: FastifyRequest, reply: FastifyReply): Soon<Actor> {
  const via = viaOf(request, 'api')
  const stranger: Actor = { kind: 'anonymous', via }
  if (route.right === 'public') return andThen(takeOne(app, route.rate, stranger, reply), () => stranger)
  const identified = orElse(
    () => identify(app, request, via, request.apiForm === 'B'),
    async (error) => {
      // Guessing tokens counts like any other stranger's request.
      await takeOne(app, 'api', stranger, reply)
      throw error
    },
  )
  return andThen(identified, ({ actor, byCookie }) =>
    andThen(takeOne(app, route.rate, actor, reply), () => {
      if (byCookie && changesSomething(request)) requireSameOrigin(app.config, request)
      return actor
    }),
  )
}

/** A body may take a minute to come: whoever was signed out, locked out or demoted since is not who they were. */
export function admitAgain(app: App, route: Route, request: FastifyRequest): Soon<Actor> {
  const identified = identify(app, request, viaOf(request, 'api'), request.apiForm === 'B')
  return andThen(identified, ({ actor }) => permit(actor, route.right, route.scope, route.enrols))
}

/** A mistyped registration is no registration: it counts as a request like any other. */
export async function givingBack<T>(
  app: App,
  { via, reply }: { readonly via: Via; readonly reply: FastifyReply },
  work: () => Soon<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Fault && error.kind === 'invalid') {
      await giveBack(app, 'register', { kind: 'anonymous', via })
      await takeOne(app, 'api', { kind: 'anonymous', via }, reply)
    }
    throw error
  }
}
