import type { ComponentChildren } from 'preact'
import { shortSha } from '../../../core/sha.ts'
import type { TimelineEvent } from '../../../features/threads/timeline.ts'
import { Person } from './comment-card.tsx'
import { Icon, type IconName } from './icon.tsx'
import { LabelChip } from './label-chip.tsx'
import { Time } from './time.tsx'

export type ShownEvent = {
  id: string
  /** Null: the service itself, or an account that is gone. */
  actor: string | null
  at: string
  event: TimelineEvent
}

/** One line of what happened between the comments. */
export function TimelineLine({ shown, base }: { shown: ShownEvent; base: string }) {
  const { icon, words } = tell(shown.event, base)
  return (
    <div class="event" id={`event-${shown.id}`}>
      <span class="event-icon">
        <Icon name={icon} />
      </span>
      <p>
        <Person username={shown.actor} /> {words} <Time at={shown.at} />
      </p>
    </div>
  )
}

interface Told {
  icon: IconName
  words: ComponentChildren
}

function tell(event: TimelineEvent, base: string): Told {
  switch (event.type) {
    case 'closed':
      return { icon: 'issue-closed', words: <>closed this{cause(event.commitSha, base)}</> }
    case 'reopened':
    case 'locked':
    case 'unlocked':
    case 'pinned':
    case 'unpinned':
    case 'drafted':
    case 'readied':
    case 'auto-merge-set':
    case 'auto-merge-dropped':
      return plain[event.type]
    case 'renamed':
      return { icon: 'pencil', words: <Change what="title" from={event.from} to={event.to} /> }
    case 'retargeted':
      return { icon: 'git-branch', words: <Change what="target" from={event.from} to={event.to} /> }
    case 'labeled':
      return { icon: 'tag', words: <>added {<LabelChip label={event} />}</> }
    case 'unlabeled':
      return { icon: 'tag', words: <>removed {<LabelChip label={event} />}</> }
    case 'assigned':
      return { icon: 'person', words: <>assigned {<Person username={event.username} />}</> }
    case 'unassigned':
      return { icon: 'person', words: <>unassigned {<Person username={event.username} />}</> }
    case 'review-requested':
      return { icon: 'eye', words: <>requested a review from {<Person username={event.username} />}</> }
    case 'review-request-removed':
      return { icon: 'eye', words: <>removed the review request for {<Person username={event.username} />}</> }
    case 'review-dismissed':
      return { icon: 'eye', words: <>dismissed the review of {<Person username={event.username} />}</> }
    case 'milestoned':
      return { icon: 'milestone', words: <>added this to the milestone {<strong>{event.title}</strong>}</> }
    case 'demilestoned':
      return { icon: 'milestone', words: <>removed this from the milestone {<strong>{event.title}</strong>}</> }
    case 'referenced':
      return { icon: 'cross-reference', words: <>mentioned this in {<Source source={event.source} />}</> }
    case 'merged':
      return {
        icon: 'git-merge',
        words: (
          <>
            merged this into {<code>{event.branch}</code>}
            {cause(event.commitSha, base)}
          </>
        ),
      }
    case 'pushed':
      return {
        icon: 'git-commit',
        words: (
          <>
            pushed version {event.version}: {<Commit base={base} sha={event.after} />}
            {event.refused !== undefined && ` (not taken over: ${event.refused})`}
          </>
        ),
      }
    case 'branch-deleted':
      return { icon: 'git-branch', words: <>deleted the branch {<code>{event.branch}</code>}</> }
  }
}

const plain = {
  reopened: { icon: 'issue-opened', words: 'reopened this' },
  locked: { icon: 'lock', words: 'locked the conversation' },
  unlocked: { icon: 'unlock', words: 'unlocked the conversation' },
  pinned: { icon: 'pin', words: 'pinned this' },
  unpinned: { icon: 'pin', words: 'unpinned this' },
  drafted: { icon: 'git-pull-request-draft', words: 'converted this to a draft' },
  readied: { icon: 'check', words: 'marked this as ready for review' },
  'auto-merge-set': { icon: 'git-merge', words: 'turned on auto-merge' },
  'auto-merge-dropped': { icon: 'git-merge', words: 'turned off auto-merge' },
} as const satisfies Readonly<Record<string, Told>>

function cause(sha: string | undefined, base: string): ComponentChildren {
  if (sha === undefined) return null
  return (
    <>
      {' '}
      with <Commit base={base} sha={sha} />
    </>
  )
}

function Commit({ base, sha }: { base: string; sha: string }) {
  return (
    <a href={`${base}/commit/${sha}`}>
      <code>{shortSha(sha)}</code>
    </a>
  )
}

function Change({ what, from, to }: { what: string; from: string; to: string }) {
  return (
    <>
      changed the {what} from <del>{from}</del> to <strong>{to}</strong>
    </>
  )
}

/** `owner/repo#12` or `owner/repo@sha`. */
function Source({ source }: { source: string }) {
  const [, repo, number] = /^(.+)#(\d+)$/.exec(source) ?? []
  if (repo !== undefined) return <a href={`/${repo}/issues/${number}`}>{source}</a>
  const [, place, sha] = /^(.+)@([0-9a-f]{40})$/.exec(source) ?? []
  if (place === undefined || sha === undefined) return <>{source}</>
  return (
    <a href={`/${place}/commit/${sha}`}>
      {place}@<code>{shortSha(sha)}</code>
    </a>
  )
}
