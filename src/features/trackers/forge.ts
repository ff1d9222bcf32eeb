import type { Api } from './ask-api.ts'
import type { Fields } from './fields.ts'
import type { CommentThere, LabelThere, MilestoneThere, ReleaseThere, ThreadThere } from './tracker.ts'

/** A list that is asked for in pages, the oldest first where the server can do that. */
export interface ListAt {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
}

/** What is there, before anything is made of it here. */
export interface Outline {
  readonly lastIssue: number
  /** Where pull requests are counted apart; else they are among the issues. */
  readonly lastPull: number
  readonly total: number | null
}

/** One project on a server that has issues, in the words of that server. Paths are below the project's own. */
export interface Forge {
  readonly name: string
  /** What all addresses of the API begin with, the project included. */
  readonly base: URL
  readonly headers: Readonly<Record<string, string>>
  /** What it calls the length of a page, and how many it gives at most. */
  readonly sizeWord: 'per_page' | 'limit'
  readonly most: number
  readonly lists: {
    readonly labels: ListAt
    readonly milestones: ListAt
    readonly issues: ListAt
    readonly pulls: ListAt
    /** Of all issues and pull requests; null where they have to be asked for one by one. */
    readonly comments: ListAt | null
    /** On lines of what is offered, in the same way. */
    readonly remarks: ListAt | null
    readonly releases: ListAt
  }
  look(api: Api): Promise<Outline>
  /** Whether a project must have such things, by what it says of itself; of releases nobody does. */
  offers(about: Fields, list: keyof Forge['lists']): boolean
  /** For people, and so that nobody there has to be believed. */
  addressOf(kind: 'issue' | 'pull', number: number): string
  /** Where a link leads there that is a path from the root of the server. */
  readonly addressOfPath: (path: string) => string
  readLabel(fields: Fields): LabelThere | null
  readMilestone(fields: Fields, now: number): MilestoneThere | null
  /** Null for what is of the other kind, or not for everybody; `secret` for the latter. */
  readThread(fields: Fields, kind: 'issue' | 'pull', now: number): ThreadThere | 'secret' | null
  readComment(fields: Fields, now: number): CommentThere | null
  /** Null for a draft. */
  readRelease(fields: Fields, now: number): ReleaseThere | null
  /** What was said in one, where `lists` do not have it. */
  talkOf(api: Api, thread: ThreadThere, now: number): Promise<readonly CommentThere[]>
}
