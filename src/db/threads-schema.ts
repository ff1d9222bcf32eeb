import type { Generated } from 'kysely'

/** The tables of issues and pull requests, and of what is said in them. */
export interface ThreadsSchema {
  milestones: MilestonesTable
  threads: ThreadsTable
  labels: LabelsTable
  thread_labels: ThreadLabelsTable
  thread_assignees: ThreadAssigneesTable
  comments: CommentsTable
  text_versions: TextVersionsTable
  timeline_events: TimelineEventsTable
  thread_references: ThreadReferencesTable
  reactions: ReactionsTable
  attachments: AttachmentsTable
  guest_room: GuestRoomTable
  thread_facets: ThreadFacetsTable
  facet_counts: FacetCountsTable
  thread_search: ThreadSearchTable
  mentions: MentionsTable
  team_mentions: TeamMentionsTable
}

type ThreadKind = 'issue' | 'pull'
type ThreadState = 'open' | 'closed' | 'merged'

interface MilestonesTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  title: string
  title_key: string
  description: string
  state: 'open' | 'closed'
  due_at: number | null
  created_at: number
  updated_at: number
  closed_at: number | null
}

/** An issue, or the part of a pull request that is like one. */
interface ThreadsTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  number: number
  kind: ThreadKind
  state: ThreadState
  title: string
  body: string
  /** Null when the account is gone. */
  author_id: number | null
  milestone_id: number | null
  is_locked: number
  pinned_at: number | null
  comment_count: number
  created_at: number
  updated_at: number
  closed_at: number | null
  closed_by: number | null
  /** Who wrote it on another server: nobody here. */
  author_elsewhere: Generated<string | null>
  /** Its address there. */
  imported_from: Generated<string | null>
}

interface LabelsTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  name: string
  name_key: string
  /** `#rrggbb`. */
  color: string
  type: 'issue' | 'pull' | 'any'
  description: string
  created_at: number
}

interface ThreadLabelsTable {
  thread_id: number
  label_id: number
}

interface ThreadAssigneesTable {
  thread_id: number
  user_id: number
  created_at: number
}

interface CommentsTable {
  id: Generated<number>
  uuid: string
  thread_id: number
  author_id: number | null
  body: string
  created_at: number
  updated_at: number
  author_elsewhere: Generated<string | null>
}

/** What a text was before somebody changed it: of a comment, or without one of the thread itself. */
interface TextVersionsTable {
  id: Generated<number>
  thread_id: number
  comment_id: number | null
  editor_id: number | null
  title: string | null
  body: string
  created_at: number
}

interface TimelineEventsTable {
  id: Generated<number>
  uuid: string
  thread_id: number
  actor_id: number | null
  type: string
  /** JSON, by the type. */
  details: string
  /** Where a reference comes from: only those who may read that are told of it. */
  source_repo_id: number | null
  created_at: number
}

/** What mentions a thread. `source_key` says what it is, so that it is told once however often the text is saved. */
interface ThreadReferencesTable {
  id: Generated<number>
  thread_id: number
  source_key: string
  closes: number
  created_at: number
}

/** `target_key` is `t<thread>` or `c<comment>`: what a person may react to with one thing once. */
interface ReactionsTable {
  id: Generated<number>
  thread_id: number
  comment_id: number | null
  target_key: string
  user_id: number
  content: string
  created_at: number
}

interface AttachmentsTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  blob_id: number
  uploader_id: number | null
  name: string
  content_type: string
  created_at: number
  /** Null once a text was found to name it, and of what came in before anybody looked. */
  unused_since: number | null
}

/** What somebody without write access has brought: an attachment, or commits for a pull request that is not merged. */
interface GuestRoomTable {
  id: Generated<number>
  repo_id: number
  /** Null when the account is gone. */
  user_id: number | null
  attachment_id: number | null
  thread_id: number | null
  size: number
  created_at: number
}

type Facet = 'author' | 'assignee' | 'label' | 'milestone' | 'mention' | 'bare'

/**
 * What threads are looked for by, in the order that they are listed in: a thread's labels, assignees, milestone and those
 * who are called by name in it, each with its state, and one row for what it has nothing of. Triggers keep it and its
 * counts, so that they hold whoever writes; only on SQLite it begins by hand (migration 0069).
 */
interface ThreadFacetsTable {
  repo_id: number
  kind: ThreadKind
  /** The author stands with the thread, and is only counted. */
  facet: Exclude<Facet, 'author'>
  /** The id of the person, label or milestone; of `bare` what it has nothing of, added up: 1 label, 2 assignee, 4 milestone. */
  value: number
  state: ThreadState
  thread_id: number
}

interface FacetCountsTable {
  repo_id: number
  kind: ThreadKind
  facet: Facet
  value: number
  state: ThreadState
  count: number
}

/** The words of each thread (see full-text.ts): a virtual table on SQLite, a tsvector on PostgreSQL. */
interface ThreadSearchTable {
  thread_id: number
  words: string
}

/** Who was called by name, in what. `target_key` as with reactions: nobody is called twice by one text. */
interface MentionsTable {
  id: Generated<number>
  thread_id: number
  target_key: string
  actor_id: number
  user_id: number
  created_at: number
}

/** The same of teams. */
interface TeamMentionsTable {
  target_key: string
  team_id: number
  thread_id: number
  actor_id: number
  created_at: number
}
