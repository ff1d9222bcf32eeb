import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { type Fault, unauthorized } from '../../core/errors.ts'
import type { Exchange } from '../api/route.ts'
import { awaitRoom, isLarge } from '../large-bodies.ts'
import { lookAgain } from '../look-again.ts'
import { giveBack } from '../rate-limit.ts'
import { admit, admitAgain } from './admit.ts'
import { isStranger, KeptPages, nameOfPage, sendKept, type Version } from './kept-pages.ts'
import type { Assets } from './layout/chrome.ts'
import { renderPage } from './layout/render-page.ts'
import { pageCallOf, paramsOf, pathOf } from './page-call.ts'
import { isOnlyForm, pageOfForm } from './page-of-form.ts'
import type { PageAnswer, PageRoute } from './page-route.ts'
import { editorFormLimit, formLimit, textFormLimit, uploadFormLimit } from './parse-forms.ts'
import { answerLimited, sendPage } from './send-page.ts'
import { keepForOnce } from './shown-once.ts'
import { signInFirst } from './sign-in-first.ts'

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
    /** What the database was like when somebody asked for what may be kept; null for everything else. */
    pageVersion: Version | null
  }
}

type Parts = { readonly app: App; readonly assets: Assets; readonly kept: KeptPages }

/**
 * The whole path of a page request, for every page alike. Before the form is read: caller, origin, limit, right. Then:
 * handler, document.
 */
export function registerPages(server: FastifyInstance, app: App, assets: Assets, routes: readonly PageRoute[]): void {
  server.decorateRequest('pageCaller', null)
  server.decorateRequest('pageRefused', null)
  server.decorateRequest('pageVersion', null)
  const parts = { app, assets, kept: new KeptPages(app) }
  for (const route of routes) {
    server.route({
      method: route.method,
      url: route.path,
      bodyLimit: bodyLimitOf(route),
      config: { secretPath: route.secretPath === true },
      onRequest: (request, reply) => enter(parts, route, routes, { request, reply }),
      preValidation: async (request) => {
        if (route.method === 'POST') request.pageCaller = await admitAgain(app, route, request)
      },
      handler: (request, reply) => answerPage(parts, route, { request, reply }),
    })
  }
  for (const route of routes.filter((one) => isOnlyForm(one, routes))) {
    server.get(route.path, (request, reply) => reply.redirect(pageOfForm(route, routes, pathOf(request)), 303))
  }
}

/** Answers at once what needs no handler: a page that is kept, and a stranger where a person is needed. */
async function enter(
  { app, kept }: Parts,
  route: PageRoute,
  routes: readonly PageRoute[],
  { request, reply }: Exchange,
): Promise<FastifyReply | undefined> {
  if (route.lasts === true) {
    const asked = kept.version()
    request.pageVersion = asked instanceof Promise ? await asked : asked
    const page = isStranger(request) ? kept.find(request.url, request.pageVersion) : null
    if (page !== null) return sendKept(request, reply, page)
  }
  const { actor, refused } = await admit(app, route, request, reply)
  // The form is worth reading only where somebody wants to see again what was typed.
  if (refused !== null && route.limited === undefined) throw refused
  request.pageCaller = actor
  request.pageRefused = refused
  if (actor === null && isProgram(route, request)) throw unauthorized()
  if (actor === null) return signInFirst(app, route, routes, { request, reply })
  if (bodyLimitOf(route) > textFormLimit && isLarge(request)) {
    await route.before?.({ app, actor, params: paramsOf(request) })
    await awaitRoom(app, actor, reply)
  }
  return undefined
}

async function answerPage(parts: Parts, route: PageRoute, exchange: Exchange): Promise<FastifyReply> {
  const { app, kept } = parts
  const { request, reply } = exchange
  const { pageCaller: actor, pageRefused: refused, pageVersion: version } = request
  if (actor === null) throw new Error('A page was reached without its caller')
  app.markup.prepare()
  const call = await pageCallOf(parts, route, actor, exchange)
  if (refused !== null) return answerLimited(route, call, refused, exchange)
  let made: PageAnswer | null = null
  const name = version === null ? null : nameOfPage(request, call)
  if (version !== null && name !== null) {
    const make = async (): Promise<string | null> => {
      made = await lookAgain(request, () => route.handle(call))
      return lastingText(made)
    }
    const page = kept.find(name, version) ?? (await kept.of(name, version, make))
    if (page !== null) return sendKept(request, reply, page)
  }
  made ??= await lookAgain(request, () => route.handle(call))
  if (route.rate !== undefined && isHonest(route, made)) await giveBack(app, route.rate, actor)
  if (route.contentPolicy !== undefined) reply.header('content-security-policy', route.contentPolicy)
  if (made.kind === 'go' && made.secret !== undefined) {
    keepForOnce(app, reply, actor, { path: made.to, secret: made.secret })
  }
  if (made.kind === 'go' && isProgram(route, request)) return reply.code(204).send()
  const isSecret = call.secret !== null || route.holdsSecret === true
  return sendPage({ app, request, reply }, made, isSecret ? 'no-store' : 'private, no-cache')
}

function bodyLimitOf({ takes }: PageRoute): number {
  return bodyLimits[takes ?? 'fields']
}

/** A browser that sends a form wants a page to show. */
function isProgram({ forPrograms }: PageRoute, { headers }: FastifyRequest): boolean {
  return forPrograms === true && headers.accept?.includes('text/html') !== true
}

/** Null for what is not a page, and for one that will be more complete in a moment. */
function lastingText(answer: PageAnswer): string | null {
  return answer.kind === 'show' && answer.status === 200 && answer.isPartial !== true ? renderPage(answer.view) : null
}

/** Only failed sign-ins count for good, also where another page tells of them, and only registrations that were well-formed. */
function isHonest({ rate }: PageRoute, answer: PageAnswer): boolean {
  if (rate === 'login') return answer.kind === 'go' && answer.flash?.tone !== 'danger'
  return rate === 'register' && answer.kind === 'show' && answer.status === 422
}
