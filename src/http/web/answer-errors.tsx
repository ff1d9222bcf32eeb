import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault, type FaultKind } from '../../core/errors.ts'
import { secondFactorOwed } from '../../features/access/permit.ts'
import { identify } from '../identify.ts'
import { toFault } from '../to-fault.ts'
import { viaOf } from '../via.ts'
import { chromeOf } from './chrome-of.ts'
import { enrolFirst } from './enrol-first.ts'
import { findMissing, findReadOnly, findRefused } from './find-missing.ts'
import type { Assets, Chrome } from './layout/chrome.ts'
import { renderPage } from './layout/render-page.ts'
import { pathOf } from './page-call.ts'
import { ErrorView } from './views/error.tsx'
import type { ErrorStatus } from './views/error-texts.ts'
import { RepoMissingView } from './views/repo-missing.tsx'
import { RepoReadOnlyView } from './views/repo-read-only.tsx'
import { RepoRefusedView } from './views/repo-refused.tsx'

const status: Record<FaultKind, ErrorStatus> = {
  malformed: 400,
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  overtaken: 409,
  'rate-limited': 429,
  'too-large': 413,
  'too-slow': 400,
  unsupported: 400,
  unsatisfiable: 400,
  internal: 500,
  unavailable: 503,
}

/** What was wrong with what somebody wanted, not with us: nothing else is asked where we are in trouble. */
const refusals: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'malformed',
  'invalid',
  'forbidden',
  'conflict',
  'overtaken',
  'too-large',
])

export interface Site {
  readonly app: App
  readonly assets: Assets
}

/** The one place that turns what went wrong into a page. */
export async function answerErrorPage(
  { app, assets }: Site,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fault = toFault(app, error, request)
  // Programs that fetch a page are told; they would take another page for what they asked for.
  const isBrowser = request.headers.accept?.includes('text/html') === true
  if (fault.code === secondFactorOwed && isBrowser) return enrolFirst(app, reply)
  const actor = await actorOf(app, request)
  const chrome = await chromeOf(app, assets, { actor, path: pathOf(request), flash: null, answersForm: false })
  if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds)
  const view = (await viewInRepo(app, { actor, chrome, fault })) ?? (
    <ErrorView
      chrome={chrome}
      status={status[fault.kind]}
      // A missing page and one that may not be seen say the same, to the letter.
      detail={fault.kind === 'not-found' || fault.kind === 'internal' ? undefined : fault.message}
      requestId={fault.kind === 'not-found' ? null : request.id}
      retryAfterSeconds={fault.retryAfterSeconds}
    />
  )
  return reply
    .code(status[fault.kind])
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .send(renderPage(view))
}

/** Within the frame of a repository, where there is more to say than that it failed. */
async function viewInRepo(
  app: App,
  { actor, chrome, fault }: { readonly actor: Actor; readonly chrome: Chrome; readonly fault: Fault },
): Promise<JSX.Element | null> {
  if (fault.kind === 'not-found') {
    const found = await findMissing(app, actor, { path: chrome.path, fault })
    return found && <RepoMissingView chrome={chrome} {...found} />
  }
  if (!refusals.has(fault.kind)) return null
  const readOnly = fault.kind === 'forbidden' ? await findReadOnly(app, actor, chrome.path) : null
  if (readOnly !== null) return <RepoReadOnlyView chrome={chrome} {...readOnly} />
  const found = await findRefused(app, actor, chrome.path)
  return found && <RepoRefusedView chrome={chrome} {...found} status={status[fault.kind]} detail={fault.message} />
}

export function answerMissingPage(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return answerErrorPage(site, new Fault('not-found', 'Page not found', { code: 'NOT_FOUND' }), request, reply)
}

/** For the frame around the error. Whatever is wrong with the credentials may not hide the error itself. */
async function actorOf(app: App, request: FastifyRequest): Promise<Actor> {
  const via = viaOf(request, 'web')
  try {
    return (await identify(app, request, via, true)).actor
  } catch {
    return { kind: 'anonymous', via }
  }
}
