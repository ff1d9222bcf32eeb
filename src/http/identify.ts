import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Actor, Via } from '../core/actor.ts'
import { Fault, unauthorized } from '../core/errors.ts'
import { andThen, type Soon } from '../core/soon.ts'
import { tokenPrefix } from '../features/tokens/token-lookup.ts'
import { readSessionCookie } from './session-cookie.ts'

export interface Identified {
  readonly actor: Actor
  /** The browser sent the credentials by itself: a change then has to come from our own pages. */
  readonly byCookie: boolean
}

type Needs = Pick<App, 'config' | 'sessionLookup' | 'tokenLookup'>

/**
 * Turns credentials into an actor. A header that does not hold good is an error, even where strangers are welcome: who
 * sends one means to be somebody. A stale cookie is not: browsers send it unasked. Nothing in the URL is ever looked at.
 */
export function identify(app: Needs, request: FastifyRequest, via: Via, takesCookie: boolean): Soon<Identified> {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    return andThen(byHeader(app, authorization, via), (actor) => ({ actor, byCookie: false }))
  }
  const cookie = takesCookie ? readSessionCookie(app.config, request) : undefined
  if (cookie === undefined) return { actor: { kind: 'anonymous', via }, byCookie: false }
  return byCookie(app, cookie, via)
}

async function byCookie(app: Needs, cookie: string, via: Via): Promise<Identified> {
  try {
    return { actor: await app.sessionLookup.identify(cookie, 'cookie', via), byCookie: true }
  } catch (error) {
    if (error instanceof Fault && error.kind === 'unauthorized') {
      return { actor: { kind: 'anonymous', via }, byCookie: false }
    }
    throw error
  }
}

function byHeader(app: Needs, header: string, via: Via): Soon<Actor> {
  const space = header.indexOf(' ')
  const scheme = header.slice(0, Math.max(space, 0)).toLowerCase()
  const value = header.slice(space).trim()
  if (scheme === 'bearer' && value !== '') {
    return value.startsWith(tokenPrefix)
      ? app.tokenLookup.identify(value, via)
      : app.sessionLookup.identify(value, 'access', via)
  }
  if (scheme === 'basic') return byBasic(app, value, via)
  throw unauthorized('Send "Authorization: Bearer" with a token')
}

/** Any name with a token as the password. A real password is never taken here: it would step around the second factor. */
function byBasic(app: Needs, value: string, via: Via): Soon<Actor> {
  const text = Buffer.from(value, 'base64').toString('utf8')
  const password = text.slice(text.indexOf(':') + 1)
  if (!password.startsWith(tokenPrefix)) throw unauthorized('Use a personal access token in place of the password')
  return app.tokenLookup.identify(password, via)
}
