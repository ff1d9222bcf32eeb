import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { minute, second } from '../../core/clock.ts'
import { seal, unseal } from '../../secrets/seal.ts'
import { clearCookie, readCookie, setCookie } from '../cookies.ts'
import { isSecure } from '../session-cookie.ts'

const name = 'svc_shown_once'
const lifetime = 2 * minute

type Needs = Pick<App, 'config' | 'keys' | 'clock'>

/**
 * A secret that the next page shows, once: a new token, recovery codes. The browser carries it there, sealed, for that
 * page and that session alone, so that neither a reload nor another process of ours shows or makes it a second time.
 */
export function keepForOnce(
  app: Needs,
  reply: FastifyReply,
  actor: Actor,
  { path, secret }: { readonly path: string; readonly secret: string },
): void {
  const until = app.clock.now() + lifetime
  const sealed = seal(app.keys.seal, placeOf(actor, path), `${until} ${secret}`)
  setCookie(reply, name, sealed, { ...attributes(app, path), maxAge: lifetime / second })
}

export function takeForOnce(app: Needs, request: FastifyRequest, reply: FastifyReply, actor: Actor): string | null {
  const sealed = readCookie(request, name)
  if (sealed === undefined || request.method !== 'GET') return null
  const path = request.url.split('?', 1)[0] ?? '/'
  clearCookie(reply, name, attributes(app, path))
  try {
    const [, until = '', secret = ''] = /^(\d+) (.+)$/s.exec(unseal(app.keys.seal, placeOf(actor, path), sealed)) ?? []
    return Number(until) > app.clock.now() ? secret : null
  } catch {
    // Somebody else's, or not ours at all: as good as none.
    return null
  }
}

function placeOf(actor: Actor, path: string): string {
  return `shown once:${actor.kind === 'session' ? actor.sessionId : 0}:${path}`
}

function attributes(app: Needs, path: string) {
  return { path, httpOnly: true, sameSite: 'lax', secure: isSecure(app.config) } as const
}
