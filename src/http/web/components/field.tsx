import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'

export type FieldFrameProps = {
  name: string
  label: string
  /** Defaults to `field-{name}`; give one where two forms on a page share a field name. */
  id?: string | undefined
  hint?: ComponentChildren
  error?: string | undefined
  optional?: boolean | undefined
  /** Where everybody who sees knows what it is for. */
  isLabelHidden?: boolean | undefined
}

export type DescribedBy = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': 'true' | undefined }

export function fieldId({ id, name }: { id?: string | undefined; name: string }): string {
  return id ?? `field-${name}`
}

/** Label, control, hint and error, tied together for screen readers. */
export function Field(props: FieldFrameProps & { children: (control: DescribedBy) => ComponentChildren }) {
  const id = fieldId(props)
  const hintId = props.hint === undefined ? undefined : `${id}-hint`
  const errorId = props.error === undefined ? undefined : `${id}-error`
  const describedBy = [errorId, hintId].filter((part) => part !== undefined).join(' ')
  return (
    <div class={props.error === undefined ? 'field' : 'field field-invalid'}>
      <label class={props.isLabelHidden ? 'sr-only' : 'field-label'} for={id}>
        {props.label}
        {props.optional && <span class="field-optional"> optional</span>}
      </label>
      {props.children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': props.error === undefined ? undefined : 'true',
      })}
      <FieldError id={errorId} text={props.error} />
      {hintId && (
        <p class="field-hint" id={hintId}>
          {props.hint}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, text }: { id: string | undefined; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p class="field-error" id={id}>
      <Icon name="alert" />
      <span>
        <span class="sr-only">Error: </span>
        {text}
      </span>
    </p>
  )
}
