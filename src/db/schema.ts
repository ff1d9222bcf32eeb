import type { Generated } from 'kysely'
import type { Attention } from '../core/attention.ts'
import type { Role } from '../core/roles.ts'
import type { CiVariablesSchema } from './ci-variables-schema.ts'
import type { PipelinesSchema } from './pipelines-schema.ts'
import type { PullsSchema } from './pulls-schema.ts'
import type { SbomSchema } from './sbom-schema.ts'
import type { SharedStateSchema } from './shared-state-schema.ts'
import type { ThreadsSchema } from './threads-schema.ts'
import type { WebhooksSchema } from './webhooks-schema.ts'

/**
 * The tables, as rows are read and written. Times are milliseconds since 1970, flags 0 or 1, JSON is text: the same on
 * both databases. Every record that the API shows has an `id` (Form A) and a `uuid` (Form B).
 */
export interface Schema
  extends ThreadsSchema,
    PullsSchema,
    WebhooksSchema,
    PipelinesSchema,
    CiVariablesSchema,
    SbomSchema,
    SharedStateSchema {
  owners: OwnersTable
  users: UsersTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  login_challenges: LoginChallengesTable
  two_factor: TwoFactorTable
  recovery_codes: RecoveryCodesTable
  mail_tokens: MailTokensTable
  access_tokens: AccessTokensTable
  ssh_keys: SshKeysTable
  audit: AuditTable
  audit_head: AuditHeadTable
  jobs: JobsTable
  notification_preferences: NotificationPreferencesTable
  notifications: NotificationsTable
  repo_subscriptions: RepoSubscriptionsTable
  thread_subscriptions: ThreadSubscriptionsTable
  repos: ReposTable
  repo_redirects: RepoRedirectsTable
  repo_grants: RepoGrantsTable
  stars: StarsTable
  refs: RefsTable
  push_journal: PushJournalTable
  branch_protections: BranchProtectionsTable
  branch_protection_pushers: BranchProtectionPushersTable
  deploy_keys: DeployKeysTable
  key_claims: KeyClaimsTable
  blobs: BlobsTable
  releases: ReleasesTable
  release_assets: ReleaseAssetsTable
  lfs_objects: LfsObjectsTable
  lfs_locks: LfsLocksTable
  owner_redirects: OwnerRedirectsTable
  teams: TeamsTable
  team_members: TeamMembersTable
}

/** Users and teams share one name space: the first segment of a repository's URL. */
interface OwnersTable {
  id: Generated<number>
  uuid: string
  /** `deleted`: whom what is left of a deleted repository belongs to until it is gone. */
  kind: 'user' | 'team' | 'deleted'
  name: string
  name_key: string
  created_at: number
  /** Where its repositories lie: the first name that it had, so that another name moves nothing on disk. */
  directory: string
  /** Null: what the setting says. 0: no limit. */
  quota_bytes: number | null
}

/** `id` is the owner's. */
interface UsersTable {
  id: number
  full_name: string
  email: string
  email_key: string
  email_verified: number
  password_hash: string
  is_admin: number
  disabled_at: number | null
  last_seen_at: number | null
  pending_email: string | null
  /** How many they ever got: the next one's position follows. */
  last_notification: Generated<number>
}

interface SessionsTable {
  id: Generated<number>
  uuid: string
  user_id: number
  created_at: number
  last_seen_at: number
  expires_at: number
  ended_at: number | null
  ip: string | null
  user_agent: string | null
}

interface RefreshTokensTable {
  id: Generated<number>
  session_id: number
  token_hash: string
  expires_at: number
  used_at: number | null
}

/** A password was right; the second factor is awaited. */
interface LoginChallengesTable {
  id: Generated<number>
  user_id: number
  token_hash: string
  expires_at: number
  tries_left: number
}

interface TwoFactorTable {
  user_id: number
  secret_sealed: string
  /** Null while enrolment is under way. */
  enabled_at: number | null
  /** The last time step that was accepted: a code works once. */
  last_step: number
}

interface RecoveryCodesTable {
  id: Generated<number>
  user_id: number
  code_hash: string
}

interface MailTokensTable {
  id: Generated<number>
  user_id: number
  purpose: 'verify-email' | 'reset-password' | 'invitation'
  token_hash: string
  /** The address that the token was sent to: it proves nothing about any other. */
  email: string
  expires_at: number
}

interface AccessTokensTable {
  id: Generated<number>
  uuid: string
  user_id: number
  name: string
  token_hash: string
  scopes: string
  created_at: number
  expires_at: number
  last_used_at: number | null
}

interface SshKeysTable {
  id: Generated<number>
  uuid: string
  user_id: number
  title: string
  key_type: string
  public_key: string
  fingerprint: string
  created_at: number
  last_used_at: number | null
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
}

