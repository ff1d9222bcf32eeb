import type { FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { PageRequest } from '../../core/page.ts'
import type { Right } from '../../features/access/permit.ts'
import type { Exchange } from '../api/route.ts'
import { clearSessionCookie, isSecure, setSessionCookie } from '../session-cookie.ts'
import { chromeOf } from './chrome-of.ts'
import { takeFlash } from './flash.ts'
import { FormFields } from './form-fields.ts'
import type { Assets } from './layout/chrome.ts'
import type { PageCall, PageRoute } from './page-route.ts'
import { takeForOnce } from './shown-once.ts'
import { signOnCookie } from './sign-on-cookie.ts'

const perPage = 30

/** What a handler gets: who asks, for what, and what the frame around the page says. */
export async function pageCallOf(
  { app, assets }: { readonly app: App; readonly assets: Assets },
  route: PageRoute,
  actor: Actor,
  { request, reply }: Exchange,
): Promise<PageCall<Right>> {
  const query = textsOf(request.query)
  return {
    app,
    actor,
    via: actor.via,
    chrome: await chromeOf(app, assets, {
      actor,
      path: pathOf(request),
      flash: takeFlash(app, request, reply),
      answersForm: route.method === 'POST',
    }),
    params: paramsOf(request),
    query,
    search: request.url.slice(pathOf(request).length),
    form: request.body instanceof FormFields ? request.body : new FormFields(),
    page: pageOf(query),
    secret: takeForOnce(app, request, reply, actor),
    secureInstead: secureInstead(app, request),
    signOn: signOnCookie(app, request, reply),
    setSession: (grant) => setSessionCookie(app.config, reply, grant.cookie),
    clearSession: () => {
      clearSessionCookie(app.config, reply)
      // Browsers show pages that they have kept when somebody goes back: not to whoever comes next.
      reply.header('clear-site-data', '"cache"')
    },
  }
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

/** A name with a NUL in it is not the name without it: it is nobody's. */
export function paramsOf(request: FastifyRequest): Record<string, string> {
  return textsOf(request.params, '\uFFFD')
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

/** Our cookies are for https alone. A browser names the fetch's kind only where it trusts the line, a proxy says so. */
function secureInstead(app: App, request: FastifyRequest): string | null {
  const isHidden = request.headers['sec-fetch-site'] !== undefined || request.headers['x-forwarded-proto'] === 'https'
  return isSecure(app.config) && request.protocol === 'http' && !isHidden ? app.config.BASE_URL + request.url : null
}
