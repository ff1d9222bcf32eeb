import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Exchange } from '../api/route.ts'
import { isOwn } from '../same-origin.ts'
import { setFlash } from './flash.ts'
import type { Flash } from './layout/chrome.ts'
import { pathOf } from './page-call.ts'
import { isOnlyForm, pageOfForm } from './page-of-form.ts'
import type { PageRoute } from './page-route.ts'
import { safeRedirect } from './safe-redirect.ts'

/** Only pages of people who are signed in have forms, so somebody ended the session while this one was open. */
const signedOut: Flash = {
  tone: 'warning',
  text: 'You were signed out in the meantime, so nothing was sent. Sign in to return to the page you came from.',
}

/** Leads somebody to sign in, and from there back to where they wanted to be. */
export function signInFirst(
  app: App,
  route: PageRoute,
  routes: readonly PageRoute[],
  { request, reply }: Exchange,
): FastifyReply {
  const isForm = request.method !== 'GET'
  if (isForm) setFlash(app, reply, signedOut)
  const target = isForm ? pageBehind(app, request, route, routes) : request.url
  return reply.redirect(`/login?redirect_to=${encodeURIComponent(target)}`, 303)
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
