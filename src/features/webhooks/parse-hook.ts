import type { Config } from '../../config.ts'
import { invalidField } from '../../core/errors.ts'
import { type HookEvent, hookEvents } from '../../core/hook-events.ts'
import { whyForbidden } from './reach.ts'
import type { HookContentType, Webhook } from './webhook.ts'

export interface HookInput {
  readonly url?: string | undefined
  readonly secret?: string | null | undefined
  readonly events?: readonly string[] | undefined
  readonly active?: boolean | undefined
  readonly branchFilter?: string | undefined
  readonly contentType?: string | undefined
}

export interface HookValues {
  readonly url: string
  /** Undefined: as it was. */
  readonly secret: string | null | undefined
  readonly events: readonly HookEvent[]
  readonly isActive: boolean
  readonly branchFilter: string
  readonly contentType: HookContentType
}

const longest = { url: 2048, secret: 255, branchFilter: 255 }

/** What a hook is to be, from what was said and, where nothing was, from what it is. */
export function parseHook(config: Config, input: HookInput, before: Webhook | null): HookValues {
  if (input.url === undefined && before === null) throw invalidField('url', 'required', 'must be given')
  return {
    url: input.url === undefined ? (before?.url ?? '') : parseUrl(config, input.url),
    secret: parseSecret(input.secret),
    events: input.events === undefined ? (before?.events ?? ['push']) : parseEvents(input.events),
    isActive: input.active ?? before?.isActive ?? true,
    branchFilter: parseFilter(input.branchFilter) ?? before?.branchFilter ?? '',
    contentType:
      input.contentType === undefined ? (before?.contentType ?? 'json') : parseContentType(input.contentType),
  }
}

function parseUrl(config: Config, text: string): string {
  if (text.length > longest.url) throw invalidField('url', 'too_long', `must be at most ${longest.url} characters`)
  const url = URL.parse(text.trim())
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalidField('url', 'format', 'must be an http or https address')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField('url', 'format', 'must not hold a name or a password: sign with a secret instead')
  }
  const why = whyForbidden(url, config.WEBHOOK_ALLOWED_HOSTS)
  if (why !== null) throw invalidField('url', 'forbidden', why)
  url.hash = ''
  return url.href
}

function parseSecret(secret: string | null | undefined): string | null | undefined {
  if (secret !== null && secret !== undefined && secret.length > longest.secret) {
    throw invalidField('secret', 'too_long', `must be at most ${longest.secret} characters`)
  }
  return secret
}

function parseEvents(names: readonly string[]): readonly HookEvent[] {
  if (names.includes('*')) return hookEvents
  const unknown = names.find((name) => !hookEvents.some((event) => event === name))
  if (unknown !== undefined) throw invalidField('events', 'unknown', `must be among ${hookEvents.join(', ')}`)
  const events = hookEvents.filter((event) => names.includes(event))
  if (events.length === 0) throw invalidField('events', 'required', 'must name at least one event')
  return events
}

function parseFilter(text: string | undefined): string | undefined {
  if (text !== undefined && text.length > longest.branchFilter) {
    throw invalidField('branch_filter', 'too_long', `must be at most ${longest.branchFilter} characters`)
  }
  return text?.trim()
}

function parseContentType(text: string): HookContentType {
  if (text === 'json' || text === 'application/json') return 'json'
  if (text === 'form' || text === 'application/x-www-form-urlencoded') return 'form'
  if (text === 'chat') return 'chat'
  throw invalidField('content_type', 'unknown', 'must be json, form or chat')
}