/**
 * `position` counts from 1 for each person, without a hole and in the order of the commits: who has seen one has seen all
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

interface ReposTable {
  id: Generated<number>
  uuid: string
  owner_id: number
  slug: string
  slug_key: string
  description: string
  is_public: number
  /** 1 until the first push that was accepted. */
  is_empty: number
  is_archived: number
  default_branch: string
  fork_of: number | null
  stars_count: number
  forks_count: number
  size_bytes: number
  created_at: number
  updated_at: number
  pushed_at: number | null
  /** Grows with every settled push: who looked at git under an older one looks again before writing `refs`. */
  refs_version: Generated<number>
  /** Of its newest issue or pull request. */
  last_number: Generated<number>
  /** Grows with every change of its issues and pull requests: what was counted under an older one is old. */
  threads_version: Generated<number>
  /** The number of its newest pipeline. */
  last_pipeline: Generated<number>
  /** Whether each push is scanned. Null: what the setting says. */
  sbom_enabled: number | null
  sbom_block_on_violation: Generated<number>
  /** Single words, with blanks between them. */
  topics: Generated<string>
}

/** Names that a repository had. By the owner's id, so that nobody else can ever take them over. */
interface RepoRedirectsTable {
  owner_id: number
  slug_key: string
  repo_id: number
}

/** Who else may do something in a repository: a user or a team. */
interface RepoGrantsTable {
  id: Generated<number>
  repo_id: number
  grantee_id: number
  role: Role
  created_at: number
}

interface StarsTable {
  repo_id: number
  user_id: number
  created_at: number
}

/** The refs as of the last push that was told to anybody. `peeled` is the commit behind an annotated tag. */
interface RefsTable {
  repo_id: number
  name: string
  sha: string
  peeled: string
  updated_at: number
  /** Null for the service itself, and when the account is gone. */
  pusher_id: number | null
}

/** Pushes that were let through and whose effects are not written yet. */
interface PushJournalTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  pusher_id: number | null
  origin: string
  changes: string
  git_process: string | null
  created_at: number
  /** Whoever let it through is alive until then, and says so anew as long as it takes. */
  lease_until: Generated<number>
  /** JSON: what the move means besides, for those that the service makes itself. */
  purpose: string | null
  /** The pull request that it merges: one move at a time for each. */
  merges_id: number | null
}

interface BranchProtectionsTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  /** `main`, `release/*`, `**`. */
  pattern: string
  push_role: Role | 'Nobody'
  merge_role: Role
  allow_force_push: number
  allow_delete: number
  required_approvals: number
  dismiss_stale_approvals: number
  /** A JSON array of names. */
  required_checks: string
  created_at: number
  updated_at: number
}

/** Who may push whatever their role. */
interface BranchProtectionPushersTable {
  protection_id: number
  user_id: number
}

interface DeployKeysTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  title: string
  key_type: string
  public_key: string
  fingerprint: string
  read_only: number
  created_at: number
  last_used_at: number | null
}

/** A key opens one account or one repository: whoever has it first. */
interface KeyClaimsTable {
  fingerprint: string
  ssh_key_id: number | null
  deploy_key_id: number | null
}

/** Files of the content store, each content once. One that nothing refers to is removed a while after `touched_at`. */
interface BlobsTable {
  id: Generated<number>
  sha256: string
  /** Its name on disk. */
  file: string
  size: number
  created_at: number
  touched_at: number
}

interface ReleasesTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  tag_name: string
  name: string
  body: string
  is_draft: number
  is_prerelease: number
  author_id: number | null
  created_at: number
  updated_at: number
  /** Null while it is a draft. */
  published_at: number | null
  /** Where the tag of a draft is to be made; null: the default branch. */
  target: string | null
}

interface ReleaseAssetsTable {
  id: Generated<number>
  uuid: string
  release_id: number
  blob_id: number
  name: string
  content_type: string
  download_count: number
  created_at: number
}

/** Which repository has which object: knowing its id is not enough to get it from another. */
interface LfsObjectsTable {
  repo_id: number
  oid: string
  blob_id: number
  created_at: number
}

interface LfsLocksTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  path: string
  owner_id: number
  created_at: number
}

/** Names that an owner had. They lead on to it, and stay its own for as long as it is there. */
interface OwnerRedirectsTable {
  name_key: string
  owner_id: number
}

/** `id` is the owner's, whose name is the team's slug. */
interface TeamsTable {
  id: number
  /** What people read; often the same as the slug. */
  title: string
  description: string
}

interface TeamMembersTable {
  team_id: number
  user_id: number
  /** The role in every repository that the team owns. */
  role: Role
  created_at: number
}
