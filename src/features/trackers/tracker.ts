/** Where issues and pull requests can come from. Forgejo speaks as Gitea does. */
export const trackerKinds = ['github', 'gitea', 'gitlab'] as const
export type TrackerKind = (typeof trackerKinds)[number]

/** How far issues and pull requests of another server are brought. */
export interface Tracker {
  readonly kind: TrackerKind
  /** `waiting`: for the commits, which come first. */
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly labels: number
  readonly milestones: number
  readonly issues: number
  readonly pulls: number
  readonly comments: number
  readonly releases: number
  /** What could not be kept, or is not for everybody there. */
  readonly leftOut: number
  /** Of issues and pull requests; null where nobody says how many there are. */
  readonly total: number | null
  /** For people; null unless it failed. */
  readonly error: string | null
  /** The server there takes no more questions until then. */
  readonly waitsUntil: number | null
  /** When something was last heard of it. */
  readonly heardAt: number
}

/** What there is of labels, with what is allowed here made of it. */
export interface LabelThere {
  readonly name: string
  readonly color: string
  readonly description: string
}

export interface MilestoneThere {
  readonly title: string
  readonly description: string
  readonly state: 'open' | 'closed'
  readonly dueAt: number | null
  readonly createdAt: number
  readonly closedAt: number | null
}

export interface ThreadThere {
  /** As it is counted there. */
  readonly number: number
  readonly kind: 'issue' | 'pull'
  readonly title: string
  /** As it came: what is too long is cut where it is known where the rest is. */
  readonly body: string
  readonly author: string | null
  readonly isClosed: boolean
  readonly isLocked: boolean
  readonly createdAt: number
  readonly updatedAt: number
  readonly closedAt: number | null
  readonly labels: readonly LabelThere[]
  readonly milestone: MilestoneThere | null
  /** Whether anybody has said anything; true where nobody says. */
  readonly hasTalk: boolean
  readonly pull: PullThere | null
}

export interface PullThere {
  readonly sourceBranch: string
  readonly targetBranch: string
  readonly headSha: string
  readonly baseSha: string
  readonly mergedAt: number | null
  readonly mergeSha: string | null
  readonly isDraft: boolean
  /** Its branch is in the same repository. */
  readonly isOwn: boolean
}

export interface CommentThere {
  /** Of the thread, as it is counted there; null where the question was about one. */
  readonly number: number | null
  readonly author: string | null
  readonly body: string
  readonly createdAt: number
}

export interface ReleaseThere {
  readonly tagName: string
  readonly name: string
  readonly body: string
  readonly isPrerelease: boolean
  readonly publishedAt: number
}
