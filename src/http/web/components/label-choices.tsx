import { Checkbox } from './choice-field.tsx'
import { LabelDot, type ShownLabel } from './label-chip.tsx'

/** All labels that there are, to be ticked in a form. */
export function LabelChoices({ all, held }: { all: readonly ShownLabel[]; held: ReadonlySet<string> }) {
  return (
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
  )
}
