import type { Generated } from 'kysely'

/** The tables of pull requests, beside those that they share with issues. */
export interface PullsSchema {
  commit_statuses: CommitStatusesTable
  pulls: PullsTable
  pull_versions: PullVersionsTable
  requested_reviewers: RequestedReviewersTable
  reviews: ReviewsTable
  line_comments: LineCommentsTable
  pending_comments: PendingCommentsTable
  viewed_files: ViewedFilesTable
}

/** What a check says of a commit. The newest of each context counts. */
interface CommitStatusesTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  sha: string
  context: string
  state: 'pending' | 'success' | 'failure' | 'error'
  description: string
  target_url: string | null
  creator_id: number | null
  created_at: number
}

/** What a thread that is a pull request has besides. */
interface PullsTable {
  thread_id: number
  /** Where it is to be merged. */
  repo_id: number
  /** Null when that repository is gone. */
  source_repo_id: number | null
  source_branch: string
  target_branch: string
  /** While it is open: what from and to where, so that there is one of each. */
  open_key: string | null
  is_draft: number
  /** Where the source branch is. */
  head_sha: string
  /** What the numbers below were worked out for; `target_sha` of a merged one is from right before that. */
  seen_head: string
  target_sha: string
  merge_base: string | null
  /** The newest of `pull_versions`. */
  version: number
  additions: number
  deletions: number
  changed_files: number
  commit_count: number
  /** Null while nobody has looked at these two commits. */
  mergeable: number | null
  /** A JSON array of paths. */
  conflicts: string
  merged_at: number | null
  merged_by: number | null
  merge_commit_sha: string | null
  /** JSON: what was asked for when it was merged, so that the same call has the same answer. */
  merge_request: string | null
  /** JSON: what to do as soon as nothing is in the way, as whom. */
  auto_merge: string | null
  auto_merge_by: number | null
}

/** Every state that the series of commits was in. */
interface PullVersionsTable {
  thread_id: number
  number: number
  head_sha: string
  /** Null until somebody has looked. */
  base_sha: string | null
  /** The same for two versions that change the same in the same way. */
  patch_key: string | null
  pusher_id: number | null
  created_at: number
  /** When room was claimed for what it brings from a fork; null where that was not needed, or not known to be. */
  brought_at: number | null
}

interface RequestedReviewersTable {
  thread_id: number
  user_id: number
  created_at: number
}

interface ReviewsTable {
  id: Generated<number>
  uuid: string
  thread_id: number
  author_id: number | null
  state: 'pending' | 'approved' | 'changes_requested' | 'commented'
  /** While it is pending: a person has one of these in a pull request. */
  pending_key: string | null
  body: string
  /** The version that was looked at. */
  version: number
  commit_sha: string
  created_at: number
  updated_at: number
  submitted_at: number | null
  dismissed_at: number | null
  dismissed_by: number | null
  dismissal: string
}

/** Where a comment stands in the changes: as it was written, and where that is now. */
interface LineCommentsTable {
  comment_id: number
  thread_id: number
  review_id: number | null
  /** The comment that the conversation began with, itself for that one. It may be gone. */
  root_id: number
  path: string
  side: 'old' | 'new'
  line: number
  start_line: number | null
  commit_sha: string
  base_sha: string
  now_path: string
  /** Null when the line is gone. */
  now_line: number | null
  now_start: number | null
  /** The head that `now_…` are true of. */
  now_sha: string
  /** The lines are gone, or say something else now. */
  is_outdated: number
  resolved_at: number | null
  resolved_by: number | null
}

/** Written for a review that is not submitted: nobody else sees it, so it is no comment yet. */
interface PendingCommentsTable {
  id: Generated<number>
  uuid: string
  review_id: number
  body: string
  /** JSON. */
  position: string
  created_at: number
}

/** `state_key` says what was in the file: a change makes it unviewed. */
interface ViewedFilesTable {
  thread_id: number
  user_id: number
  path: string
  state_key: string
  created_at: number
}
