import type { HookEvent } from '../../core/hook-events.ts'

/** Whose it is: a repository's, a team's for all that it owns, or the whole service's. */
export type HookPlace = { readonly repoId: number } | { readonly teamId: number } | 'service'

/** In a chat people read it: they get a sentence in place of the records. */
export type HookContentType = 'json' | 'form' | 'chat'

export interface Webhook {
  readonly id: number
  readonly uuid: string
  readonly url: string
  readonly hasSecret: boolean
  readonly events: readonly HookEvent[]
  readonly isActive: boolean
  /** A pattern of branch names; empty for all. */
  readonly branchFilter: string
  readonly contentType: HookContentType
  /** Attempts that failed, in a row. */
  readonly failures: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly lastDelivery: Delivery | null
}

/** The error of what was not sent, because the hook was switched off before: by somebody, or for failing too often. */
export const hookDisabled = 'the webhook was disabled'

export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'skipped'

export interface Delivery {
  readonly id: number
  readonly uuid: string
  readonly event: string
  readonly state: DeliveryState
  readonly attempts: number
  /** Of the last attempt. */
  readonly status: number | null
  readonly durationMs: number | null
  readonly error: string | null
  readonly redeliveryOf: string | null
  readonly createdAt: number
  /** When the next attempt falls due; null when there is none. */
  readonly dueAt: number | null
  readonly finishedAt: number | null
}

export interface Attempt {
  readonly number: number
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly status: number | null
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly responseBody: string | null
  readonly durationMs: number
  readonly error: string | null
  readonly createdAt: number
}

export interface DeliveryDetail extends Delivery {
  /** Null until the first attempt. */
  readonly body: string | null
  readonly tries: readonly Attempt[]
}
