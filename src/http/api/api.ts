import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { identify } from '../identify.ts'
import { takeOne } from '../rate-limit.ts'
import { viaOf } from '../via.ts'
import { allRoutes } from './all-routes.ts'
import { answerFault } from './answer-faults.ts'
import { chooseForm } from './choose-form.ts'
import { parseBodies } from './parse-bodies.ts'
import { registerRoutes } from './register-routes.ts'

export const apiPrefix = '/api/v1'

/** Tokens and the like come in answers to changes, and from the account's own places. Nothing may keep those. */
function mayHoldSecret({ method, url }: { readonly method: string; readonly url: string }): boolean {
  if (method !== 'GET' && method !== 'HEAD') return true
  return /^\/api\/v1\/(auth|user)(\/|\?|$)/.test(url)
}

/** The JSON REST API. */
export function api(server: FastifyInstance, app: App): void {
  void server.register(
    (scope, _options, done) => {
      speakForms(scope, app)
      registerRoutes(scope, app, allRoutes)
      done()
    },
    { prefix: apiPrefix },
  )
  // Whoever looks for another version of it is a program as well.
  void server.register(
    (scope, _options, done) => {
      speakForms(scope, app)
      done()
    },
    { prefix: '/api' },
  )
}

/** Whoever it is, there is nothing here for them: what does not let them in need not be said. */
async function whoever(app: App, request: FastifyRequest): Promise<Actor> {
  const via = viaOf(request, 'api')
  try {
    return (await identify(app, request, via, request.apiForm === 'B')).actor
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { kind: 'anonymous', via }
  }
}

/** What every answer below an address has in common, that of a place which is not there, too. */
function speakForms(scope: FastifyInstance, app: App): void {
  parseBodies(scope)
  scope.decorateRequest('apiForm', app.config.API_FORM)
  scope.decorateRequest('apiCaller', null)
  scope.decorateRequest('apiVersion', null)
  scope.decorateRequest('apiSeen', null)
  scope.addHook('onRequest', (request, reply, next) => chooseForm(app, request, reply, next))
  scope.addHook('onRequest', (request, reply, next) => {
    // What may be kept is asked for again each time: rights may have changed.
    reply.header('cache-control', mayHoldSecret(request) ? 'no-store' : 'private, no-cache')
    next()
  })
  scope.setErrorHandler((error, request, reply) => answerFault(app, error, request, reply))
  const answerMissing = async (request: FastifyRequest, reply: FastifyReply) => {
    // Looking for doors that are not there counts like any other request: a stranger's where nobody is known.
    await takeOne(app, 'api', await whoever(app, request), reply)
    const path = request.url.split('?', 1)[0] ?? ''
    const missing = new Fault('not-found', `There is no ${request.method} ${path}`, { code: 'NOT_FOUND' })
    return answerFault(app, missing, request, reply)
  }
  scope.setNotFoundHandler(answerMissing)
  // Otherwise a page would answer: /api/v1/branches looks like one of a repository, and /api/v1 like a repository.
  for (const url of ['/', '/*']) {
    scope.route({ method: ['GET', 'POST'], url, onRequest: answerMissing, handler: answerMissing })
  }
}
