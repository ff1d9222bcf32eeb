import type { ComponentChildren } from 'preact'
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
      return { icon: 'issue-closed', words: <>closed this{cause(event, base)}</> }
    case 'reopened':
      return { icon: 'issue-opened', words: 'opened this again' }
    case 'locked':
      return { icon: 'lock', words: 'locked the conversation' }
    case 'unlocked':
      return { icon: 'unlock', words: 'unlocked the conversation' }
    case 'pinned':
      return { icon: 'pin', words: 'pinned this' }
    case 'unpinned':
      return { icon: 'pin', words: 'unpinned this' }
    case 'renamed':
      return { icon: 'pencil', words: <Renamed from={event.from} to={event.to} /> }
    case 'labeled':
      return { icon: 'tag', words: <>added {<LabelChip label={event} />}</> }
    case 'unlabeled':
      return { icon: 'tag', words: <>removed {<LabelChip label={event} />}</> }
    case 'assigned':
      return { icon: 'person', words: <>gave this to {<Person username={event.username} />}</> }
    case 'unassigned':
      return { icon: 'person', words: <>took this from {<Person username={event.username} />}</> }
    case 'milestoned':
      return { icon: 'milestone', words: <>put this into the milestone {<strong>{event.title}</strong>}</> }
    case 'demilestoned':
      return { icon: 'milestone', words: <>took this out of the milestone {<strong>{event.title}</strong>}</> }
    case 'referenced':
      return { icon: 'cross-reference', words: <>mentioned this in {<Source source={event.source} />}</> }
  }
}

function cause({ commitSha }: { commitSha?: string | undefined }, base: string): ComponentChildren {
  if (commitSha === undefined) return null
  return (
    <>
      {' '}
      with{' '}
      <a href={`${base}/commit/${commitSha}`}>
        <code>{commitSha.slice(0, 10)}</code>
      </a>
    </>
  )
}

function Renamed({ from, to }: { from: string; to: string }) {
  return (
    <>
      changed the title from <del>{from}</del> to <strong>{to}</strong>
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
      {place}@<code>{sha.slice(0, 10)}</code>
    </a>
  )
}
