import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { type Fault, unauthorized } from '../../core/errors.ts'
import type { PageRequest } from '../../core/page.ts'
import type { Right } from '../../features/access/permit.ts'
import type { SessionGrant } from '../../features/sessions/open-session.ts'
import type { Exchange } from '../api/route.ts'
import { awaitRoom, isLarge } from '../large-bodies.ts'
import { lookAgain } from '../look-again.ts'
import { giveBack } from '../rate-limit.ts'
import { isOwn } from '../same-origin.ts'
import { sendBytes } from '../send-bytes.ts'
import { clearSessionCookie, isSecure, setSessionCookie } from '../session-cookie.ts'
import { admit, admitAgain } from './admit.ts'
import { chromeOf } from './chrome-of.ts'
import { inWords } from './components/relative-time.ts'
import { setFlash, takeFlash } from './flash.ts'
import { FormFields } from './form-fields.ts'
import { isStranger, KeptPages, sendKept, type Version } from './kept-pages.ts'
import type { Assets, Flash } from './layout/chrome.ts'
import { renderPage } from './layout/render-page.ts'
import { pageOfForm } from './page-of-form.ts'
import type { PageAnswer, PageCall, PageRoute } from './page-route.ts'
import { editorFormLimit, formLimit, textFormLimit, uploadFormLimit } from './parse-forms.ts'
import { safeRedirect } from './safe-redirect.ts'
import { keepForOnce, takeForOnce } from './shown-once.ts'

const perPage = 30
const bodyLimits = {
  fields: formLimit,
  prose: textFormLimit,
  'file-text': editorFormLimit,
  files: uploadFormLimit,
} as const

declare module 'fastify' {
  interface FastifyRequest {
    pageCaller: Actor | null
    /** There were too many such requests before this one. */
    pageRefused: Fault | null
    /** What the database was like when a stranger asked for what may be kept; null for everything else. */
    pageVersion: Version | null
  }
}

/**
 * The whole path of a page request, for every page alike. Before the form is read: caller, origin, limit, right. Then:
 * handler, document.
 */
export function registerPages(server: FastifyInstance, app: App, assets: Assets, routes: readonly PageRoute[]): void {
  server.decorateRequest('pageCaller', null)
  server.decorateRequest('pageRefused', null)
  server.decorateRequest('pageVersion', null)
  const kept = new KeptPages(app)
  for (const route of routes) {
    server.route({
      method: route.method,
      url: route.path,
      bodyLimit: bodyLimits[route.takes ?? 'fields'],
      config: { secretPath: route.secretPath === true },
      onRequest: async (request, reply) => {
        if (route.lasts === true && isStranger(request)) {
          const asked = kept.version()
          request.pageVersion = asked instanceof Promise ? await asked : asked
          const page = kept.find(request.url, request.pageVersion)
          if (page !== null) return sendKept(request, reply, page)
        }
        const { actor, refused } = await admit(app, route, request, reply)
        // The form is worth reading only where somebody wants to see again what was typed.
        if (refused !== null && route.limited === undefined) throw refused
        request.pageCaller = actor
        request.pageRefused = refused
        if (request.pageCaller === null && isProgram(route, request)) throw unauthorized()
        if (request.pageCaller === null) {
          if (request.method !== 'GET') setFlash(app, reply, signedOut)
          await reply.redirect(
            loginUrl(request, () => pageBehind(app, request, route, routes)),
            303,
          )
          return undefined
        }
        if (bodyLimits[route.takes ?? 'fields'] > textFormLimit && isLarge(request)) {
          await route.before?.({ app, actor: request.pageCaller, params: textsOf(request.params, '\uFFFD') })
          await awaitRoom(app, request.pageCaller, reply)
        }
        return undefined
      },
      preValidation: async (request) => {
        if (route.method === 'POST') request.pageCaller = await admitAgain(app, route, request)
      },
      handler: async (request, reply) => {
        const { pageCaller: actor, pageVersion: version } = request
        if (actor === null) throw new Error('A page was reached without its caller')
        const query = textsOf(request.query)
        const call = {
          app,
          actor,
          via: actor.via,
          chrome: await chromeOf(app, assets, {
            actor,
            path: pathOf(request),
            flash: takeFlash(app, request, reply),
            answersForm: route.method === 'POST',
          }),
          // A name with a NUL in it is not the name without it: it is nobody's.
          params: textsOf(request.params, '\uFFFD'),
          query,
          form: request.body instanceof FormFields ? request.body : new FormFields(),
          page: pageOf(query),
          secret: takeForOnce(app, request, reply, actor),
          secureInstead: secureInstead(app, request),
          setSession: (grant: SessionGrant) => setSessionCookie(app.config, reply, grant.cookie),
          clearSession: () => {
            clearSessionCookie(app.config, reply)
            // Browsers show pages that they have kept when somebody goes back: not to whoever comes next.
            reply.header('clear-site-data', '"cache"')
          },
        }
        if (request.pageRefused !== null) return answerLimited(route, call, request.pageRefused, { request, reply })
        let answer: PageAnswer | null = null
        if (version !== null) {
          const page = await kept.of(request.url, version, async () => {
            answer = await lookAgain(request, () => route.handle(call))
            return lastingText(answer)
          })
          if (page !== null) return sendKept(request, reply, page)
        }
        answer ??= await lookAgain(request, () => route.handle(call))
        if (route.rate !== undefined && isHonest(route, answer)) await giveBack(app, route.rate, actor)
        if (route.contentPolicy !== undefined) reply.header('content-security-policy', route.contentPolicy)
        if (answer.kind === 'go' && answer.secret !== undefined) {
          keepForOnce(app, reply, actor, { path: answer.to, secret: answer.secret })
        }
        if (answer.kind === 'go' && isProgram(route, request)) return reply.code(204).send()
        const isSecret = call.secret !== null || route.holdsSecret === true
        return send({ app, request, reply }, answer, isSecret ? 'no-store' : 'private, no-cache')
      },
    })
  }
  for (const route of routes.filter((one) => isOnlyForm(one, routes))) {
    server.get(route.path, (request, reply) => reply.redirect(pageOfForm(route, routes, pathOf(request)), 303))
  }
}

