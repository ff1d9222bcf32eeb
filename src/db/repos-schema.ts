import type { Generated } from 'kysely'
import type { Role } from '../core/roles.ts'

/** Repositories, who may do what with them, and what lies in them. */
export interface ReposSchema {
  repos: ReposTable
  repo_redirects: RepoRedirectsTable
  repo_search: RepoSearchTable
  repo_grants: RepoGrantsTable
  stars: StarsTable
  refs: RefsTable
  push_journal: PushJournalTable
  branch_protections: BranchProtectionsTable
  branch_protection_pushers: BranchProtectionPushersTable
  tag_protections: TagProtectionsTable
  deploy_keys: DeployKeysTable
  imports: ImportsTable
  tracker_imports: TrackerImportsTable
  mirrors: MirrorsTable
  push_mirrors: PushMirrorsTable
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
  /** Grows with every settled push: whoever looked at git under an older one looks again before writing `refs`. */
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
  /** Those that are allowed, with blanks between them. */
  merge_methods: Generated<string>
  /** The one that is offered first. */
  merge_method: Generated<string>
  /** Pages offer to delete the branch of what is merged. */
  deletes_merged: Generated<number>
  /** The address of the repository on another server that it follows. */
  mirror_of: Generated<string | null>
}

/** Names that a repository had. By the owner's id, so that nobody else can ever take them over. */
interface RepoRedirectsTable {
  owner_id: number
  slug_key: string
  repo_id: number
}

/** What each repository is found by (see grams.ts): kept by triggers, a virtual table on SQLite. */
interface RepoSearchTable {
  repo_id: number
  grams: string[]
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
  require_resolved_conversations: number
  require_up_to_date: number
  require_code_owner_approval: number
  require_last_push_approval: number
  created_at: number
  updated_at: number
}

/** Who may push whatever their role. */
interface BranchProtectionPushersTable {
  protection_id: number
  user_id: number
}

interface TagProtectionsTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  /** `v*`, `**`. */
  pattern: string
  create_role: Role | 'Nobody'
  delete_role: Role | 'Nobody'
  created_at: number
  updated_at: number
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

/** How a repository is, or was, brought from another server. */
interface MirrorsTable {
  repo_id: number
  username: string
  sealed_password: string | null
  every_ms: number
  due_at: number
  is_running: number
  /** Grows while somebody is at work on it. */
  heard_at: number
  /** When it last was as there. */
  synced_at: number | null
  /** In a row. */
  failures: number
  error: string | null
  /** Branches and tags there whose names cannot be kept here, when it last was as there. */
  unusable_refs: Generated<number>
  /** Some of them: an array as JSON. */
  unusable_names: Generated<string>
}

/** Where a repository is pushed to whenever it changes. */
interface PushMirrorsTable {
  repo_id: number
  url: string
  username: string
  sealed_password: string | null
  due_at: number
  /** Whose work it is to send it: another one does for each time. Null while nobody does. */
  run: string | null
  /** Grows while somebody is at work on it. */
  heard_at: number
  /** `refs_version` of the repository when all of it was sent. */
  sent_version: number | null
  /** The same when some of it was refused, and the rest was taken. */
  refused_version: number | null
  sent_at: number | null
  /** In a row. */
  failures: number
  error: string | null
  /** JSON: how all branches and tags were at the last times, the latest last. */
  sent_prints: Generated<string | null>
  /** How often in a row something was sent that had been sent shortly before. */
  repeats: Generated<number>
}

interface ImportsTable {
  repo_id: number
  url: string
  started_by: number | null
  state: 'running' | 'done' | 'failed'
  received_bytes: number
  error: string | null
  /** Branches and tags whose names cannot be kept here. */
  unusable_refs: number
  started_at: number
  /** Grows while somebody is at work on it. */
  heard_at: number
}

/** Issues and pull requests that come from another server. */
interface TrackerImportsTable {
  repo_id: number
  kind: 'github' | 'gitea' | 'gitlab'
  /** Of the repository there. */
  url: string
  /** Of a GitLab that is not at the root of its host, such as `/gitlab`. */
  folder: Generated<string>
  /** For git, which wants one beside the token. */
  username: string
  /** As long as it is needed. */
  sealed_token: string | null
  started_by: number | null
  /** `waiting`: for the commits, which come first. */
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** JSON: what is asked for next. */
  place: string
  /** Numbers up to this one are for what comes from there. */
  reserved: number
  /** Added to the numbers of pull requests, where they are counted apart there. */
  pulls_after: number
  /** How many issues and pull requests there are; null where nobody says. */
  total: number | null
  labels: number
  milestones: number
  issues: number
  pulls: number
  comments: number
  releases: number
  left_out: number
  /** Of all that was written here so far. */
  text_length: number
  error: string | null
  /** The server there takes no more questions until then. */
  waits_until: number | null
  /** Grows with everybody who takes it up: who had it before writes no more. */
  turn: number
  /** Grows while somebody is at work on it. */
  heard_at: number
}
