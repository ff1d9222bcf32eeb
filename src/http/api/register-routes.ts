import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { overtaken } from '../../core/errors.ts'
import { andThen, orElse, type Soon } from '../../core/soon.ts'
import { permit } from '../../features/access/permit.ts'
import type { SessionGrant } from '../../features/sessions/open-session.ts'
import { names } from '../entity-tag.ts'
import { awaitRoom, isLarge } from '../large-bodies.ts'
import { lookAgain } from '../look-again.ts'
import { takeUploads } from '../open-upload.ts'
import { giveBack } from '../rate-limit.ts'
import { clearSessionCookie, setSessionCookie } from '../session-cookie.ts'
import { inStreamPlace } from '../sse/stream-places.ts'
import { admit, admitAgain, givingBack } from './admit.ts'
import { answerer, presenter, sendPresented, sendTagged, type Tagged, tagged } from './answer.ts'
import type { Form } from './forms/form.ts'
import { readPage } from './forms/paging.ts'
import { bodyLimit } from './parse-bodies.ts'
import { bodyReader } from './read-body.ts'
import { askGate, requireEntry } from './require-entry.ts'
import { isByteBody, type Route, usualPageSize } from './route.ts'
import { textChecker } from './validate.ts'

type Current = Awaited<ReturnType<Route['handle']>> | undefined
type Version = Awaited<ReturnType<App['db']['version']>>

declare module 'fastify' {
  interface FastifyRequest {
    /** Which form this request is answered in; known before anything can go wrong. */
    apiForm: Form
    apiCaller: Actor | null
    /** What the database showed when the caller was looked up. Only of what is remembered. */
    apiVersion: Soon<Version> | null
    /** The same, and when that was. Only of what may have a body, which may come much later. */
    apiSeen: { readonly version: Soon<Version>; readonly at: number } | null
  }
}

/**
 * The whole path of a request, for every route alike. Before the body is read: form, caller, limit, origin, right.
 * Then: input checked, verb called, answer presented in the form that was asked for.
 */
export function registerRoutes(server: FastifyInstance, app: App, routes: readonly Route[]): void {
  for (const route of routes.filter((one) => !isByteBody(one.body))) register(server, app, route)
  void server.register((scope, _options, done) => {
    takeUploads(scope)
    for (const route of routes.filter((one) => isByteBody(one.body))) register(scope, app, route)
    done()
  })
}