/** A browser that sends a form wants a page to show. */
function isProgram({ forPrograms }: PageRoute, { headers }: FastifyRequest): boolean {
  return forPrograms === true && headers.accept?.includes('text/html') !== true
}

/** Null for what is not a page, and for one that will be more complete in a moment. */
function lastingText(answer: PageAnswer): string | null {
  return answer.kind === 'show' && answer.status === 200 && answer.isPartial !== true ? renderPage(answer.view) : null
}

function isOnlyForm(route: PageRoute, routes: readonly PageRoute[]): boolean {
  return route.method === 'POST' && !routes.some((other) => other.method === 'GET' && other.path === route.path)
}

/** Past the limit. Where the form has something typed in that is worth keeping, it comes back with it. */
async function answerLimited(
  route: PageRoute,
  call: PageCall<Right>,
  refused: Fault,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  if (route.limited === undefined) throw refused
  const wait = inWords(refused.retryAfterSeconds ?? 0)
  const answer = await route.limited(call, { form: `Too many attempts: try again in ${wait}.` })
  reply.header('retry-after', refused.retryAfterSeconds ?? 0)
  return send({ app: call.app, request, reply }, answer.kind === 'show' ? { ...answer, status: 429 } : answer)
}

/** Only failed sign-ins count for good, and only registrations that were well-formed. */
function isHonest({ rate }: PageRoute, answer: PageAnswer): boolean {
  if (rate === 'login') return answer.kind === 'go'
  return rate === 'register' && answer.kind === 'show' && answer.status === 422
}

function send(
  { app, request, reply }: Exchange & { readonly app: App },
  answer: PageAnswer,
  caching = 'private, no-cache',
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
        .header('cache-control', caching)
        .send(renderPage(answer.view))
  }
}

/** Our cookies are for https alone. A browser names the fetch's kind only where it trusts the line, a proxy says so. */
function secureInstead(app: App, request: FastifyRequest): string | null {
  const isHidden = request.headers['sec-fetch-site'] !== undefined || request.headers['x-forwarded-proto'] === 'https'
  return isSecure(app.config) && request.protocol === 'http' && !isHidden ? app.config.BASE_URL + request.url : null
}

/** Only pages of people who are signed in have forms, so somebody ended the session while this one was open. */
const signedOut: Flash = {
  tone: 'warning',
  text: 'You were signed out in the meantime, so nothing was sent. Sign in to return to the page you came from.',
}

function loginUrl(request: FastifyRequest, pageOfTheForm: () => string): string {
  const target = request.method === 'GET' ? request.url : pageOfTheForm()
  return `/login?redirect_to=${encodeURIComponent(target)}`
}

/** The page that a form was sent from: the browser names it, and where it does not, the form's address leads there. */
function pageBehind(app: App, request: FastifyRequest, route: PageRoute, routes: readonly PageRoute[]): string {
  const { referer } = request.headers
  if (referer !== undefined && URL.canParse(referer)) {
    const { origin, pathname, search } = new URL(referer)
    if (isOwn(app.config, request, origin)) return safeRedirect(pathname + search, '/')
  }
  const path = pathOf(request)
  return isOnlyForm(route, routes) ? pageOfForm(route, routes, path) : path
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
  const text = query['page'] ?? ''
  return { page: /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1, perPage }
}
