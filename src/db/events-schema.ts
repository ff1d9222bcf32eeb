import type { Generated } from 'kysely'
import type { Attention } from '../core/attention.ts'

/** What happened, what follows from it, and who is told. */
export interface EventsSchema {
  audit: AuditTable
  audit_head: AuditHeadTable
  jobs: JobsTable
  notification_preferences: NotificationPreferencesTable
  notifications: NotificationsTable
  repo_subscriptions: RepoSubscriptionsTable
  thread_subscriptions: ThreadSubscriptionsTable
}

interface AuditTable {
  id: Generated<number>
  uuid: string
  event: string
  actor_id: number | null
  actor_uuid: string | null
  actor_name: string | null
  actor_ip: string | null
  user_agent: string | null
  origin: 'web' | 'api' | 'ssh' | 'system'
  target_type: string | null
  target_id: string | null
  target_name: string | null
  metadata: string
  created_at: number
  prev_hash: string
  hash: string
}

/** One row: how long the chain is and where it ends, so that a cut tail shows. */
interface AuditHeadTable {
  id: number
  entries: number
  hash: string
}

interface JobsTable {
  id: Generated<number>
  uuid: string
  name: string
  payload: string
  state: 'ready' | 'running' | 'dead'
  run_at: number
  attempts: number
  /** Who runs it: a new one for every take, so that a worker whose lease has lapsed cannot report any more. */
  lease: string | null
  lease_until: number | null
  last_error: string | null
  created_at: number
}

/** Only what differs from the default. */
interface NotificationPreferencesTable {
  user_id: number
  type: string
  email: number
  inbox: Generated<number>
}

/**
 * `position` counts from 1 for each person, without a hole and in the order of the commits: whoever has seen one has seen all
 * before it. One event reaches a person once (`event_key`).
 */
interface NotificationsTable {
  id: Generated<number>
  user_id: number
  position: number
  event_key: string
  type: string
  repo_id: number | null
  thread_id: number | null
  team_id: number | null
  pipeline_id: number | null
  actor_id: number | null
  title: string
  created_at: number
  read_at: number | null
  /** Since when it is out of the inbox. */
  done_at: number | null
}

/** Who watches or mutes a repository. */
interface RepoSubscriptionsTable {
  user_id: number
  repo_id: number
  attention: Attention
  created_at: number
}

/** The same of one issue or pull request. */
interface ThreadSubscriptionsTable {
  user_id: number
  thread_id: number
  attention: Attention
  created_at: number
}