function register(server: FastifyInstance, app: App, route: Route): void {
  const readParams = route.params === undefined ? undefined : textChecker(route.params)
  const readQuery = route.query === undefined ? undefined : textChecker(route.query)
  const readBody = bodyReader(app, route)
  const answer = answerer(app, route.output)
  let presentOne: ReturnType<typeof presenter> | undefined
  const isPaged = route.output.kind === 'list' || route.output.kind === 'either'
  const usual = usualPageSize(route.output)
  const looksAgain = route.method !== 'GET' && route.right !== 'public'
  server.route({
    method: route.method,
    url: urlOf(route),
    bodyLimit: isByteBody(route.body) ? bodyLimit : (route.bodyLimit ?? bodyLimit),
    // Looking at a link that works once must not use it up.
    exposeHeadRoute: route.secretPath !== true,
    config: { isData: true, secretPath: route.secretPath === true, streams: isByteBody(route.body) },
    onRequest: (request, reply, done) => {
      if (route.remembers === true) request.apiVersion = versionOf(app)
      if (looksAgain) request.apiSeen = { version: versionOf(app), at: performance.now() }
      const admitted = andThen(admit(app, route, request, reply), (actor) => {
        request.apiCaller = permit(actor, route.right, route.scope, route.enrols)
      })
      const isHeld = (route.bodyLimit ?? bodyLimit) > bodyLimit && isLarge(request)
      const ready = isHeld ? andThen(admitted, () => takeRoom(request, reply)) : admitted
      if (ready instanceof Promise) void tell(ready, done)
      else done()
    },
    preValidation: looksAgain ? [lookedUpAgain] : [],
    handler: (request, reply) => {
      const actor = request.apiCaller
      if (actor === null) throw new Error('A route was reached without its caller')
      const work = (): Soon<FastifyReply> =>
        orElse(
          () => lookAgain(request, () => (route.remembers === true ? recall : run)(request, reply, actor)),
          async (error) => {
            await requireEntry(app, route, { actor, params: request.params, error })
            throw error
          },
        )
      const answered = route.rate === 'register' ? givingBack(app, { via: actor.via, reply }, work) : work()
      // What was sent already is not waited for: Fastify would take the reply itself for a promise.
      return answered instanceof Promise ? answered : undefined
    },
  })

  /** Nobody's large body is read who may not send it. */
  async function takeRoom(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const actor = request.apiCaller
    if (actor === null) throw new Error('A body was reached without its caller')
    await askGate(app, route, { actor, params: request.params })
    await awaitRoom(app, actor, reply)
  }

  function lookedUpAgain(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
    if (isJustSeen(app, request)) {
      done()
      return
    }
    const again = andThen(admitAgain(app, route, request), (actor) => {
      request.apiCaller = actor
    })
    if (again instanceof Promise) void tell(again, done)
    else done()
  }

  function recall(request: FastifyRequest, reply: FastifyReply, actor: Actor): Soon<FastifyReply> {
    const known = andThen(request.apiVersion ?? app.db.version(), (version) =>
      app.db.recall(recallKey(request, actor, version), () => present(request, reply, actor), sizeOf),
    )
    return andThen(known, (presented) =>
      andThen(presented ?? present(request, reply, actor), (ready) => sendTagged(request, reply, ready)),
    )
  }

  async function present(request: FastifyRequest, reply: FastifyReply, actor: Actor): Promise<Tagged> {
    presentOne ??= presenterOf(route.output)
    return tagged(await presentOne(request, await route.handle(callOf(request, reply, actor))))
  }

  async function run(request: FastifyRequest, reply: FastifyReply, actor: Actor): Promise<FastifyReply> {
    const call = callOf(request, reply, actor)
    const body = readBody(request)
    try {
      const asked = { ...call, body: body.value }
      const result: unknown = await route.handle({ ...asked, seen: await seenBy(request, asked) })
      if (route.rate === 'login') await giveBack(app, route.rate, actor)
      const send = async (): Promise<FastifyReply> =>
        route.current === undefined ? answer(request, reply, result) : sendNamed(request, reply, result)
      return await (route.output.kind === 'events' ? inStreamPlace(app, actor, send) : send())
    } finally {
      body.letGo()
    }
  }

  /** What it is now goes by a name, as where it is read: whoever changes it next need not read it again before. */
  async function sendNamed(request: FastifyRequest, reply: FastifyReply, result: unknown): Promise<FastifyReply> {
    presentOne ??= presenterOf(route.output)
    return sendPresented(reply, tagged(await presentOne(request, result)))
  }

  function presenterOf(output: Route['output']): ReturnType<typeof presenter> {
    if (output.kind === 'one' || output.kind === 'list' || output.kind === 'either') return presenter(app, output)
    throw new Error(`${route.path} has no text that goes by a name`)
  }

  /** What the caller names by `If-Match`, where that is how it still is. */
  async function seenBy(request: FastifyRequest, call: Parameters<Route['handle']>[0]): Promise<Current> {
    const named = request.headers['if-match']
    if (named === undefined || route.current === undefined || route.output.kind !== 'one') return undefined
    const now = await route.current(call)
    presentOne ??= presenterOf(route.output)
    if (!names(named, tagged(await presentOne(request, now)).tag)) throw overtaken()
    return now
  }

  function callOf(request: FastifyRequest, reply: FastifyReply, actor: Actor) {
    const query = request.query as Readonly<Record<string, unknown>>
    return {
      app,
      actor,
      via: actor.via,
      params: readParams?.check(paramsOf(route, request)),
      query: readQuery?.check(query),
      body: undefined,
      page: isPaged ? readPage(request.apiForm, query, usual) : { page: 1, perPage: 1 },
      // A header goes before a cookie: see `identify`.
      byCookie: actor.kind === 'session' && request.headers.authorization === undefined,
      setSession: (grant: SessionGrant) => setSessionCookie(app.config, reply, grant.cookie),
      clearSession: () => clearSessionCookie(app.config, reply),
    }
  }
}

const atOnceMs = 100

/** The body came with all the rest, and nothing was committed in between: whoever asks is who they were. */
function isJustSeen(app: App, { apiSeen }: FastifyRequest): boolean {
  // A database that has to be asked for its version is asked who this is instead.
  if (apiSeen === null || apiSeen.version instanceof Promise) return false
  return performance.now() - apiSeen.at < atOnceMs && apiSeen.version === app.db.version()
}

/**
 * Everything that an answer depends on besides the database. Of the caller that is what they were when they were looked up:
 * a right that was taken away since is none of whoever asks next.
 */
function recallKey(request: FastifyRequest, actor: Actor, version: Version): string {
  const who = actor.kind === 'token' ? `token ${actor.tokenId}` : `${actor.kind} ${userOf(actor)?.id ?? ''}`
  return `answer ${version} ${who} ${request.apiForm} ${request.url}`
}

/** A request that is refused first never asks for it: then nobody is told of a database that cannot be reached, either. */
function versionOf(app: App): Soon<Version> {
  const version = app.db.version()
  if (version instanceof Promise) version.catch(() => undefined)
  return version
}

function sizeOf({ text }: Tagged): number {
  return text.length + 500
}

const lastParameter = /\{(\w+)\}$/

function urlOf({ path, takesRest }: Route): string {
  const url = takesRest === true ? path.replace(lastParameter, '*') : path
  return url.replaceAll(/\{(\w+)\}/g, ':$1')
}

function paramsOf({ path, takesRest }: Route, { params }: FastifyRequest): unknown {
  if (takesRest !== true) return params
  const { '*': rest, ...others } = params as Readonly<Record<string, unknown>>
  return { ...others, [lastParameter.exec(path)?.[1] ?? '']: rest }
}

async function tell(admitted: Promise<void>, done: (error?: Error) => void): Promise<void> {
  const error: unknown = await admitted.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  done(error as Error | undefined)
}
