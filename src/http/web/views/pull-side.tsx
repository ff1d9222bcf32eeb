import type { ComponentChildren } from 'preact'
import type { Attention } from '../../../core/attention.ts'
import { avatarUrl } from '../../avatar-url.ts'
import { Avatar } from '../components/avatar.tsx'
import { Button } from '../components/button.tsx'
import { Checkbox } from '../components/choice-field.tsx'
import { Icon } from '../components/icon.tsx'
import { LabelChip, LabelDot, type ShownLabel } from '../components/label-chip.tsx'
import { type VerdictState, verdictLooks } from '../components/review-line.tsx'
import { TextField } from '../components/text-field.tsx'
import { WatchPart } from '../components/watch-menu.tsx'

export type Reviewer = { username: string; verdict: VerdictState | 'awaited'; isStale: boolean }

export type PullSideProps = {
  /** The address of the pull request. */
  at: string
  reviewers: readonly Reviewer[]
  assignees: readonly string[]
  labels: readonly ShownLabel[]
  milestone: string | null
  /** How much of it the reader wants to hear; null for a stranger. */
  attention: Attention | 'usual' | null
  target: string
  isLocked: boolean
  isDraft: boolean
  isOpen: boolean
  /** What can be chosen; null for who may not. */
  choices: { labels: readonly ShownLabel[]; milestones: readonly string[]; branches: readonly string[] } | null
  /** What it would change in what the software is built from. */
  componentsHref: string
  /** Its author may ask for reviews and change what it is merged into. */
  canEdit: boolean
}

/** Who looks at it and what it has; for those who may, with the forms that change it. */
export function PullSide(props: PullSideProps) {
  const { labels, assignees, milestone, choices, canEdit, isOpen } = props
  const at = `${props.at}/manage`
  return (
    <aside class="issue-side" aria-label="About this pull request">
      <Part title="Reviewers" form={canEdit && isOpen && <Reviewers {...props} at={at} />}>
        <ReviewerList reviewers={props.reviewers} />
      </Part>
      <Part title="Assignees" form={choices && <Names {...props} at={at} set="assignees" names={assignees} />}>
        {assignees.length === 0 ? <p class="muted">Nobody</p> : <People names={assignees} />}
      </Part>
      <Part
        title="Labels"
        form={choices && choices.labels.length > 0 && <Labels at={at} labels={labels} all={choices.labels} />}
      >
        {labels.length === 0 ? (
          <p class="muted">None</p>
        ) : (
          <p class="label-chips">
            {labels.map((label) => (
              <LabelChip key={label.name} label={label} />
            ))}
          </p>
        )}
      </Part>
      <Part
        title="Milestone"
        form={
          choices &&
          choices.milestones.length > 0 && (
            <Choice
              at={at}
              set="milestone"
              label="Milestone"
              value={milestone ?? ''}
              none="None"
              all={choices.milestones}
            />
          )
        }
      >
        {milestone === null ? <p class="muted">None</p> : <p class="break">{milestone}</p>}
      </Part>
      <Part title="Components" form={null}>
        <p>
          <a href={props.componentsHref}>What it changes</a>
        </p>
      </Part>
      {canEdit && isOpen && choices && (
        <Part
          title="Target"
          form={<Choice at={at} set="target" label="Target" value={props.target} all={choices.branches} />}
        >
          <p>
            <code class="break">{props.target}</code>
          </p>
        </Part>
      )}
      {canEdit && (
        <form method="post" action={at} class="side-part side-actions">
          {isOpen && !props.isDraft && (
            <Button size="small" name="set" value="draft" icon="git-pull-request-draft">
              Make it a draft
            </Button>
          )}
          {choices && (
            <Button
              size="small"
              name="set"
              value={props.isLocked ? 'unlock' : 'lock'}
              icon={props.isLocked ? 'unlock' : 'lock'}
            >
              {props.isLocked ? 'Unlock conversation' : 'Lock conversation'}
            </Button>
          )}
        </form>
      )}
      <WatchPart at={props.at} attention={props.attention} />
    </aside>
  )
}

function ReviewerList({ reviewers }: { reviewers: readonly Reviewer[] }) {
  if (reviewers.length === 0) return <p class="muted">Nobody yet</p>
  return (
    <ul class="side-people" role="list">
      {reviewers.map(({ username, verdict, isStale }) => (
        <li key={username}>
          <Avatar src={avatarUrl(username)} size={20} />
          <a href={`/${username}`}>{username}</a>
          <span class={`reviewer-verdict verdict-${verdict}`}>
            <Icon name={verdict === 'awaited' ? 'clock' : verdictLooks[verdict].icon} />
            <span>{verdictWord(verdict, isStale)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function verdictWord(verdict: Reviewer['verdict'], isStale: boolean): string {
  const words = { awaited: 'asked', approved: 'approved', changes_requested: 'wants changes', commented: 'commented' }
  return isStale ? `${words[verdict]}, another version` : words[verdict]
}

function People({ names }: { names: readonly string[] }) {
  return (
    <ul class="side-people" role="list">
      {names.map((username) => (
        <li key={username}>
          <Avatar src={avatarUrl(username)} size={20} />
          <a href={`/${username}`}>{username}</a>
        </li>
      ))}
    </ul>
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

function Reviewers({ at, reviewers }: PullSideProps & { at: string }) {
  const asked = reviewers.filter(({ verdict }) => verdict === 'awaited').map(({ username }) => username)
  return <Names at={at} set="reviewers" names={asked} />
}

function Names({ at, set, names }: { at: string; set: 'reviewers' | 'assignees'; names: readonly string[] }) {
  return (
    <form method="post" action={at} class="form">
      <TextField
        name={set}
        label="Usernames"
        value={names.join(', ')}
        hint="With commas in between."
        autocomplete="off"
        mono
      />
      <div class="form-actions">
        <Button size="small" name="set" value={set}>
          Save
        </Button>
      </div>
    </form>
  )
}

function Labels({ at, labels, all }: { at: string; labels: readonly ShownLabel[]; all: readonly ShownLabel[] }) {
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

type ChoiceProps = { at: string; set: string; label: string; value: string; none?: string; all: readonly string[] }

function Choice({ at, set, label, value, none, all }: ChoiceProps) {
  const shown = value === '' || all.includes(value) ? all : [value, ...all]
  return (
    <form method="post" action={at} class="form">
      <select class="input input-select" name={set} aria-label={label}>
        {none !== undefined && <option value="">{none}</option>}
        {shown.map((one) => (
          <option key={one} value={one} selected={one === value}>
            {one}
          </option>
        ))}
      </select>
      <div class="form-actions">
        <Button size="small" name="set" value={set}>
          Save
        </Button>
      </div>
    </form>
  )
}
