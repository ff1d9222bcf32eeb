import { Checkbox } from './choice-field.tsx'
import { LabelDot, type ShownLabel } from './label-chip.tsx'
import { TextField } from './text-field.tsx'

type LabelChoicesProps = {
  /** The first of all that there are. */
  all: readonly ShownLabel[]
  held: ReadonlySet<string>
  /** Where the others are found while somebody types; null where there are no others. */
  moreAt: string | null
}

/** Labels to be ticked in a form. */
export function LabelChoices({ all, held, moreAt }: LabelChoicesProps) {
  return (
    <div class="picker" data-picker="label" data-suggest-at={moreAt ?? undefined}>
      <div class="side-scroll" role="group" aria-label="Labels to choose from" data-picker-list>
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
      {moreAt !== null && (
        <TextField
          name="labels"
          label="Another label"
          hint="Not all labels are listed. Separate several with commas."
          autocomplete="off"
        />
      )}
    </div>
  )
}
