import type { ComponentChildren } from 'preact'
import type { Attention } from '../../../core/attention.ts'
import { avatarUrl } from '../../avatar-url.ts'
import { Avatar } from '../components/avatar.tsx'
import { Button } from '../components/button.tsx'
import { Checkbox } from '../components/choice-field.tsx'
import { Icon } from '../components/icon.tsx'
import { LabelChip, LabelDot, type ShownLabel } from '../components/label-chip.tsx'
import { TextField } from '../components/text-field.tsx'
import { WatchPart } from '../components/watch-menu.tsx'
import { issuesUrl, plainQuery } from '../issue-query.ts'

export type IssueSideProps = {
  base: string
  number: number
  labels: readonly ShownLabel[]
  assignees: readonly string[]
  milestone: string | null
  /** How much of it the reader wants to hear; null for a stranger. */
  attention: Attention | 'usual' | null
  isLocked: boolean
  isPinned: boolean
  /** What can be chosen; null for who may not. */
  choices: { labels: readonly ShownLabel[]; milestones: readonly string[]; viewer: string } | null
}

/** What an issue has besides its conversation; for those who may, with the forms that change it. */
export function IssueSide(props: IssueSideProps) {
  const { base, number, labels, assignees, milestone, choices } = props
  const at = `${base}/issues/${number}/manage`
  return (
    <aside class="issue-side" aria-label="About this issue">
      <Part title="Assignees" form={choices && <Assignees {...props} at={at} viewer={choices.viewer} />}>
        {assignees.length === 0 ? (
          <p class="muted">Nobody</p>
        ) : (
          <ul class="side-people" role="list">
            {assignees.map((username) => (
              <li key={username}>
                <Avatar src={avatarUrl(username)} size={20} />
                <a href={`/${username}`}>{username}</a>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part
        title="Labels"
        form={choices && choices.labels.length > 0 && <Labels {...props} at={at} all={choices.labels} />}
      >
        {labels.length === 0 ? (
          <p class="muted">None</p>
        ) : (
          <p class="label-chips">
            {labels.map((label) => (
              <LabelChip
                key={label.name}
                label={label}
                href={issuesUrl(base, { ...plainQuery, labels: [label.name] })}
              />
            ))}
          </p>
        )}
      </Part>
      <Part
        title="Milestone"
        form={choices && choices.milestones.length > 0 && <Milestone {...props} at={at} titles={choices.milestones} />}
      >
        {milestone === null ? (
          <p class="muted">None</p>
        ) : (
          <a class="with-icon" href={issuesUrl(base, { ...plainQuery, milestone, state: 'all' })}>
            <Icon name="milestone" />
            <span class="break">{milestone}</span>
          </a>
        )}
      </Part>
      {choices && (
        <form method="post" action={at} class="side-part side-actions">
          <Button
            size="small"
            name="set"
            value={props.isLocked ? 'unlock' : 'lock'}
            icon={props.isLocked ? 'unlock' : 'lock'}
          >
            {props.isLocked ? 'Unlock conversation' : 'Lock conversation'}
          </Button>
          <Button size="small" name="set" value={props.isPinned ? 'unpin' : 'pin'} icon="pin">
            {props.isPinned ? 'Unpin' : 'Pin'}
          </Button>
        </form>
      )}
      <WatchPart at={`${base}/issues/${number}`} attention={props.attention} />
    </aside>
  )
}

type PartProps = { title: string; form: ComponentChildren; children: ComponentChildren }

function Part({ title, form, children }: PartProps) {
  return (
    <section class="side-part">
      <h2>{title}</h2>
      {children}
      {form && (
        <details class="disclosure side-change">
          <summary aria-label={`Change: ${title}`}>Change</summary>
          {form}
        </details>
      )}
    </section>
  )
}

function Assignees({ at, assignees, viewer }: IssueSideProps & { at: string; viewer: string }) {
  return (
    <form method="post" action={at} class="form">
      <TextField
        name="assignees"
        label="Usernames"
        value={assignees.join(', ')}
        hint="With commas in between."
        autocomplete="off"
        mono
      />
      <div class="form-actions">
        <Button size="small" name="set" value="assignees">
          Save
        </Button>
        {!assignees.includes(viewer) && (
          <Button size="small" name="set" value="assign-me">
            Me too
          </Button>
        )}
      </div>
    </form>
  )
}

function Labels({ at, labels, all }: IssueSideProps & { at: string; all: readonly ShownLabel[] }) {
  const held = new Set(labels.map(({ name }) => name))
  return (
    <form method="post" action={at} class="form side-labels">
      <div class="side-scroll">
        {all.map(({ name, color }) => (
          <Checkbox
            key={name}
            name="label"
            value={name}
            checked={held.has(name)}
            label={
              <span class="with-icon">
                <LabelDot color={color} />
                <span>{name}</span>
              </span>
            }
          />
        ))}
      </div>
      <div class="form-actions">
        <Button size="small" name="set" value="labels">
          Save
        </Button>
      </div>
    </form>
  )
}

function Milestone({ at, milestone, titles }: IssueSideProps & { at: string; titles: readonly string[] }) {
  const all = milestone === null || titles.includes(milestone) ? titles : [milestone, ...titles]
  return (
    <form method="post" action={at} class="form">
      <select class="input input-select" name="milestone" aria-label="Milestone">
        <option value="">None</option>
        {all.map((title) => (
          <option key={title} value={title} selected={title === milestone}>
            {title}
          </option>
        ))}
      </select>
      <div class="form-actions">
        <Button size="small" name="set" value="milestone">
          Save
        </Button>
      </div>
    </form>
  )
}
