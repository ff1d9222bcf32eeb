import { Checkbox } from './choice-field.tsx'
import { TextField } from './text-field.tsx'

export type OfferedPerson = { username: string; note: string }

type PeoplePickerProps = {
  /** Of each box; what is typed besides comes under the same name with an `s`. */
  name: 'assignee' | 'reviewer'
  held: readonly string[]
  offered: readonly OfferedPerson[]
  /** Where more of them are found while somebody types. */
  suggestAt: string
  /** What was typed before something came in between. */
  typed?: string | undefined
  error?: string | undefined
}

/**
 * People to tick, those who were chosen first, and a field for everybody who is not in the list. With a script, names
 * are found while they are typed, and whoever is taken joins the list.
 */
export function PeoplePicker({ name, held, offered, suggestAt, typed = '', error }: PeoplePickerProps) {
  const others = offered.filter(({ username }) => !held.includes(username))
  const notes = new Map(offered.map(({ username, note }) => [username, note]))
  const all = [...held.map((username) => ({ username, note: notes.get(username) ?? '' })), ...others]
  return (
    <div class="picker" data-picker={name} data-suggest-at={suggestAt}>
      <div class="side-scroll" role="group" aria-label="People to choose from" data-picker-list>
        {all.map(({ username, note }) => (
          <Checkbox
            key={username}
            name={name}
            value={username}
            checked={held.includes(username)}
            label={
              <span class="picker-name">
                <span>{username}</span>
                {note !== '' && <span class="muted">{note}</span>}
              </span>
            }
          />
        ))}
      </div>
      <TextField
        name={`${name}s`}
        label={all.length === 0 ? 'Who' : 'Someone else'}
        value={typed}
        error={error}
        hint="Usernames, separated by commas."
        autocomplete="off"
        mono
      />
    </div>
  )
}
