import type { VNode } from 'preact'
import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import type { PageRequest } from '../../core/page.ts'
import type { Scope } from '../../core/scopes.ts'
import type { Permitted, Right } from '../../features/access/permit.ts'
import type { SessionGrant } from '../../features/sessions/open-session.ts'
import type { RateClass } from '../api/route.ts'
import type { Bytes } from '../send-bytes.ts'
import type { FormErrors } from './components/form-errors.tsx'
import type { FormFields } from './form-fields.ts'
import type { Chrome, Flash } from './layout/chrome.ts'
import type { SignOnCookie } from './sign-on-cookie.ts'

/** What a page comes to: a document, or a way on after a form was sent. */
export type PageAnswer =
  | {
      readonly kind: 'show'
      readonly view: VNode
      readonly status: number
      /** Something that takes longer to find out is still missing. */
      readonly isPartial?: boolean
    }
  | {
      readonly kind: 'go'
      readonly to: string
      readonly flash: Flash | null
      /** What the page there shows, this once. */
      readonly secret?: string
    }
  /** It has another address now; the old one may belong to something else one day. */
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'bytes'; readonly bytes: Bytes }
  /** For our own scripts. */
  | { readonly kind: 'json'; readonly body: object }
  | { readonly kind: 'raw'; readonly type: string; readonly body: string; readonly maxAgeSeconds: number }

export interface PageCall<R extends Right> {
  readonly app: App
  readonly actor: Permitted<R>
  readonly via: Via
  readonly chrome: Chrome
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The same as it came, from the question mark on. */
  readonly search: string
  readonly form: FormFields
  readonly page: PageRequest
  /** What the form before left to be shown here, once. */
  readonly secret: string | null
  /** The address to use instead, where this one is too open for our cookies to stick. */
  readonly secureInstead: string | null
  /** Where somebody is who signs in elsewhere. */
  readonly signOn: SignOnCookie
  readonly setSession: (grant: SessionGrant) => void
  readonly clearSession: () => void
}

export interface PageRouteDefinition<R extends Right> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly right: R
  /** What a token needs to be let in at all, where no verb of a repository asks for it. */
  readonly scope?: Scope
  /** Only what is stricter than reading: signing in and the like. */
  readonly rate?: Exclude<RateClass, 'api'>
  readonly secretPath?: true
  /** Also for whoever has yet to set up the second factor that the service asks of everybody. */
  readonly enrols?: true
  /** Its form has a field for prose, for a file's text, or for files: it may be larger than others. */
  readonly takes?: 'prose' | 'file-text' | 'files'
  /** The page shows a secret: it is kept nowhere. */
  readonly holdsSecret?: true
  /** For what only takes a form: the page that holds it, where the path does not say so. Whoever opens it is led there. */
  readonly formAt?: string
  /** Programs call it, too: they are told that it is done in place of where to go on, and never to sign in at a page. */
  readonly forPrograms?: true
  /** Past the limit: the form as it was filled in, but for secrets. The kernel adds the status. */
  limited?(call: PageCall<R>, errors: FormErrors): PageAnswer | Promise<PageAnswer>
  /**
   * It depends on nothing but its address, who looks at it, and the database (and the time, a little): it is made once for
   * each of them and kept until something is committed.
   */
  readonly lasts?: true
  /** In place of the usual content security policy. */
  readonly contentPolicy?: string
  /** Before a large form is read: throws where it would be refused whatever it holds. */
  before?(call: Pick<PageCall<R>, 'app' | 'actor' | 'params'>): Promise<unknown>
  handle(call: PageCall<R>): Promise<PageAnswer>
}

export type PageRoute = PageRouteDefinition<Right>

export function page<R extends Right>(definition: PageRouteDefinition<R>): PageRoute {
  // Types are forgotten here; the kernel calls a handler only with an actor that its right let through.
  return definition
}

export function show(view: VNode, status = 200): PageAnswer {
  return { kind: 'show', view, status }
}

export function go(to: string, flash: Flash | null = null): PageAnswer {
  return { kind: 'go', to, flash }
}

export function done(to: string, text: string, next?: Flash['next']): PageAnswer {
  return go(to, { tone: 'success', text, next })
}

/** On to a page that shows a secret, which a reload will not show again. */
export function goWithSecret(to: string, secret: string): PageAnswer {
  return { kind: 'go', to, flash: null, secret }
}
