import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { PageRequest } from '../../core/page.ts'
import { permit } from '../../features/access/permit.ts'
import { identify } from '../identify.ts'
import { giveBack, takeOne } from '../rate-limit.ts'
import { changesSomething, refuseOtherOrigin, requireSameOrigin } from '../same-origin.ts'
import { sendBytes } from '../send-bytes.ts'
import { clearSessionCookie, setSessionCookie } from '../session-cookie.ts'
import { viaOf } from '../via.ts'
import { chromeOf } from './chrome-of.ts'
import { setFlash, takeFlash } from './flash.ts'
import { FormFields } from './form-fields.ts'
import type { Assets } from './layout/chrome.ts'
import { renderPage } from './layout/render-page.ts'
import type { PageAnswer, PageRoute } from './page-route.ts'

const perPage = 30

/** The whole path of a page request, for every page alike: caller, limit, origin, right, handler, document. */
export function registerPages(server: FastifyInstance, app: App, assets: Assets, routes: readonly PageRoute[]): void {
  for (const route of routes) {
    server.route({
      method: route.method,
      url: route.path,
      config: { secretPath: route.secretPath === true },
      handler: async (request, reply) => {
        const actor = await admit(app, route, request, reply)
        if (actor === null) return reply.redirect(loginUrl(request), 303)
        const query = textsOf(request.query)
        const answer = await route.handle({
          app,
          actor,
          via: actor.via,
          chrome: chromeOf(app, assets, { actor, path: pathOf(request), flash: takeFlash(app, request, reply) }),
          // A name with a NUL in it is not the name without it: it is nobody's.
          params: textsOf(request.params, '\uFFFD'),
          query,
          form: new FormFields(request.body instanceof URLSearchParams ? request.body : new URLSearchParams()),
          page: pageOf(query),
          setSession: (grant) => setSessionCookie(app.config, reply, grant.cookie),
          clearSession: () => clearSessionCookie(app.config, reply),
        })
        if (route.rate === 'login' && answer.kind === 'go') await giveBack(app, route.rate, actor.via)
        if (route.contentPolicy !== undefined) reply.header('content-security-policy', route.contentPolicy)
        return send(app, request, reply, answer)
      },
    })
  }
}

/** Null: a stranger where a person is needed, who is sent to sign in first. */
async function admit(app: App, route: PageRoute, request: FastifyRequest, reply: FastifyReply): Promise<Actor | null> {
  const { actor, byCookie } = await identify(app, request, viaOf(request, 'web'), true)
  if (changesSomething(request)) {
    if (byCookie) requireSameOrigin(app.config, request)
    else refuseOtherOrigin(app.config, request)
  }
  if (route.rate !== undefined) await takeOne(app, route.rate, actor, reply)
  try {
    return permit(actor, route.right, route.scope ?? null)
  } catch (error) {
    if (error instanceof Fault && error.kind === 'unauthorized') return null
    throw error
  }
}

function send(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PageAnswer,
): FastifyReply | Promise<FastifyReply> {
  switch (answer.kind) {
    case 'go':
      if (answer.flash !== null) setFlash(app, reply, answer.flash)
      return reply.redirect(answer.to, 303)
    case 'moved':
      return reply.redirect(answer.to, 302)
    case 'bytes':
      return sendBytes(request, reply, answer.bytes)
    case 'json':
      return reply.header('cache-control', 'private, no-cache').send(answer.body)
    case 'raw':
      return reply
        .type(answer.type)
        .header('cache-control', `public, max-age=${answer.maxAgeSeconds}`)
        .send(answer.body)
    case 'show':
      return reply
        .code(answer.status)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'private, no-cache')
        .send(renderPage(answer.view))
  }
}

function loginUrl(request: FastifyRequest): string {
  return request.method === 'GET' ? `/login?redirect_to=${encodeURIComponent(request.url)}` : '/login'
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

function textsOf(values: unknown, inPlaceOfNul = ''): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(values ?? {})) {
    // A name that came several times: the first one counts.
    const text: unknown = Array.isArray(value) ? value[0] : value
    if (typeof text === 'string') texts[name] = text.replaceAll('\0', inPlaceOfNul)
  }
  return texts
}

/** A page number that makes no sense is the first page: links are shared and mistyped, and a reader wants to read. */
function pageOf(query: Readonly<Record<string, string>>): PageRequest {
  const page = Number(query['page'] ?? '1')
  return { page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1, perPage }
}
