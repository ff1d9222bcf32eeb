import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { maxPerPage, type Page, type PageRequest } from '../../core/page.ts'
import type { Role } from '../../core/roles.ts'
import type { Scope } from '../../core/scopes.ts'
import type { Permitted, Right } from '../../features/access/permit.ts'
import type { SessionGrant } from '../../features/sessions/open-session.ts'
import type { Upload } from '../open-upload.ts'
import type { Bytes } from '../send-bytes.ts'
import type { EventFeed } from '../sse/send-events.ts'
import type { ResourceName, ValueOf } from './forms/resources.ts'

/** Which count a request goes to. `login` gives back what turned out to be an honest attempt. */
export type RateClass = 'api' | 'login' | 'register' | 'reset'

export type Output =
  | { readonly kind: 'one'; readonly status: 200 | 201; readonly resource: ResourceName }
  /** Made or changed, by what was there: 201 or 200. */
  | { readonly kind: 'saved'; readonly resource: ResourceName }
  /** `envelope`: in both forms, 100 a page unless asked otherwise. */
  | { readonly kind: 'list'; readonly resource: ResourceName; readonly envelope?: true }
  /** One thing or a list, by what stands there: a file, or what a folder holds. */
  | { readonly kind: 'either'; readonly one: ResourceName; readonly list: ResourceName }
  | { readonly kind: 'nothing'; readonly status: 202 | 204 }
  /** A file, streamed. `media` is its type in the description; `parts`: Range requests work. */
  | { readonly kind: 'bytes'; readonly media: string; readonly parts: boolean }
  /** Server-sent events, as long as there are any. */
  | { readonly kind: 'events' }

/** Where another size than that of the form is taken unless asked otherwise. */
export function usualPageSize(output: Output): number | undefined {
  return output.kind === 'list' && output.envelope === true ? maxPerPage : undefined
}

/** A body of bytes as they are, of any type: streamed to the verb, never collected, cut off at the limit. */
export interface ByteBody {
  readonly kind: 'bytes'
  /** How many at most, or the setting that says so. */
  readonly limit: 'MAX_ASSET_BYTES' | number
}

type Body = TObject | ByteBody | undefined

export function isByteBody(body: Body): body is ByteBody {
  return body !== undefined && 'kind' in body && body.kind === 'bytes'
}

type ResultOf<O extends Output> = O extends { kind: 'one'; resource: infer R extends ResourceName }
  ? ValueOf<R>
  : O extends { kind: 'list'; resource: infer R extends ResourceName }
    ? Page<ValueOf<R>>
    : O extends { kind: 'either'; one: infer One extends ResourceName; list: infer Many extends ResourceName }
      ? { readonly one: ValueOf<One> } | { readonly list: Page<ValueOf<Many>> }
      : O extends { kind: 'bytes' }
        ? Bytes
        : O extends { kind: 'events' }
          ? EventFeed
          : O extends { kind: 'saved'; resource: infer R extends ResourceName }
            ? Saved<ValueOf<R>>
            : void

export interface Saved<T> {
  readonly created: boolean
  readonly value: T
}

type InputOf<S extends Body> = S extends TObject ? Static<S> : S extends ByteBody ? Upload : undefined

/** What a handler gets: who asks, already let through, and input that has been checked. */
export interface Call<R extends Right, P extends TObject | undefined, Q extends TObject | undefined, B extends Body> {
  readonly app: App
  readonly actor: Permitted<R>
  readonly via: Via
  readonly params: InputOf<P>
  readonly query: InputOf<Q>
  readonly body: InputOf<B>
  /** Lists only; one of one elsewhere. */
  readonly page: PageRequest
  /** The caller is a browser, which keeps its session in a cookie. */
  readonly byCookie: boolean
  readonly setSession: (grant: SessionGrant) => void
  readonly clearSession: () => void
}

/** A route says everything about itself in one place; validation, types, rights, limits and the API description follow. */
export interface RouteDefinition<
  R extends Right,
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends Body,
  O extends Output,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under /api/v1, with `{name}` for parameters. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly right: R
  /** What a token needs; null where tokens cannot come or need nothing in particular. */
  readonly scope: Scope | null
  /** The weakest role that is let in, in the repository or team that the path names. The verb asks for it at the gate. */
  readonly role?: Role
  readonly rate: RateClass
  /** The last parameter takes all that is left of the path, slashes and all: a branch, a path in a repository. */
  readonly takesRest?: true
  /** The path holds a secret: it is never logged. */
  readonly secretPath?: true
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /**
   * What it answers follows from the address, the asker and the database alone, one thing or a list: the same question is
   * answered from memory until something is committed.
   */
  readonly remembers?: true
  /** In bytes; a mebibyte unless said otherwise. */
  readonly bodyLimit?: number
  readonly output: O
  /** Also for whoever has yet to set up the second factor that the service asks of everybody. */
  readonly enrols?: true
  /**
   * What GET gives at the same address. Then callers may say by `If-Match` which state of it they change, and are refused
   * where there is another one by now.
   */
  current?(call: Call<R, P, Q, B>): Promise<ResultOf<O>>
  handle(call: Call<R, P, Q, B> & { readonly seen?: ResultOf<O> | undefined }): Promise<ResultOf<O>>
}

/** A route with its types forgotten, as the kernel keeps it in one list with all others. */
export type Route = RouteDefinition<Right, TObject | undefined, TObject | undefined, Body, Output>

export function route<
  R extends Right,
  const O extends Output,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends Body = undefined,
>(definition: RouteDefinition<R, P, Q, B, O>): Route {
  // Types are forgotten here (`handle` is a method, so it fits); the kernel fills a call by the definition's own schemas.
  return definition
}

export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
