import type { Generated } from 'kysely'

/** The tables of webhooks and of what was sent to them. */
export interface WebhooksSchema {
  webhooks: WebhooksTable
  hook_deliveries: HookDeliveriesTable
  hook_attempts: HookAttemptsTable
}

/** Of a repository, of all that a team owns, or with neither of the whole service. */
interface WebhooksTable {
  id: Generated<number>
  uuid: string
  repo_id: number | null
  team_id: number | null
  creator_id: number | null
  url: string
  secret_sealed: string | null
  /** The names between commas, one before the first and one behind the last: `,push,release,`. */
  events: string
  /** A pattern of branch names; empty for all. */
  branch_filter: string
  content_type: 'json' | 'form' | 'chat'
  is_active: number
  /** In a row. */
  failures: number
  /** When there is something to send; null while there is nothing. */
  due_at: number | null
  /** Whoever sends to it holds it: one at a time, so that the order is kept. */
  lease: string | null
  lease_until: number | null
  created_at: number
  updated_at: number
}

interface HookDeliveriesTable {
  id: Generated<number>
  /** The same over all attempts: by it a receiver knows what it has seen. */
  uuid: string
  hook_id: number
  event: string
  /** JSON: what happened. */
  source: string
  /** What is sent; made before the first attempt and the same in all that follow. */
  body: string | null
  state: 'waiting' | 'delivered' | 'failed' | 'skipped'
  attempts: number
  due_at: number
  /** Of the last attempt, so with the next two. */
  status: number | null
  duration_ms: number | null
  error: string | null
  redelivery_of: string | null
  created_at: number
  finished_at: number | null
}

interface HookAttemptsTable {
  id: Generated<number>
  delivery_id: number
  number: number
  request_headers: string
  status: number | null
  response_headers: string | null
  response_body: string | null
  duration_ms: number
  error: string | null
  created_at: number
}
