import type { ComponentChildren } from 'preact'
import type { Hearing } from '../../../features/subscriptions/hearing-of.ts'
import { avatarUrl } from '../../avatar-url.ts'
import { Avatar } from '../components/avatar.tsx'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { LabelChip, type ShownLabel } from '../components/label-chip.tsx'
import { LabelChoices } from '../components/label-choices.tsx'
import { type OfferedPerson, PeoplePicker } from '../components/people-picker.tsx'
import { SideChoice, SidePart, SidePeople, SideSave } from '../components/side-part.tsx'
import { WatchPart } from '../components/watch-menu.tsx'
import { plainQuery, type ThreadKind, threadsUrl } from '../thread-query.ts'

/** What an issue and a pull request have alike. */
export type ThreadFacts = {
  labels: readonly ShownLabel[]
  assignees: readonly string[]
  milestone: { id: string; title: string } | null
  participants: readonly string[]
  isLocked: boolean
  /** How much of it the reader is told; null for a stranger. */
  hearing: Hearing | null
  /** What can be chosen; null for those who may not. */
  choices: ThreadChoices | null
}

export type ThreadChoices = {
  labels: readonly ShownLabel[]
  /** Where labels that are not in the list are found; null where there are none. */
  moreLabelsAt: string | null
  milestones: readonly string[]
  people: readonly OfferedPerson[]
  /** Where everybody else is found. */
  peopleAt: string
  viewer: string
}

type ThreadSideProps = {
  kind: ThreadKind
  /** The addresses of the repository and of the thread. */
  base: string
  at: string
  facts: ThreadFacts
  /** What stands above and below what all threads have, and which other buttons there are. */
  above?: ComponentChildren
  below?: ComponentChildren
  buttons?: ComponentChildren
  /** What stands at the very end. */
  last?: ComponentChildren
}

/** What a thread has besides its conversation; for those who may, with the forms that change it. */
export function ThreadSide(props: ThreadSideProps) {
  const { kind, base, facts, above, below, buttons } = props
  const { labels, assignees, milestone, choices, isLocked } = facts
  const at = `${props.at}/manage`
  return (
    <aside
      class="issue-side"
      id="thread-side"
      data-live
      aria-label={kind === 'issue' ? 'About this issue' : 'About this pull request'}
    >
      {above}
      <SidePart title="Assignees" form={choices && <Assignees at={at} names={assignees} choices={choices} />}>
        <SidePeople people={assignees.map((username) => ({ username }))} nobody="Nobody" />
        {choices && !assignees.includes(choices.viewer) && (
          <form method="post" action={at} class="side-once">
            <Button size="small" name="set" value="assign-me" icon="person">
              Assign to me
            </Button>
          </form>
        )}
      </SidePart>
      <SidePart
        title="Labels"
        form={choices && choices.labels.length > 0 && <Labels at={at} labels={labels} choices={choices} />}
      >
        {labels.length === 0 ? (
          <p class="muted">
            None
            {choices?.labels.length === 0 && (
              <>
                {' yet. '}
                <a href={`${base}/labels`}>Create labels</a>
              </>
            )}
          </p>
        ) : (
          <p class="label-chips">
            {labels.map((label) => (
              <LabelChip
                key={label.name}
                label={label}
                href={threadsUrl(base, kind, { ...plainQuery, labels: [label.name] })}
              />
            ))}
          </p>
        )}
      </SidePart>
      <SidePart
        title="Milestone"
        form={
          choices &&
          choices.milestones.length > 0 && (
            <SideChoice
              at={at}
              set="milestone"
              label="Milestone"
              value={milestone?.title ?? ''}
              none="None"
              all={choices.milestones}
            />
          )
        }
      >
        {milestone === null ? (
          <p class="muted">
            None
            {choices?.milestones.length === 0 && (
              <>
                {' yet. '}
                <a href={`${base}/milestones/new`}>Create one</a>
              </>
            )}
          </p>
        ) : (
          <a class="with-icon" href={`${base}/milestones/${milestone.id}`}>
            <Icon name="milestone" />
            <span class="break">{milestone.title}</span>
          </a>
        )}
      </SidePart>
      {below}
      <Participants names={facts.participants} />
      {(choices || buttons) && (
        <form method="post" action={at} class="side-part side-actions">
          {buttons}
          {choices && (
            <Button size="small" name="set" value={isLocked ? 'unlock' : 'lock'} icon={isLocked ? 'unlock' : 'lock'}>
              {isLocked ? 'Unlock conversation' : 'Lock conversation'}
            </Button>
          )}
        </form>
      )}
      <WatchPart at={props.at} hearing={facts.hearing} />
      {props.last}
    </aside>
  )
}

function Participants({ names }: { names: readonly string[] }) {
  if (names.length < 2) return null
  return (
    <SidePart title={`${names.length} participants`}>
      <p class="side-faces">
        {names.map((username) => (
          <a key={username} href={`/${username}`} title={username} aria-label={username}>
            <Avatar src={avatarUrl(username)} size={24} />
          </a>
        ))}
      </p>
    </SidePart>
  )
}

function Assignees({ at, names, choices }: { at: string; names: readonly string[]; choices: ThreadChoices }) {
  return (
    <form method="post" action={at} class="form">
      <PeoplePicker name="assignee" held={names} offered={choices.people} suggestAt={choices.peopleAt} />
      <SideSave set="assignees" />
    </form>
  )
}

function Labels({ at, labels, choices }: { at: string; labels: readonly ShownLabel[]; choices: ThreadChoices }) {
  const held = new Set(labels.map(({ name }) => name))
  // What it has may be beyond the end of the list, and stays.
  const listed = new Set(choices.labels.map(({ name }) => name))
  const all = [...labels.filter(({ name }) => !listed.has(name)), ...choices.labels]
  return (
    <form method="post" action={at} class="form side-labels">
      <LabelChoices all={all} held={held} moreAt={choices.moreLabelsAt} />
      <SideSave set="labels" />
    </form>
  )
}
