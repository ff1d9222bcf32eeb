import type { ComponentChildren } from 'preact'
import { shortSha } from '../../../core/sha.ts'
import type { TimelineEvent } from '../../../features/threads/timeline.ts'
import { Person } from './comment-card.tsx'
import { counted } from './counted.ts'
import { Icon, type IconName } from './icon.tsx'
import { LabelChip } from './label-chip.tsx'
import { type Status, StatusIcon } from './status-label.tsx'
import { Time } from './time.tsx'

export type ShownEvent = {
  id: string
  /** Null: the service itself, or an account that is gone. */
  actor: string | null
  at: string
  event: TimelineEvent
  /** What it came from, where that is there and the reader may see it. */
  source?: ShownSource | undefined
}

export type ShownSource = {
  /** `#12` in the same repository, `owner/repo#12` elsewhere, or the short id of a commit. */
  name: string
  title: string
  href: string
  /** Null for a commit. */
  status: Status | null
}

type TimelineLineProps = { shown: ShownEvent; base: string; isFolded?: boolean }

/** One line of what happened between the comments. */
export function TimelineLine({ shown, base, isFolded = false }: TimelineLineProps) {
  const { icon, words } = tell(shown, base)
  return (
    <div class="event" id={isFolded ? undefined : `event-${shown.id}`}>
      <span class="event-icon">
        <Icon name={icon} />
      </span>
      <p>
        <Person username={shown.actor} /> {words} <Time at={shown.at} />
      </p>
    </div>
  )
}

/** A thread that is spoken of everywhere has more of that than of all else: the last is enough to see. */
const mostMentions = 3

type EventItem = { kind: 'event'; event: ShownEvent }

/** Mentions that come one after the other, but for the last of many, behind one line. */
export function foldMentions<Item extends { kind: string }>(
  items: readonly (Item | EventItem)[],
): readonly (Item | EventItem | { kind: 'mentions'; events: readonly ShownEvent[] })[] {
  const runs: (Item | EventItem)[][] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (last?.[0] !== undefined && isMention(last[0]) && isMention(item)) last.push(item)
    else runs.push([item])
  }
  return runs.flatMap((run) => {
    const events = run.filter(isMention).map(({ event }) => event)
    if (events.length <= mostMentions) return run
    return [{ kind: 'mentions' as const, events: events.slice(0, -1) }, ...run.slice(-1)]
  })
}

function isMention(item: { kind: string; event?: ShownEvent }): item is EventItem {
  return item.event?.event.type === 'referenced'
}

export function Mentions({ events, base }: { events: readonly ShownEvent[]; base: string }) {
  return (
    // Called as its first line was before there were so many, so that a page that follows puts it there.
    <details class="disclosure event-fold" id={`event-${events[0]?.id ?? ''}`}>
      <summary>{counted(events.length, 'earlier mention')}</summary>
      {events.map((event) => (
        <TimelineLine key={event.id} shown={event} base={base} isFolded />
      ))}
    </details>
  )
}

interface Told {
  icon: IconName
  words: ComponentChildren
}

function tell({ event, source }: ShownEvent, base: string): Told {
  switch (event.type) {
    case 'closed':
      return {
        icon: 'issue-closed',
        words: <>closed this{source ? byMerging(source) : inCommit(event.commitSha, base)}</>,
      }
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
      return {
        icon: 'pencil',
        words: event.from === '' ? 'changed the title' : <Change what="title" from={event.from} to={event.to} />,
      }
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
      return {
        icon: 'cross-reference',
        words: <>mentioned this in {source ? <Source source={source} /> : <SourceName source={event.source} />}</>,
      }
    case 'merged':
      return {
        icon: 'git-merge',
        words: (
          <>
            merged this into {<code>{event.branch}</code>}
            {withCommit(event.commitSha, base)}
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

function byMerging(source: ShownSource): ComponentChildren {
  return (
    <>
      {' by merging '}
      <Source source={source} />
    </>
  )
}

function inCommit(sha: string | undefined, base: string): ComponentChildren {
  if (sha === undefined) return null
  return (
    <>
      {' in commit '}
      <Commit base={base} sha={sha} />
    </>
  )
}

function withCommit(sha: string, base: string): ComponentChildren {
  return (
    <>
      {' with '}
      <Commit base={base} sha={sha} />
    </>
  )
}

function Source({ source: { name, title, href, status } }: { source: ShownSource }) {
  return (
    <span class="event-source">
      {status && <StatusIcon status={status} />} <a href={href}>{title}</a>{' '}
      {status === null ? <code>{name}</code> : <span class="break">{name}</span>}
    </span>
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

/** `owner/repo#12` or `owner/repo@sha`, where no more is known of it. */
function SourceName({ source }: { source: string }) {
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
