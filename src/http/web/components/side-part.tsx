import type { ComponentChildren } from 'preact'
import { avatarUrl } from '../../avatar-url.ts'
import { Avatar } from './avatar.tsx'
import { Button } from './button.tsx'

type SidePartProps = { title: string; form?: ComponentChildren; children: ComponentChildren }

/** One thing beside a conversation; with a form, it can be changed there. */
export function SidePart({ title, form, children }: SidePartProps) {
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

type SidePerson = { username: string; note?: ComponentChildren }

export function SidePeople({ people, nobody }: { people: readonly SidePerson[]; nobody: string }) {
  if (people.length === 0) return <p class="muted">{nobody}</p>
  return (
    <ul class="side-people" role="list">
      {people.map(({ username, note }) => (
        <li key={username}>
          <Avatar src={avatarUrl(username)} size={20} />
          <a href={`/${username}`}>{username}</a>
          {note}
        </li>
      ))}
    </ul>
  )
}

type SideChoiceProps = { at: string; set: string; label: string; value: string; none?: string; all: readonly string[] }

/** One of several, or none. What it is now can be kept though it is offered no more. */
export function SideChoice({ at, set, label, value, none, all }: SideChoiceProps) {
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
      <SideSave set={set} />
    </form>
  )
}

export function SideSave({ set, children }: { set: string; children?: ComponentChildren }) {
  return (
    <div class="form-actions">
      <Button size="small" name="set" value={set}>
        Save
      </Button>
      {children}
    </div>
  )
}
