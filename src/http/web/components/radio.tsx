import type { ComponentChildren } from 'preact'

type RadioProps = {
  name: string
  value: string
  chosen: string
  label: ComponentChildren
  hint?: ComponentChildren
}

/** One answer of a `FieldGroup`. */
export function Radio({ name, value, chosen, label, hint }: RadioProps) {
  const id = `${name}-${value}`
  const hintId = hint === undefined ? undefined : `${id}-hint`
  return (
    <div class="checkbox">
      <input type="radio" id={id} name={name} value={value} checked={chosen === value} aria-describedby={hintId} />
      <label for={id}>{label}</label>
      {hintId && (
        <p class="field-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
